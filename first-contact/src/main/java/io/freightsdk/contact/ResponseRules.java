package io.freightsdk.contact;

import io.freightsdk.contact.Cause.Result;
import io.freightsdk.internal.error.ErrorBody;
import io.freightsdk.internal.error.ErrorRow;
import io.freightsdk.model.Operation;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import okhttp3.HttpUrl;
import okio.Buffer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compares status, body and time of a response with the description. */
final class ResponseRules {
  static final Cause MISSING =
      Cause.broken(
          ResponseSchemas.Violation.MISSING,
          "The client reads it as null or empty. " + Cause.ASK_OPERATOR);

  private static final Cause PERHAPS_RENAMED =
      Cause.different(
          "a member is absent, next to a member that is not described",
          "If it only has another name, the client reads it as null. Ask the operator.");

  private static final Cause OTHER_SPELLING =
      Cause.broken(
          "a value with another spelling",
          "The client does not recognize these values: code that compares them and the jobs do not"
              + " react to them. "
              + Cause.ASK_OPERATOR);

  private static final Cause NOT_LISTED =
      Cause.different(
          "a value that is not described",
          "The client returns it as it is. Handle it, because code and jobs that wait for a described"
              + " value do not react to it.");

  static final Cause RATE_LIMITED =
      Cause.notSeen(
          "the service limits requests (429)",
          "Wait, then run it again. The client retries after a pause.");

  private static final Cause SLOW =
      Cause.different(
          "a response takes more than 10 s",
          "The client waits 30 s. If more come late, set a longer timeout.");

  private static final Cause LINK =
      Cause.broken(
          "not a uri",
          "The client returns it as it is. Add the host before you send it to anyone, and ask the"
              + " operator to correct it.");

  private static final String READ = "Nothing to do. The client reads it.";

  static final String WRONG_CHARGE =
      "The client reports the wrong charge for it. Compare the ledger with the balance, and ask the"
          + " operator.";

  private static final Cause KEY_IS_REFERENCE =
      Cause.different(
          "a used key returns its load as deduplicated",
          "After a lost response, the client reports the charge as UNKNOWN. Compare the ledger with"
              + " the balance.");

  private static final Cause ETA =
      Cause.different(
          "a value of `eta` that the client cannot read",
          "The client keeps the value in additionalProperties(), but the method with this name"
              + " returns null. Report it to the project.");

  private static final String GATEWAY =
      "The client takes it for another server: an error loses its reason, and the charge of a"
          + " creation or read is UNKNOWN. ";

  private static final Cause NESTED_ERROR =
      Cause.broken("the `error` of a refusal is not a text", GATEWAY + Cause.ASK_OPERATOR);

  private static final String OTHER_EXCEPTION =
      "The client throws another exception than documented. ";

  private static final Cause OTHER_REFUSAL =
      Cause.broken(
          "a refusal that the client does not recognize", OTHER_EXCEPTION + Cause.ASK_OPERATOR);

  private static final Cause UNKNOWN_REFUSAL =
      Cause.broken(
          OTHER_REFUSAL.fact(),
          OTHER_EXCEPTION
              + "The charge of a creation or read is then UNKNOWN. "
              + Cause.ASK_OPERATOR);

  private static final String NOT_IN_EXCEPTION = "The exception lacks it. " + Cause.ASK_OPERATOR;

  private static final List<String> MEMBERS_OF_EXCEPTIONS =
      List.of(
          "code",
          "reason",
          "status",
          "brokerEmail",
          "billingUrl",
          "balanceUsd",
          "priceUsd",
          "fields");

  private static final String UNREADABLE_VALUE = "a value that the client cannot read";

  private static final Duration LATE = Duration.ofSeconds(10);

  private ResponseRules() {}

  /** Returns the body if it has the described form, so that it can be judged further. */
  static @Nullable JsonNode compare(ApiCall call, ApiResponse response, Findings found) {
    if (response.isLost()) {
      found.add(lost(response));
      return null;
    }
    if (response.took().compareTo(LATE) > 0) found.add(SLOW);
    if (!isExpected(call, response)) found.add(unexpectedStatus(call, response));
    boolean isKeyOnly = call.isReplay() && !call.hasReference() && response.status() == 200;
    if (isKeyOnly && ClientView.of(call, response).isDeduplicated()) found.add(KEY_IS_REFERENCE);
    boolean isComparable =
        isExpected(call, response)
            || (response.isSuccess() && call.status() < 300 && call.repeats() == null);
    return isComparable ? body(call, response, found) : null;
  }

