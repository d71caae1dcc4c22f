package io.freightsdk.examples.contact;

import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import okio.Buffer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What was seen of one question, collected while it is judged. Sentences are ours: they name
 * members, JSON types, statuses and cents, never a value or a text of the service.
 */
final class Finding {
  /** They say nothing about the question: the account is empty, or somebody is overloaded. */
  private static final Set<Integer> PASSING = Set.of(402, 429, 502, 503, 504);

  private final Question question;
  private final Secrets secrets;
  private final List<Answer> answers;
  private final List<String> remarks = new ArrayList<>();
  private Verdict verdict;
  private boolean isSold;

  Finding(Question question, List<Answer> answers, Secrets secrets) {
    this.question = question;
    this.answers = answers;
    this.secrets = secrets;
    this.verdict = question.isChoice() ? Verdict.AS_OURS : Verdict.KEPT;
  }

  /** The only answer, or the first of two. */
  Answer answer() {
    return answers.get(0);
  }

  /** Its body, after it was found to be JSON. */
  JsonNode body() {
    return Objects.requireNonNull(answer().json());
  }

  List<Answer> answers() {
    return answers;
  }

  Verdict verdict() {
    return verdict;
  }

  /** The service created a load where none was to be created. */
  boolean isSold() {
    return isSold;
  }

  boolean is(Verdict other) {
    return verdict == other;
  }

  private Finding say(Verdict worse, String remark) {
    if (worse.compareTo(verdict) > 0) verdict = worse;
    remarks.add(remark);
    return this;
  }

  Finding remark(String remark) {
    return say(verdict, remark);
  }

  Finding broken(String what) {
    return say(Verdict.BROKEN, what);
  }

  Finding notSeen(String why) {
    return say(Verdict.NOT_SEEN, why);
  }

  /** The service does otherwise; the second sentence says whether our client depends on it. */
  Finding otherwise(String what, String client) {
    return say(Verdict.OTHERWISE, what + "; " + client);
  }

  /** A load was sold that the description does not allow; the paid part ends. */
  Finding sold(String what) {
    isSold = true;
    return broken(what);
  }

  /** The status must be one of these; the first is the one that is described, or our server's. */
  boolean expects(Answer answer, int ours, int... others) {
    if (answer.lost() != null) {
      notSeen("no answer: " + answer.lost());
      return false;
    }
    int status = answer.status();
    if (status == ours) return true;
    for (int other : others) {
      if (status == other) return true;
    }
    tellStatus(answer, ours);
    if (answer.odd() != null) remark(answer.odd().words);
    return false;
  }

  private void tellStatus(Answer answer, int ours) {
    int status = answer.status();
    if (ours < 300 && isNotAllowed(answer)) {
      notSeen("answered with " + status + ": this key or its broker may not do it");
    } else if (PASSING.contains(status)) {
      notSeen("answered with " + status + (status == 402 ? ": the balance does not cover it" : ""));
    } else if (status >= 300 && status < 400) {
      broken(
          "answered with the redirect " + status + ", which was not followed, instead of " + ours);
    } else if (isPaidFor(answer)) {
      sold("answered with " + status + ", which is paid for, instead of " + ours);
    } else if (question.isChoice() && status >= 400) {
      otherwise(
          "answered with " + status + " instead of " + ours, "our client does not depend on it");
    } else {
      broken("answered with " + status + " instead of " + ours);
    }
  }

  private static boolean isNotAllowed(Answer answer) {
    boolean isUnknown = "UNKNOWN_BROKER".equals(answer.text("code"));
    // A key that worked before may end in the middle of a run.
    boolean isRefused = answer.status() == 401 || answer.status() == 403;
    return isRefused || (answer.status() == 422 && isUnknown);
  }

  private static boolean isPaidFor(Answer answer) {
    boolean isCreated = answer.operation() == Operation.CREATE_LOAD && answer.status() == 201;
    boolean isRead = answer.operation() == Operation.GET_LOAD_POSITION && answer.status() == 200;
    return isCreated || isRead;
  }

  boolean expects(int ours, int... others) {
    return expects(answer(), ours, others);
  }

