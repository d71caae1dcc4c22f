package io.freightsdk.examples.contact;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.io.IOException;
import java.time.Duration;
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
  static final Cause MISSING =
      Cause.broken("a member is missing", "The client reads it as null. " + Cause.ASK_OPERATOR);

  static final Cause RATE_LIMITED =
      Cause.notSeen(
          "the service limits requests (429)",
          "Wait, then run it again. The client retries after a pause.");

  private static final Cause SLOW =
      Cause.different(
          "a response takes more than 10 s",
          "The client waits 30 s. If more come late, set a longer timeout.");

  private static final Cause NUMBER =
      Cause.different("a number instead of a string", "Nothing to do. The client reads its text.");

  private static final Cause LINK =
      Cause.broken(
          "a link is not absolute",
          "The client returns it as it is. Add the host before you send it to anyone, and ask the"
              + " operator to correct it.");

  private static final String GATEWAY =
      "The client takes it for another server: an error loses its reason, and a charge is UNKNOWN. ";

  private static final Cause NESTED_ERROR =
      Cause.broken("the `error` of a refusal is not a text", GATEWAY + Cause.ASK_OPERATOR);

  private static final Cause NOT_JSON =
      Cause.broken(
          "the body is not JSON", GATEWAY + "Check FREIGHT_BASE_URL, or ask the operator.");

  private static final Duration LATE = Duration.ofSeconds(10);

  private ResponseRules() {}

  /** Returns the body if it has the described form, so that it can be judged further. */
  static @Nullable JsonNode compare(ApiCall call, ApiResponse response, Findings found) {
    if (response.lost() != null) {
      found.add(lost(response));
      return null;
    }
    if (response.took().compareTo(LATE) > 0) found.add(SLOW);
    int status = response.status();
    // A store of keys may replay a creation with 200, and may refuse a second concurrent request.
    boolean isOtherReplay =
        call.isReplay() && (status == 200 || (status == 409 && call.times() > 1));
    boolean isExpected = status == call.status() || isOtherReplay;
    if (!isExpected) found.add(unexpectedStatus(call, response));
    boolean isComparable =
        isExpected || (response.isSuccess() && call.status() < 300 && call.repeats() == null);
    return isComparable ? body(call, response, found) : null;
  }

  static Cause lost(ApiResponse response) {
    return Cause.notSeen(
        "no response: " + response.lost(),
        "Check the network, then run it again. The client reports the charge of such a call as"
            + " UNKNOWN.");
  }

  private static Cause unexpectedStatus(ApiCall call, ApiResponse response) {
    int status = response.status();
    if (status / 100 == 3) return redirect(response);
    boolean isUnknownBroker = status == 422 && "UNKNOWN_BROKER".equals(response.text("code"));
    boolean isNotAllowed = status == 401 || status == 403 || isUnknownBroker;
    if (call.status() < 300 && isNotAllowed) {
      return Cause.notSeen(
          "this key or its broker may not do it (" + status + ")",
          "Ask for a key with this permission, then run it again.");
    }
    if (status == 404 && call.status() == 200) {
      return Cause.notSeen("the load or the path does not exist (404)", "Check its number.");
    }
    if (status == 429) return RATE_LIMITED;
    if (status == 402) {
      return Cause.notSeen(
          "the balance does not cover the price (402)", "Top up, then run it again.");
    }
    if (Set.of(502, 503, 504).contains(status)) {
      return Cause.notSeen("the service is unavailable (" + status + ")", "Run it again later.");
    }
    String fact = "responds with " + status + " instead of " + call.status();
    if (call.hasWrongKey() && status == 403) {
      return Cause.different(fact, "Nothing to do. The client asks for another key in both cases.");
    }
    if (call.isReplay() && status / 100 == 4) {
      return Cause.different(
          fact,
          "After a lost response, the client cannot fetch the load by its key. Always set a"
              + " customerRef.");
    }
    return Cause.broken(fact, advice(call.status(), status));
  }

  private static String advice(int expected, int status) {
    if (expected == 201 && status == 200) {
      return "The client takes the load for an existing one that was free. Ask the operator.";
    }
    if (expected == 200 && status == 201) {
      return "The client reports a charge for a repeated order. Compare the ledger with the"
          + " balance, and ask the operator.";
    }
    if (status < 300 && expected < 300) {
      return "The client cannot read the response. " + Cause.ASK_OPERATOR;
    }
    if (status < 300) return "The service accepts what it should refuse. Ask the operator.";
    if (status >= 500) {
      return "The client takes it for an outage, and may report the charge as UNKNOWN. Ask the"
          + " operator.";
    }
    return "The client throws another exception than documented. Ask the operator.";
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
      found.add(NOT_JSON);
      return null;
    }
    Operation operation = response.operation();
    List<Description.Problem> problems = Description.problems(operation, response.status(), body);
    boolean isOtherStatus = !problems.isEmpty() && response.status() != call.status();
    if (isOtherStatus) problems = Description.problems(operation, call.status(), body);
    boolean isUsable = true;
    for (Description.Problem problem : problems) {
      Cause cause = cause(problem, response);
      found.add(cause);
      isUsable &= cause.fact().equals(NUMBER.fact()) || cause.fact().equals(LINK.fact());
      // The other members of such an error are nested, too.
      if (cause.equals(NESTED_ERROR)) break;
    }
    String status = body.path("status").stringValue("");
    if (isUsable && !status.isEmpty()) {
      value(found, "status", status, word -> LoadStatus.of(word).isKnown());
    }
    return isUsable ? body : null;
  }

  private static Cause cause(Description.Problem problem, ApiResponse response) {
    if (problem.isNumberForString()) return NUMBER.withMember(problem.member());
    if (problem.isLink()) return LINK.withMember(problem.member());
    boolean isError = !response.isSuccess();
    if (isError && (problem.member().equals("error") || problem.member().isEmpty())) {
      return NESTED_ERROR;
    }
    if (isError) {
      return Cause.broken(
              problem.message(),
              "The exception of the client misses this detail. " + Cause.ASK_OPERATOR)
          .withMember(problem.member());
    }
    if (!isReadByClient(response)) {
      return Cause.broken(
              problem.message(),
              "The client throws FreightDecodingException, and a charge may be UNKNOWN. "
                  + Cause.ASK_OPERATOR)
          .withMember(problem.member());
    }
    return problem.isMissing()
        ? MISSING.withMember(problem.member())
        : Cause.broken(problem.message(), "The client reads it as null. " + Cause.ASK_OPERATOR)
            .withMember(problem.member());
  }

  private static boolean isReadByClient(ApiResponse response) {
    Class<?> type =
        switch (response.operation()) {
          case CREATE_LOAD ->
              response.status() == 200 ? DedupCreateLoadResult.class : CreateLoadResult.class;
          case GET_LOAD_POSITION -> LoadPosition.class;
          case CONFIRM_DELIVERY -> ConfirmDeliveryResult.class;
          case GET_BALANCE -> Balance.class;
          default -> Pricing.class;
        };
    try {
      FreightJson.read(type, new Buffer().writeUtf8(response.body()));
      return true;
    } catch (IOException | JsonDataException unreadable) {
      return false;
    }
  }

  /** A value of a list that may grow. The case of its letters counts. */
  static void value(Findings found, String member, String value, Predicate<String> isKnown) {
    if (isKnown.test(value)) return;
    String upper = value.toUpperCase(Locale.ROOT);
    if (isKnown.test(upper)) {
      found.add(
          Cause.broken(
              "`" + member + "` is not in capitals",
              "The client does not recognize any of these values: code that compares them and the"
                  + " jobs miss every arrival and delivery. "
                  + Cause.ASK_OPERATOR));
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
