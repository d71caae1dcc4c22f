package io.freightsdk.examples.contact;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.examples.contact.Cause.Result;
import io.freightsdk.internal.error.ErrorBody;
import io.freightsdk.internal.error.ErrorRow;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Pricing;
import java.io.IOException;
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
  static final Cause MISSING = readAsNull(Description.Problem.MISSING);

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

  private static final String GATEWAY =
      "The client takes it for another server: an error loses its reason, and a charge is UNKNOWN. ";

  private static final Cause NESTED_ERROR =
      Cause.broken("the `error` of a refusal is not a text", GATEWAY + Cause.ASK_OPERATOR);

  private static final Cause NOT_RECOGNIZED =
      Cause.different(
          "a refusal that the client does not recognize",
          "The client throws UnexpectedStatusException instead of the documented exception, and a"
              + " charge may be UNKNOWN. Report it to the project.");

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
    boolean isComparable =
        isExpected(call, response)
            || (response.isSuccess() && call.status() < 300 && call.repeats() == null);
    return isComparable ? body(call, response, found) : null;
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
    if (status < 500 && response.json() == null) return notJson(status);
    if (status < 300 && expected >= 400) {
      return Cause.broken(
          "responds with " + status + " to a call that it should refuse",
          "The client reports a success. Check your input yourself, and ask the operator.");
    }
    String fact = "responds with " + status + " instead of " + expected;
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
    return Cause.broken(fact, advice(expected, status));
  }

  private static String advice(int expected, int status) {
    if (status == 200 || status == 201) {
      return "The client reports the wrong charge for it. Compare the ledger with the balance, and"
          + " ask the operator.";
    }
    if (status < 300) return "The client cannot read the response. " + Cause.ASK_OPERATOR;
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
    List<Description.Problem> problems =
        Description.problems(response.operation(), response.status(), body);
    if (!problems.isEmpty()) {
      // A response with another status may still have the expected body.
      problems = Description.problems(response.operation(), call.status(), body);
    }
    Set<Cause> causes = new LinkedHashSet<>();
    for (Description.Problem problem : problems) {
      Cause cause = response.isSuccess() ? success(problem, response, body) : refusal(problem);
      if (cause != null) causes.add(cause);
    }
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
    ErrorBody error = ErrorBody.read(new Buffer().writeUtf8(response.body()));
    boolean hasKey = call.idempotencyKey() != null;
    boolean namesLoad = !call.loadNumber().isEmpty();
    ErrorRow row = ErrorRow.of(response.status(), error, namesLoad, hasKey);
    return row != ErrorRow.NOT_THE_SERVICE && row != ErrorRow.NO_SUCH_PATH;
  }

  private static Cause refusal(Description.Problem problem) {
    if (Set.of("", "error").contains(problem.member())) return NESTED_ERROR;
    String fact = problem.message();
    boolean isNumber = fact.equals("integer found, string expected");
    Cause cause =
        isNumber
            ? Cause.different(fact, READ)
            : Cause.broken(fact, "The exception lacks it. " + Cause.ASK_OPERATOR);
    return cause.withMember(problem.member());
  }

  /** The cause of a violation; null if the client does not notice it, or a judge adds it. */
  private static @Nullable Cause success(
      Description.Problem problem, ApiResponse response, JsonNode body) {
    String fact = problem.message();
    JsonNode client = readByClient(response);
    Cause cause;
    if (client == null) {
      cause =
          Cause.broken(
              fact,
              "The client cannot read the response, and its charge may be UNKNOWN. "
                  + Cause.ASK_OPERATOR);
    } else if (body.at(problem.pointer()).isNull() || !PriceList.isUsd(body)) {
      return null;
    } else if (fact.equals(LINK.fact())) {
      cause = LINK;
    } else if (client.at(problem.pointer()).isMissingNode()) {
      cause = readAsNull(fact);
    } else {
      cause = Cause.different(fact, READ);
    }
    return cause.withMember(problem.member());
  }

  private static Cause readAsNull(String fact) {
    return Cause.broken(fact, "The client reads it as null. " + Cause.ASK_OPERATOR);
  }

  /** The body with the members that the client reads; null if it cannot read the body. */
  private static @Nullable JsonNode readByClient(ApiResponse response) {
    return switch (response.operation()) {
      case CREATE_LOAD ->
          response.status() == 200
              ? read(DedupCreateLoadResult.class, response)
              : read(CreateLoadResult.class, response);
      case GET_LOAD_POSITION -> read(LoadPosition.class, response);
      case CONFIRM_DELIVERY -> read(ConfirmDeliveryResult.class, response);
      case GET_BALANCE -> read(Balance.class, response);
      default -> read(Pricing.class, response);
    };
  }

  private static <T> @Nullable JsonNode read(Class<T> type, ApiResponse response) {
    Buffer buffer = new Buffer().writeUtf8(response.body());
    try {
      FreightJson.write(type, FreightJson.read(type, buffer), buffer);
      return Description.read(buffer.readUtf8());
    } catch (IOException | JsonDataException unreadable) {
      return null;
    }
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
