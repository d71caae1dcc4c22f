package io.freightsdk.contact;

import io.freightsdk.contact.Finding.Result;
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
final class ResponseComparison {
  static final Finding MISSING =
      Finding.broken(
          ResponseSchemas.Violation.MISSING,
          "The client reads it as null or empty. " + Finding.ASK_OPERATOR);

  private static final Finding PERHAPS_RENAMED =
      Finding.different(
          "a member is absent, next to a member that is not described",
          "If it only has another name, the client reads it as null. Ask the operator.");

  private static final Finding OTHER_SPELLING =
      Finding.broken(
          "a value with another spelling",
          "The client does not recognize these values: code that compares them and the jobs do not"
              + " react to them. "
              + Finding.ASK_OPERATOR);

  private static final Finding NOT_LISTED =
      Finding.different(
          "a value that is not described",
          "The client returns it as it is. Handle it, because code and jobs that wait for a described"
              + " value do not react to it.");

  static final Finding RATE_LIMITED =
      Finding.notSeen(
          "the service limits requests (429)",
          "Wait, then run it again. The client retries after a pause.");

  private static final Finding SLOW =
      Finding.different(
          "a response takes more than 10 s",
          "The client waits 30 s. If more come late, set a longer timeout.");

  private static final Finding LINK =
      Finding.broken(
          "not a uri",
          "The client returns it as it is. Add the host before you send it to anyone, and ask the"
              + " operator to correct it.");

  private static final String READ = "Nothing to do. The client reads it.";

  static final String WRONG_CHARGE =
      "The client reports the wrong charge for it. Compare the ledger with the balance, and ask the"
          + " operator.";

  private static final Finding KEY_IS_REFERENCE =
      Finding.different(
          "a used key returns its load as deduplicated",
          "After a lost response, the client reports the charge as UNKNOWN. Compare the ledger with"
              + " the balance.");

  private static final Finding ETA =
      Finding.different(
          "a value of `eta` that the client cannot read",
          "The client keeps the value in additionalProperties(), but the method with this name"
              + " returns null. Report it to the project.");

  private static final String GATEWAY =
      "The client takes it for another server: an error loses its reason, and the charge of a"
          + " creation or read is UNKNOWN. ";

  private static final Finding NESTED_ERROR =
      Finding.broken("the `error` of a refusal is not a text", GATEWAY + Finding.ASK_OPERATOR);

  private static final String OTHER_EXCEPTION =
      "The client throws another exception than documented. ";

  private static final Finding OTHER_REFUSAL =
      Finding.broken(
          "a refusal that the client does not recognize", OTHER_EXCEPTION + Finding.ASK_OPERATOR);

  private static final Finding UNKNOWN_REFUSAL =
      Finding.broken(
          OTHER_REFUSAL.fact(),
          OTHER_EXCEPTION
              + "The charge of a creation or read is then UNKNOWN. "
              + Finding.ASK_OPERATOR);

  private static final String NOT_IN_EXCEPTION = "The exception lacks it. " + Finding.ASK_OPERATOR;

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

  private ResponseComparison() {}

  /** Returns the body if it has the described form, so that it can be judged further. */
  static @Nullable JsonNode compare(ApiCall call, ApiResponse response, Findings found) {
    if (response.isLost()) {
      found.add(lost(response));
      return null;
    }
    if (response.took().compareTo(LATE) > 0) found.add(SLOW);
    boolean isExpected = isExpected(call, response);
    if (!isExpected) found.add(unexpectedStatus(call, response));
    boolean isKeyOnly = call.isReplay() && !call.hasReference() && response.status() == 200;
    if (isKeyOnly && ClientView.of(call, response).isDeduplicated()) found.add(KEY_IS_REFERENCE);
    ApiCall.Expected expected = call.expected();
    boolean isOtherSuccess =
        response.isSuccess() && expected.status() < 300 && expected.existingLoad() == null;
    return isExpected || isOtherSuccess ? body(call, response, found) : null;
  }

  /** Adds a finding if the client cannot read a success, and no other finding says so. */
  static void addIfUnreadable(ApiCall call, ApiResponse response, Findings found) {
    boolean isSuccess = response.isSuccess() && call.expected().status() < 300;
    boolean isKnown =
        found.all.stream()
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
    return status == call.expected().status() || isReplay || (call.times() > 1 && status == 409);
  }

  private static String unreadable(ApiCall call) {
    String consequence =
        PriceList.isPaid(call.operation())
            ? "and its charge may be UNKNOWN. "
            : "so " + call.operation().id() + " fails. ";
    return "The client cannot read the response, " + consequence + Finding.ASK_OPERATOR;
  }