  /** Adds a cause if the client cannot read a success, and no other cause says so. */
  static void requireReadable(ApiCall call, ApiResponse response, Findings found) {
    boolean isSuccess = response.isSuccess() && call.status() < 300;
    boolean isKnown =
        found.causes.stream()
            .anyMatch(c -> c.result() == Result.BROKEN && !c.fact().equals(LINK.fact()));
    if (!isSuccess || isKnown || ClientView.of(call, response).isReadable()) return;
    found.broken(
        "a response that the client cannot read",
        call.isReplay()
            ? "After a lost response, the client cannot fetch the load by its key, and reports the"
                + " charge as UNKNOWN. Always set a customerRef, and ask the operator."
            : unreadable(call));
  }

  private static boolean isExpected(ApiCall call, ApiResponse response) {
    int status = response.status();
    // A store of keys may replay a creation with 200, and may refuse a second concurrent request.
    boolean isReplay = call.isReplay() && status == 200;
    return status == call.status() || isReplay || (call.times() > 1 && status == 409);
  }

  private static String unreadable(ApiCall call) {
    String consequence =
        PriceList.isPaid(call.operation())
            ? "and its charge may be UNKNOWN. "
            : "so " + call.operation().id() + " fails. ";
    return "The client cannot read the response, " + consequence + Cause.ASK_OPERATOR;
  }

  static Cause lost(ApiResponse response) {
    return Cause.notSeen(
        "no response: " + (response.lost() == null ? response.status() : response.lost()),
        "Check the network and the gateway, then run it again. The client reports the charge of such a call as"
            + " UNKNOWN.");
  }

  private static Cause unexpectedStatus(ApiCall call, ApiResponse response) {
    int status = response.status();
    int expected = call.status();
    if (status / 100 == 3) return redirect(response);
    if (status == 429) return RATE_LIMITED;
    if (status == 503) {
      return Cause.notSeen("the service is unavailable (503)", "Run it again later.");
    }
    boolean isUnknownBroker = status == 422 && "UNKNOWN_BROKER".equals(response.text("code"));
    if (isUnknownBroker || (expected < 300 && (status == 401 || status == 403))) {
      return Cause.notSeen(
          "this key or its broker may not do it (" + status + ")",
          "Ask for a key with this permission, then run it again.");
    }
    if (expected == 200 && status == 404) {
      return Cause.notSeen("the load or the path does not exist (404)", "Check its number.");
    }
    if (status == 402) {
      return Cause.notSeen(
          "the balance does not cover the price (402)", "Top up, then run it again.");
    }
    String fact = "responds with " + status + " instead of " + expected;
    String meaning = call.ifOther();
    boolean isNewLoad = status == 201 && !Objects.equals(call.repeats(), RunContext.load(response));
    if (meaning != null && (status >= 300 || isNewLoad)) return Cause.different(fact, meaning);
    if (status < 500 && response.json() == null) return notJson(status);
    if (status < 300 && expected >= 400) {
      return Cause.broken(
          "responds with " + status + " to a call that it should refuse",
          "The client reports a success. Check your input yourself, and ask the operator.");
    }
    if (call.isReplay() && call.repeats() != null && status / 100 == 4) {
      return Cause.different(
          fact,
          "After a lost response, the client cannot fetch the load by its key. Always set a"
              + " customerRef.");
    }
    if (response.isSuccess()) {
      ClientView client = ClientView.of(call, response);
      if (!client.isReadable()) return Cause.broken(fact, unreadable(call));
      return client.reportsCharge() == call.mustReportCharge()
          ? Cause.different(fact, READ)
          : Cause.broken(fact, WRONG_CHARGE);
    }
    return Cause.broken(fact, advice(expected, status));
  }

