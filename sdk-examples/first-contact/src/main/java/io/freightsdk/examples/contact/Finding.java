package io.freightsdk.examples.contact;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What was seen of one question, collected while it is judged: sentences of ours, with names of
 * members, JSON types, statuses and cents.
 */
final class Finding {
  /** They say nothing about the question: the account is empty, or somebody is overloaded. */
  private static final Set<Integer> PASSING = Set.of(402, 429, 502, 503, 504);

  private final boolean isChoice;
  private final List<String> remarks = new ArrayList<>();
  private Verdict verdict;
  private String excerpt = "";

  /**
   * @param isChoice whether the description is silent about it
   */
  Finding(boolean isChoice) {
    this.isChoice = isChoice;
    this.verdict = isChoice ? Verdict.AS_OURS : Verdict.KEPT;
  }

  /** What became of a sentence, the one that counts most last. */
  enum Verdict {
    KEPT("kept"),
    /** The description is silent, and the service does as our server. */
    AS_OURS("as our server"),
    OTHERWISE("otherwise"),
    /** Nothing can be said about it. */
    NOT_SEEN("not seen"),
    /** The service does not keep what the description says. */
    BROKEN("broken");

    final String word;

    Verdict(String word) {
      this.word = word;
    }
  }

  Verdict verdict() {
    return verdict;
  }

  /** What was seen, in one line. */
  String seen() {
    return String.join("; ", remarks);
  }

  /** What the service said last, if there is something to look at; else empty. */
  String excerpt() {
    boolean isFine = verdict == Verdict.KEPT || verdict == Verdict.AS_OURS;
    return isFine ? "" : excerpt;
  }

  private Finding say(Verdict worse, String remark) {
    if (worse.compareTo(verdict) > 0) verdict = worse;
    if (!remarks.contains(remark)) remarks.add(remark);
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

  /** Something else was sold or named than the sentence says. */
  Finding sold(String what) {
    return isChoice ? otherwise(what, "our client then pays for it") : broken(what);
  }

  /** The service does otherwise; the second sentence says whether our client depends on it. */
  Finding otherwise(String what, String client) {
    return say(Verdict.OTHERWISE, what + "; " + client);
  }

  /**
   * Compares an answer with the status that is described, or our server's, and its body with the
   * description.
   *
   * @return the body if it can be judged further; null if it cannot
   */
  @Nullable JsonNode body(ApiResponse answer, int status) {
    excerpt = answer.body().isEmpty() ? "" : answer.status() + " " + answer.body();
    if (answer.lost() != null) {
      notSeen("no answer: " + answer.lost());
      return null;
    }
    if (answer.status() != status) tellStatus(answer, status);
    boolean isComparable = answer.status() == status || (answer.isSuccess() && status < 300);
    return isComparable ? bodyAsDescribed(answer, status) : null;
  }

  private void tellStatus(ApiResponse answer, int expected) {
    int status = answer.status();
    String said = "answered with " + status;
    boolean isUnknownBroker = status == 422 && "UNKNOWN_BROKER".equals(answer.text("code"));
    // A key that worked before may end in the middle of a run.
    boolean isNotAllowed = status == 401 || status == 403 || isUnknownBroker;
    if (expected < 300 && isNotAllowed) {
      notSeen(said + ": this key or its broker may not do it");
    } else if (PASSING.contains(status)) {
      notSeen(said + (status == 402 ? ": the balance does not cover it" : ""));
    } else if (isChoice && (status >= 400 || expected < 300)) {
      String client = "our client does not depend on it";
      if (answer.isSuccess()) client = "our client reads both";
      if (status == 409) client = "our client then tries again under its key";
      otherwise(said + " instead of " + expected, client);
    } else {
      broken(said + " instead of " + expected);
    }
  }

  private @Nullable JsonNode bodyAsDescribed(ApiResponse answer, int status) {
    JsonNode body = answer.json();
    if (body == null) {
      // A body of another content type has a row of its own.
      if (answer.isJson()) broken("the body of the " + answer.status() + " is not JSON");
      else if (answer.isSuccess()) notSeen("its body is not JSON");
      return null;
    }
    List<String> broken = Description.broken(answer.operation(), answer.status(), body);
    boolean isOtherStatus = !broken.isEmpty() && answer.status() != status;
    if (isOtherStatus) broken = Description.broken(answer.operation(), status, body);
    if (broken.isEmpty()) return body;
    broken(String.join(", ", broken));
    return null;
  }
}