  static Finding lost(ApiResponse response) {
    return Finding.notSeen(
        "no response: " + (response.failure() == null ? response.status() : response.failure()),
        "Check the network and the gateway, then run it again. The client reports the charge of such a call as"
            + " UNKNOWN.");
  }

  private static Finding unexpectedStatus(ApiCall call, ApiResponse response) {
    int status = response.status();
    int expected = call.expected().status();
    if (status / 100 == 3) return redirect(response);
    if (status == 429) return RATE_LIMITED;
    if (status == 503) {
      return Finding.notSeen("the service is unavailable (503)", "Run it again later.");
    }
    boolean isUnknownBroker = status == 422 && "UNKNOWN_BROKER".equals(response.text("code"));
    if (isUnknownBroker || (expected < 300 && (status == 401 || status == 403))) {
      return Finding.notSeen(
          "this key or its broker may not do it (" + status + ")",
          "Ask for a key with this permission, then run it again.");
    }
    if (expected == 200 && status == 404) {
      return Finding.notSeen("the load or the path does not exist (404)", "Check its number.");
    }
    if (status == 402) {
      return Finding.notSeen(
          "the balance does not cover the price (402)", "Top up, then run it again.");
    }
    String fact = "responds with " + status + " instead of " + expected;
    String meaning = call.expected().otherMeaning();
    boolean isNewLoad =
        status == 201 && !Objects.equals(call.expected().existingLoad(), RunContext.load(response));
    if (meaning != null && (status >= 300 || isNewLoad)) return Finding.different(fact, meaning);
    if (status < 500 && response.json() == null) return notJson(status);
    if (status < 300 && expected >= 400) {
      return Finding.broken(
          "responds with " + status + " to a call that it should refuse",
          "The client reports a success. Check your input yourself, and ask the operator.");
    }
    if (call.isReplay() && call.expected().existingLoad() != null && status / 100 == 4) {
      return Finding.different(
          fact,
          "After a lost response, the client cannot fetch the load by its key. Always set a"
              + " customerRef.");
    }
    if (response.isSuccess()) {
      ClientView client = ClientView.of(call, response);
      if (!client.isReadable()) return Finding.broken(fact, unreadable(call));
      return client.reportsCharge() == call.mustReportCharge()
          ? Finding.different(fact, READ)
          : Finding.broken(fact, WRONG_CHARGE);
    }
    return Finding.broken(fact, advice(expected, status));
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

  private static Finding notJson(int status) {
    return Finding.broken(
        "responds with " + status + " without JSON",
        GATEWAY + "Check FREIGHT_BASE_URL, or ask the operator.");
  }

  private static Finding redirect(ApiResponse response) {
    String header = response.headers().get("Location");
    HttpUrl to = header == null ? null : response.url().resolve(header);
    String where = "to another address";
    if (to == null) where = "without a readable Location";
    else if (to.equals(response.url().newBuilder().addPathSegment("").build())) {
      where = "to the same path with a slash at its end";
    } else if (to.encodedPath().equals(response.url().encodedPath())) {
      where = "to another scheme or host";
    }
    return Finding.broken(
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
    boolean isDescribed = ResponseSchemas.violations(operation, response.status(), body).isEmpty();
    // A response with another status may still have the expected body.
    int status = isDescribed ? response.status() : call.expected().status();
    Set<Finding> findings =
        response.isSuccess()
            ? successes(call, response, status, body)
            : refusals(response, status, body);
    // The other members of such an error are elsewhere, too.
    if (findings.contains(NESTED_ERROR)) findings.retainAll(Set.of(NESTED_ERROR));
    ErrorRow row = response.isSuccess() ? null : ClientView.refusal(call, response);
    boolean isMisread = row != null && !ClientView.describedRefusals(call, response).contains(row);
    if (isMisread) {
      findings.removeIf(finding -> finding.result() == Result.DIFFERENT);
      if (findings.isEmpty())
        findings.add(row == ErrorRow.NOT_THE_SERVICE ? UNKNOWN_REFUSAL : OTHER_REFUSAL);
    }
    boolean isUsable =
        !isMisread
            && findings.stream()
                .allMatch(
                    finding ->
                        finding.result() == Result.DIFFERENT || finding.fact().equals(LINK.fact()));
    if (!isMisread && !findings.contains(NESTED_ERROR)) {
      ResponseSchemas.unlisted(operation, status, body)
          .forEach(
              (member, isAlike) -> {
                // Such as a value that must be the same constant.
                findings.removeIf(finding -> finding.member().equals(member));
                findings.add((isAlike ? OTHER_SPELLING : NOT_LISTED).withMember(member));
              });
    }
    findings.forEach(found::add);
    return isUsable ? body : null;
  }

  private static Set<Finding> refusals(ApiResponse response, int status, JsonNode body) {
    Operation operation = response.operation();
    ErrorBody client = ErrorBody.read(new Buffer().writeUtf8(response.body()));
    Set<Finding> findings = new LinkedHashSet<>();
    for (ResponseSchemas.Violation violation :
        ResponseSchemas.violations(operation, status, body)) {
      String member = violation.member();
      if (Set.of("", "error").contains(member)) {
        findings.add(NESTED_ERROR);
        continue;
      }
      // One status can have several forms of errors. Each check expects the first.
      boolean isOther =
          violation.message().equals(ResponseSchemas.Violation.MISSING)
              && ResponseSchemas.examples(operation, status).stream()
                  .limit(1)
                  .noneMatch(example -> example.has(member));
      if (isOther) continue;
      Finding finding =
          isRead(client, member, body)
              ? Finding.different(violation.message(), READ)
              : Finding.broken(violation.message(), NOT_IN_EXCEPTION);
      findings.add(finding.withMember(member));
    }
    // A body with a wrong member of one form of errors still has another form.
    Map<String, JsonNode> described =
        ResponseSchemas.members(ResponseSchemas.schema(operation, status));
    Map<String, Boolean> absent = ResponseSchemas.absent(operation, status, body);
    for (String member : MEMBERS_OF_EXCEPTIONS) {
      if (absent.containsKey(member)) {
        findings.add(
            Finding.broken(ResponseSchemas.Violation.MISSING, NOT_IN_EXCEPTION).withMember(member));
      }
      boolean isSent = body.hasNonNull(member) && described.containsKey(member);
      boolean isKnown = findings.stream().anyMatch(c -> ClientView.isWithin(c.member(), member));
      if (isSent && !isKnown && !isRead(client, member, body)) {
        findings.add(Finding.broken(UNREADABLE_VALUE, NOT_IN_EXCEPTION).withMember(member));
      }
    }
    return findings;
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

  private static Set<Finding> successes(
      ApiCall call, ApiResponse response, int status, JsonNode body) {
    ClientView client = ClientView.of(call, response);
    List<ResponseSchemas.Violation> violations =
        ResponseSchemas.violations(call.operation(), status, body);
    Set<Finding> findings = new LinkedHashSet<>();
    for (ResponseSchemas.Violation violation : violations) {
      Finding finding = success(violation, client, call, body);
      if (finding != null) findings.add(finding.withMember(violation.member()));
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
              Finding finding = isLost ? lostMember(call, MISSING.fact()) : PERHAPS_RENAMED;
              if (!client.isReadable()) finding = Finding.broken(MISSING.fact(), unreadable(call));
              if (!isKnown && !isOther) findings.add(finding.withMember(member));
            });
    // The description allows some values that the client cannot read, such as too large numbers.
    for (String member : client.unread()) {
      // The judge of the price list names the price.
      if (member.equals("prices")) continue;
      boolean isKnown = violations.stream().anyMatch(p -> ClientView.isWithin(p.member(), member));
      Finding finding = member.startsWith("eta.") ? ETA : lostMember(call, UNREADABLE_VALUE);
      if (!isKnown) findings.add(finding.withMember(member));
    }
    return findings;
  }

  /** The finding of a violation; null if the client does not notice it, or a judge adds it. */
  private static @Nullable Finding success(
      ResponseSchemas.Violation violation, ClientView client, ApiCall call, JsonNode body) {
    String fact = violation.message();
    if (!PriceList.isUsd(body)) return null;
    if (!client.isReadable()) return Finding.broken(fact, unreadable(call));
    if (body.at(violation.pointer()).isNull()) return null;
    if (fact.equals(LINK.fact())) return LINK;
    if (fact.equals(ResponseSchemas.Violation.MISSING)) {
      boolean isRightCharge = client.reportsCharge() == call.mustReportCharge();
      return isRightCharge ? MISSING : Finding.broken(fact, WRONG_CHARGE);
    }
    return client.isUnread(violation.member())
        ? lostMember(call, fact)
        : Finding.different(fact, READ);
  }

  private static Finding lostMember(ApiCall call, String fact) {
    boolean isPrice = call.operation() == Operation.GET_PRICING;
    return Finding.broken(fact, isPrice ? Checks.NO_PRICE.advice() : MISSING.advice());
  }
}