  private static String advice(int expected, int status) {
    if (status >= 500) {
      return "The client takes it for an outage, and may report the charge of a creation or read as"
          + " UNKNOWN. Ask the operator.";
    }
    return expected < 300
        ? "The service refuses a valid call. Ask the operator for the reason."
        : OTHER_EXCEPTION + "Ask the operator.";
  }

  private static Cause notJson(int status) {
    return Cause.broken(
        "responds with " + status + " without JSON",
        GATEWAY + "Check FREIGHT_BASE_URL, or ask the operator.");
  }

  private static Cause redirect(ApiResponse response) {
    String header = response.headers().get("Location");
    HttpUrl to = header == null ? null : response.url().resolve(header);
    String where = "to another address";
    if (to == null) where = "without a readable Location";
    else if (to.equals(response.url().newBuilder().addPathSegment("").build())) {
      where = "to the same path with a slash at its end";
    } else if (to.encodedPath().equals(response.url().encodedPath())) {
      where = "to another scheme or host";
    }
    return Cause.broken(
        "redirects with " + response.status() + " " + where,
        "The client follows no redirect, so these calls fail. Set FREIGHT_BASE_URL to the address"
            + " that responds, or ask the operator.");
  }

  private static @Nullable JsonNode body(ApiCall call, ApiResponse response, Findings found) {
    JsonNode body = response.json();
    if (body == null) {
      found.add(notJson(response.status()));
      return null;
    }
    Operation operation = response.operation();
    int status = response.status();
    // A response with another status may still have the expected body.
    if (!ResponseSchemas.violations(operation, status, body).isEmpty()) status = call.status();
    Set<Cause> causes =
        response.isSuccess()
            ? successes(call, response, status, body)
            : refusals(response, status, body);
    // The other members of such an error are elsewhere, too.
    if (causes.contains(NESTED_ERROR)) causes.retainAll(Set.of(NESTED_ERROR));
    ErrorRow row = response.isSuccess() ? null : ClientView.refusal(call, response);
    boolean isMisread = row != null && !ClientView.described(call, response).contains(row);
    if (isMisread) {
      causes.removeIf(cause -> cause.result() == Result.DIFFERENT);
      if (causes.isEmpty())
        causes.add(row == ErrorRow.NOT_THE_SERVICE ? UNKNOWN_REFUSAL : OTHER_REFUSAL);
    }
    boolean isUsable =
        !isMisread
            && causes.stream()
                .allMatch(
                    cause ->
                        cause.result() == Result.DIFFERENT || cause.fact().equals(LINK.fact()));
    if (!isMisread && !causes.contains(NESTED_ERROR)) {
      ResponseSchemas.unlisted(operation, status, body)
          .forEach(
              (member, isAlike) -> {
                // Such as a value that must be the same constant.
                causes.removeIf(cause -> cause.member().equals(member));
                causes.add((isAlike ? OTHER_SPELLING : NOT_LISTED).withMember(member));
              });
    }
    causes.forEach(found::add);
    return isUsable ? body : null;
  }

  private static Set<Cause> refusals(ApiResponse response, int status, JsonNode body) {
    Operation operation = response.operation();
    ErrorBody client = ErrorBody.read(new Buffer().writeUtf8(response.body()));
    Set<Cause> causes = new LinkedHashSet<>();
    for (ResponseSchemas.Violation violation :
        ResponseSchemas.violations(operation, status, body)) {
      String member = violation.member();
      if (Set.of("", "error").contains(member)) {
        causes.add(NESTED_ERROR);
        continue;
      }
      // One status can have several forms of errors. Each check expects the first.
      boolean isOther =
          violation.message().equals(ResponseSchemas.Violation.MISSING)
              && ResponseSchemas.examples(operation, status).stream()
                  .limit(1)
                  .noneMatch(example -> example.has(member));
      if (isOther) continue;
      Cause cause =
          isRead(client, member, body)
              ? Cause.different(violation.message(), READ)
              : Cause.broken(violation.message(), NOT_IN_EXCEPTION);
      causes.add(cause.withMember(member));
    }
    // A body with a wrong member of one form of errors still has another form.
    Map<String, JsonNode> described =
        ResponseSchemas.members(ResponseSchemas.schema(operation, status));
    Map<String, Boolean> absent = ResponseSchemas.absent(operation, status, body);
    for (String member : MEMBERS_OF_EXCEPTIONS) {
      if (absent.containsKey(member)) {
        causes.add(
            Cause.broken(ResponseSchemas.Violation.MISSING, NOT_IN_EXCEPTION).withMember(member));
      }
      boolean isSent = body.hasNonNull(member) && described.containsKey(member);
      boolean isKnown = causes.stream().anyMatch(c -> ClientView.isWithin(member, c.member()));
      if (isSent && !isKnown && !isRead(client, member, body)) {
        causes.add(Cause.broken(UNREADABLE_VALUE, NOT_IN_EXCEPTION).withMember(member));
      }
    }
    return causes;
  }

