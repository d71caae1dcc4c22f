package io.freightsdk.contact;

import io.freightsdk.contact.Cause.Result;
import io.freightsdk.internal.error.ErrorBody;
import io.freightsdk.internal.error.ErrorRow;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import okhttp3.HttpUrl;
import okio.Buffer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compares status, body and time of a response with the description. */
final class ResponseRules {
  static final Cause MISSING = lostMember(ResponseSchemas.Violation.MISSING);

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

  private static final String UNREADABLE =
      "The client cannot read the response, and its charge may be UNKNOWN. " + Cause.ASK_OPERATOR;

  private static final String WRONG_CHARGE =
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
      "The client takes it for another server: an error loses its reason, and a charge is UNKNOWN. ";

  private static final Cause NESTED_ERROR =
      Cause.broken("the `error` of a refusal is not a text", GATEWAY + Cause.ASK_OPERATOR);

  private static final Cause NOT_RECOGNIZED =
      Cause.different(
          "a refusal that the client does not recognize",
          "The client throws UnexpectedStatusException instead of the documented exception, and a"
              + " charge may be UNKNOWN. Report it to the project.");

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
            : UNREADABLE);
  }

  private static boolean isExpected(ApiCall call, ApiResponse response) {
    int status = response.status();
    // A store of keys may replay a creation with 200, and may refuse a second concurrent request.
    boolean isReplay = call.isReplay() && status == 200;
    return status == call.status() || isReplay || (call.times() > 1 && status == 409);
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
    boolean isNewLoad = status == 201 && call.repeats() == null;
    if (meaning != null && (status >= 300 || isNewLoad)) return Cause.different(fact, meaning);
    if (status < 500 && response.json() == null) return notJson(status);
    if (status < 300 && expected >= 400) {
      return Cause.broken(
          "responds with " + status + " to a call that it should refuse",
          "The client reports a success. Check your input yourself, and ask the operator.");
    }
    if (call.hasWrongKey() && status == 403) {
      return isRecognized(call, response)
          ? Cause.different(fact, "Nothing to do. The client asks for another key in both cases.")
          : Cause.different(fact, NOT_RECOGNIZED.advice());
    }
    if (call.isReplay() && call.repeats() != null && status / 100 == 4) {
      return Cause.different(
          fact,
          "After a lost response, the client cannot fetch the load by its key. Always set a"
              + " customerRef.");
    }
    if (response.isSuccess()) {
      ClientView client = ClientView.of(call, response);
      if (!client.isReadable()) return Cause.broken(fact, UNREADABLE);
      return client.reportsCharge() == call.mustReportCharge()
          ? Cause.different(fact, READ)
          : Cause.broken(fact, WRONG_CHARGE);
    }
    return Cause.broken(fact, advice(expected, status));
  }

  private static String advice(int expected, int status) {
    if (status >= 500) {
      return "The client takes it for an outage, and may report the charge as UNKNOWN. Ask the"
          + " operator.";
    }
    return expected < 300
        ? "The service refuses a valid call. Read its response above, or ask the operator."
        : "The client throws another exception than documented. Ask the operator.";
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
    List<ResponseSchemas.Violation> violations =
        ResponseSchemas.violations(response.operation(), response.status(), body);
    if (!violations.isEmpty()) {
      // A response with another status may still have the expected body.
      violations = ResponseSchemas.violations(response.operation(), call.status(), body);
    }
    Set<Cause> causes =
        response.isSuccess()
            ? successes(violations, call, response, body)
            : refusals(violations, response, body);
    // The other members of such an error are elsewhere, too.
    if (causes.contains(NESTED_ERROR)) causes.retainAll(Set.of(NESTED_ERROR));
    boolean isMisread = !response.isSuccess() && !isRecognized(call, response);
    if (isMisread) causes.removeIf(cause -> cause.result() == Result.DIFFERENT);
    if (isMisread && causes.isEmpty()) causes.add(NOT_RECOGNIZED);
    causes.forEach(found::add);
    boolean isUsable =
        !isMisread
            && causes.stream()
                .allMatch(
                    cause ->
                        cause.result() == Result.DIFFERENT || cause.fact().equals(LINK.fact()));
    String status = body.path("status").stringValue("");
    if (isUsable && !status.isEmpty()) {
      value(found, "status", status, word -> LoadStatus.of(word).isKnown());
    }
    return isUsable ? body : null;
  }

  /** Whether the client takes a refusal for the service's, by its own table of errors. */
  private static boolean isRecognized(ApiCall call, ApiResponse response) {
    ErrorRow row = ClientView.refusal(call, response);
    return row != ErrorRow.NOT_THE_SERVICE && row != ErrorRow.NO_SUCH_PATH;
  }

  private static Set<Cause> refusals(
      List<ResponseSchemas.Violation> violations, ApiResponse response, JsonNode body) {
    Operation operation = response.operation();
    int status = response.status();
    ErrorBody client = ErrorBody.read(new Buffer().writeUtf8(response.body()));
    Set<Cause> causes = new LinkedHashSet<>();
    for (ResponseSchemas.Violation violation : violations) {
      String member = violation.member();
      if (Set.of("", "error").contains(member)) {
        causes.add(NESTED_ERROR);
        continue;
      }
      Cause cause =
          isRead(client, member, body)
              ? Cause.different(violation.message(), READ)
              : Cause.broken(violation.message(), NOT_IN_EXCEPTION);
      causes.add(cause.withMember(member));
    }
    // A body with a wrong member of one form of errors still has another form.
    for (String member : MEMBERS_OF_EXCEPTIONS) {
      boolean isSent =
          body.hasNonNull(member) && ResponseSchemas.hasMember(operation, status, member);
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
      List<ResponseSchemas.Violation> violations,
      ApiCall call,
      ApiResponse response,
      JsonNode body) {
    ClientView client = ClientView.of(call, response);
    Set<Cause> causes = new LinkedHashSet<>();
    for (ResponseSchemas.Violation violation : violations) {
      Cause cause = success(violation, client, call, body);
      if (cause != null) causes.add(cause.withMember(violation.member()));
    }
    for (String member : ResponseSchemas.misspelled(call.operation(), response.status(), body)) {
      boolean isKnown = violations.stream().anyMatch(p -> p.member().equals(member));
      if (!isKnown) causes.add(lostMember("a member with another spelling").withMember(member));
    }
    // The description allows some values that the client cannot read, such as too large numbers.
    for (String member : client.lost()) {
      // The judge of the price list names the price.
      if (member.equals("prices")) continue;
      boolean isKnown = violations.stream().anyMatch(p -> ClientView.isWithin(member, p.member()));
      Cause cause = member.startsWith("eta.") ? ETA : lostMember(UNREADABLE_VALUE);
      if (!isKnown) causes.add(cause.withMember(member));
    }
    return causes;
  }

  /** The cause of a violation; null if the client does not notice it, or a judge adds it. */
  private static @Nullable Cause success(
      ResponseSchemas.Violation violation, ClientView client, ApiCall call, JsonNode body) {
    String fact = violation.message();
    if (!PriceList.isUsd(body)) return null;
    if (!client.isReadable()) return Cause.broken(fact, UNREADABLE);
    if (body.at(violation.pointer()).isNull()) return null;
    if (fact.equals(LINK.fact())) return LINK;
    if (fact.equals(ResponseSchemas.Violation.MISSING)) {
      boolean isRightCharge = client.reportsCharge() == call.mustReportCharge();
      return isRightCharge ? MISSING : Cause.broken(fact, WRONG_CHARGE);
    }
    return client.hasLost(violation.member()) ? lostMember(fact) : Cause.different(fact, READ);
  }

  private static Cause lostMember(String fact) {
    return Cause.broken(fact, "The client reads it as null or empty. " + Cause.ASK_OPERATOR);
  }

  /** A value of a list that may grow. The case of its letters counts. */
  static void value(Findings found, String member, String value, Predicate<String> isKnown) {
    if (isKnown.test(value)) return;
    String upper = value.toUpperCase(Locale.ROOT);
    if (isKnown.test(upper)) {
      found.add(
          Cause.broken(
                  "a value is not in capitals",
                  "The client does not recognize any of these values: code that compares them and the"
                      + " jobs miss every arrival and delivery. "
                      + Cause.ASK_OPERATOR)
              .withMember(member));
    } else {
      String shown = value.matches("[A-Za-z_]{1,40}") ? " (" + value + ")" : "";
      found.add(
          Cause.different(
              "`" + member + "` has a value that is not described" + shown,
              "The client returns it with isKnown() false. Handle it, because code and jobs that"
                  + " wait for a described value do not react to it."));
    }
  }
}