  /** The body must be JSON, and as the description says for its status. */
  boolean conforms(Answer answer) {
    JsonNode json = json(answer);
    if (json == null) return false;
    return tell(
        answer, Description.PUBLISHED.judge(answer.operation(), answer.status(), json, secrets));
  }

  boolean conforms() {
    return conforms(answer());
  }

  /** The body must be of this schema, where the description has a choice. */
  boolean conformsTo(String schema) {
    JsonNode json = json(answer());
    if (json == null) return false;
    return tell(answer(), Description.PUBLISHED.judge(schema, json, secrets));
  }

  private @Nullable JsonNode json(Answer answer) {
    if (answer.odd() != null) {
      broken("answered with " + answer.status() + ", but " + answer.odd().words);
      return null;
    }
    String type = answer.header("Content-Type");
    String bare = type == null ? "" : type.replaceFirst("\\s*;.*", "").strip();
    if (!bare.equalsIgnoreCase("application/json")) {
      String said =
          bare.equalsIgnoreCase("text/html") || bare.equalsIgnoreCase("text/plain")
              ? bare
              : bare.isEmpty() ? "none" : "another one";
      broken("the content type of the " + answer.status() + " is not application/json but " + said);
      return null;
    }
    JsonNode json = answer.json();
    if (json == null)
      broken("the body of the " + answer.status() + " is not JSON, or has a member twice");
    return json;
  }

  private boolean tell(Answer answer, Description.Judgement judged) {
    if (!judged.broken().isEmpty()) {
      String reads = Decoders.reads(answer) ? "reads it all the same" : "cannot read it";
      broken(String.join(", ", judged.broken()) + "; our client " + reads);
    } else if (!Decoders.reads(answer)) {
      broken("our client cannot read a body that the description allows");
    }
    if (!judged.unknown().isEmpty()) {
      String all = judged.unknown().stream().limit(10).collect(Collectors.joining(", "));
      otherwise("not described: " + all, "our client reads past it");
    }
    return judged.broken().isEmpty();
  }

  /** The code of an error must be this one. */
  Finding code(String expected) {
    String code = answer().text("code");
    if (expected.equals(code)) return this;
    String got = code == null ? "no code" : "the code " + secrets.name(code);
    return broken(got + " instead of " + expected);
  }

  /** The same where the description leaves the code open. */
  Finding codeOfOurs(String ours) {
    String code = answer().text("code");
    if (ours.equals(code)) return this;
    String got = code == null ? "no code" : "the code " + secrets.name(code);
    return otherwise(got + " instead of " + ours, "our client does not depend on it");
  }

  /** What was seen, in one line. */
  String seen() {
    return String.join("; ", remarks);
  }

  /** A text of the service for the terminal, if there is something to look at; else empty. */
  String excerpt() {
    if (verdict == Verdict.KEPT || verdict == Verdict.AS_OURS) return "";
    return answers.stream()
        .filter(answer -> answer.lost() == null && answer.body().size() > 0)
        .map(answer -> answer.status() + " " + secrets.masked(answer.bodyText()))
        .collect(Collectors.joining(" | "));
  }

  /** Whether our own decoders read a body; they need nothing of an error's. */
  private static final class Decoders {
    private Decoders() {}

    static boolean reads(Answer answer) {
      Class<?> type = type(answer.operation(), answer.status());
      if (type == null) return true;
      try {
        Buffer source = new Buffer().write(answer.body());
        FreightJson.read(type, source);
        return true;
      } catch (IOException | RuntimeException unreadable) {
        return false;
      }
    }

    private static @Nullable Class<?> type(Operation operation, int status) {
      return switch (operation) {
        case CREATE_LOAD ->
            status == 201
                ? CreateLoadResult.class
                : status == 200 ? DedupCreateLoadResult.class : null;
        case GET_LOAD_POSITION -> status == 200 ? LoadPosition.class : null;
        case CONFIRM_DELIVERY -> status == 200 ? ConfirmDeliveryResult.class : null;
        case GET_PRICING -> status == 200 ? Pricing.class : null;
        case GET_BALANCE -> status == 200 ? Balance.class : null;
        default -> null;
      };
    }
  }
}