  /** Whether the exception of the client has a member of a refusal. */
  private static boolean isRead(ErrorBody client, String member, JsonNode body) {
    return switch (member) {
      case "code" -> client.code() != null;
      case "reason" -> client.reason() != null;
      case "status" -> client.loadStatus() != null;
      case "brokerEmail" -> client.brokerEmail() != null;
      case "billingUrl" -> client.billingUrl() != null;
      case "balanceUsd" -> client.balanceUsd() != null;
      case "priceUsd" -> client.priceUsd() != null;
      default -> {
        JsonNode fields = body.path("fields");
        yield fields.isArray() && client.fields().size() == fields.size();
      }
    };
  }

  private static Set<Cause> successes(
      ApiCall call, ApiResponse response, int status, JsonNode body) {
    ClientView client = ClientView.of(call, response);
    List<ResponseSchemas.Violation> violations =
        ResponseSchemas.violations(call.operation(), status, body);
    Set<Cause> causes = new LinkedHashSet<>();
    for (ResponseSchemas.Violation violation : violations) {
      Cause cause = success(violation, client, call, body);
      if (cause != null) causes.add(cause.withMember(violation.member()));
    }
    // Without its required members, a response is of another kind.
    boolean isOther = !client.isReadable() && !violations.isEmpty();
    ResponseSchemas.absent(call.operation(), status, body)
        .forEach(
            (member, isLost) -> {
              // The judge of the price list names the prices.
              boolean isKnown =
                  member.equals("prices")
                      || violations.stream().anyMatch(p -> p.member().equals(member));
              Cause cause = isLost ? lostMember(call, MISSING.fact()) : PERHAPS_RENAMED;
              if (!client.isReadable()) cause = Cause.broken(MISSING.fact(), unreadable(call));
              if (!isKnown && !isOther) causes.add(cause.withMember(member));
            });
    // The description allows some values that the client cannot read, such as too large numbers.
    for (String member : client.lost()) {
      // The judge of the price list names the price.
      if (member.equals("prices")) continue;
      boolean isKnown = violations.stream().anyMatch(p -> ClientView.isWithin(member, p.member()));
      Cause cause = member.startsWith("eta.") ? ETA : lostMember(call, UNREADABLE_VALUE);
      if (!isKnown) causes.add(cause.withMember(member));
    }
    return causes;
  }

  /** The cause of a violation; null if the client does not notice it, or a judge adds it. */
  private static @Nullable Cause success(
      ResponseSchemas.Violation violation, ClientView client, ApiCall call, JsonNode body) {
    String fact = violation.message();
    if (!PriceList.isUsd(body)) return null;
    if (!client.isReadable()) return Cause.broken(fact, unreadable(call));
    if (body.at(violation.pointer()).isNull()) return null;
    if (fact.equals(LINK.fact())) return LINK;
    if (fact.equals(ResponseSchemas.Violation.MISSING)) {
      boolean isRightCharge = client.reportsCharge() == call.mustReportCharge();
      return isRightCharge ? MISSING : Cause.broken(fact, WRONG_CHARGE);
    }
    return client.hasLost(violation.member())
        ? lostMember(call, fact)
        : Cause.different(fact, READ);
  }

  private static Cause lostMember(ApiCall call, String fact) {
    boolean isPrice = call.operation() == Operation.GET_PRICING;
    return Cause.broken(fact, isPrice ? Checks.NO_PRICE.advice() : MISSING.advice());
  }
}
