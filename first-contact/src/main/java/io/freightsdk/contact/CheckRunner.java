package io.freightsdk.contact;

import io.freightsdk.internal.text.RetryAfter;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Sends each call once, one a second, and guards the money. A call that may cost money is sent only
 * if the amount spent and its price stay within the limit. Then the balance must show the expected
 * charge. The first surprise ends the paid checks.
 *
 * <p>Every creation and every read counts its price, also an invalid one, because the service may
 * accept what the description refuses. The price list is read before each of them. No request can
 * name a maximum price, so a price increase right after that can exceed the limit, once.
 */
final class CheckRunner {
  private static final Duration PACE = Duration.ofSeconds(1);
  private static final Duration DEFAULT_RETRY_AFTER = Duration.ofSeconds(30);

  /** Of all 429 responses together. The next 429 ends the run. */
  private static final Duration MAX_RATE_LIMIT_WAIT = Duration.ofMinutes(2);

  private static final Duration LATE_DEBIT = Duration.ofSeconds(5);

  /** So many lost responses in a row end the run. */
  private static final int MAX_LOST = 3;

  private static final int MAX_TRIES = 5;

  private static final Finding LIMIT =
      Finding.notSeen(
          "--spend does not cover the price",
          "Run it again with a higher --spend. At the usual prices, 2.00 covers every check.");

  private static final Finding OTHER_LIST =
      Finding.notSeen("the price list changes during the run", "Run it again.");

  private static final Finding LATE_CHARGE =
      Finding.notSeen(
          "a charge does not show in the balance within two minutes",
          "Run it again when the balance has settled. Compare the ledger with the balance only"
              + " after such a wait.");

  private static final String SOLD_ADVICE =
      "You pay for a call that should be free. Set limits, and ask the operator.";

  private static final String TWO_LOADS_ADVICE =
      "A retried order may be paid twice. Always set a customerRef, and ask the operator.";

  private final Transport transport;
  private final Time time;
  private final RunContext context;
  private final Budget budget;
  private final Report report;
  private @Nullable ApiResponse lastBalance;
  private @Nullable Instant lastSent;
  private Duration rateLimitWait = Duration.ZERO;

  /** Why no more calls are sent. */
  private @Nullable Finding stopped;

  /** Why no more calls are sent that may cost money. */
  private @Nullable Finding ended;

  /** The fault of the price list. */
  private @Nullable Finding noPrice;

  /** Why the last creation has returned no load, which later checks need. */
  private Finding noLoad = Finding.notSeen("no load was created", "See the rows of createLoad.");

  /**
   * @param limit the maximum that may be spent; zero if nothing
   */
  CheckRunner(Transport transport, Time time, RunContext context, BigDecimal limit, Report report) {
    this.transport = transport;
    this.time = time;
    this.context = context;
    this.report = report;
    this.budget = new Budget(() -> read(Operation.GET_BALANCE).balance(), time, limit);
  }

  /** Reads the first balance. Returns why no check can run with this address and key; or null. */
  @Nullable String beginFree() {
    ApiResponse response = send(ApiCall.get(Operation.GET_BALANCE));
    if (!response.wasSent()) {
      return "The service cannot be reached: "
          + response.failure()
          + ". Check FREIGHT_BASE_URL and the network.";
    }
    if (response.status() == 401) {
      return "The service refuses the key in FREIGHT_AGENT_KEY (401). Use the broker's agent key.";
    }
    if (response.status() == 404) {
      return "The service has no balance at this address (404). Check the path in"
          + " FREIGHT_BASE_URL.";
    }
    budget.start(response.balance());
    return null;
  }

  /** Waits until nobody else seems to use the account; otherwise ends the paid checks. */
  void beginPaid() {
    if (stopped != null) return;
    Finding moves = budget.watchBalance();
    if (moves != null) end(moves);
  }

  void run(List<Check> checks) {
    checks.forEach(this::run);
  }

  private void run(Check check) {
    ApiCall call;
    try {
      call = check.call().apply(context);
    } catch (NoSuchElementException noSuchLoad) {
      Finding blocked = paymentBlocker();
      report.notRun(check.name(), blocked == null ? noLoad : blocked);
      return;
    }
    if (stopped != null) {
      report.notRun(check.name(), stopped);
    } else if (context.prices.unexpectedlyPriced().contains(call.operation())) {
      report.notRun(check.name(), Objects.requireNonNull(noPrice));
    } else if (PriceList.isPaid(call.operation())) {
      pay(check.name(), call.operation(), call.times(), found -> cost(check, call, found));
    } else {
      Findings found = new Findings();
      ApiResponse response = send(call);
      boolean isList = call.operation() == Operation.GET_PRICING && !call.hasWrongAgentKey();
      if (isList) context.prices = PriceList.of(response);
      judge(check, call, response, found);
      if (isList) noPrice = found.blocking();
      report.checked(check.name(), found);
    }
  }

  private void judge(Check check, ApiCall call, ApiResponse response, Findings found) {
    report.recording.addResponse(check.name(), call, response);
    JsonNode body = ResponseComparison.compare(call, response, found);
    if (body != null) {
      check.judge().judge(found, body, context);
      ResponseComparison.addIfUnreadable(call, response, found);
    }
    boolean hasExcerpt = !found.isEmpty() && !response.body().isEmpty();
    if (hasExcerpt) found.excerpt = response.status() + " " + new Redaction().body(response);
  }

  /**
   * Makes a call that may cost money, if the limit allows it, and compares its charge with the
   * balance.
   *
   * @param call sends it, adds what it finds, and returns the cost by the response; null if the
   *     response was lost
   */
  void pay(
      String check, Operation operation, int times, Function<Findings, @Nullable BigDecimal> call) {
    BigDecimal price = context.prices.usd().get(operation);
    BigDecimal maximum = price == null ? null : price.multiply(BigDecimal.valueOf(times));
    Finding refusal = mayNotPay(maximum);
    if (price == null || maximum == null || refusal != null) {
      refusal = Objects.requireNonNull(refusal == null ? noPrice : refusal);
      if (operation == Operation.CREATE_LOAD) noLoad = refusal;
      report.notRun(check, refusal);
      return;
    }
    budget.reserve(maximum);
    // If the program is stopped during the call, the file has the maximum cost of the call.
    report.write(budget.committed());
    Findings found = new Findings();
    settle(found, price, maximum, call.apply(found));
    report.write(budget.committed());
    report.checked(check, found);
  }

  /** Why no more paid checks run; null if they do. */
  @Nullable Finding paymentBlocker() {
    return stopped == null ? ended : stopped;
  }

  /** Why the balance says nothing about the last call, because it moved since then; or null. */
  @Nullable Finding checkBalance() {
    return budget.checkBalance();
  }

  private @Nullable Finding mayNotPay(@Nullable BigDecimal maximum) {
    Finding blocked = paymentBlocker();
    if (blocked != null || maximum == null) return blocked;
    if (maximum.compareTo(budget.left()) > 0) return noPrice == null ? LIMIT : noPrice;
    Finding refusal = budget.checkBalance();
    boolean hasChanged = !PriceList.of(read(Operation.GET_PRICING)).equals(context.prices);
    if (refusal == null && hasChanged) refusal = OTHER_LIST;
    if (refusal != null) end(refusal);
    return paymentBlocker();
  }

  /** The cost of a call by its responses; null if one was lost. */
  private @Nullable BigDecimal cost(Check check, ApiCall call, Findings found) {
    List<ApiResponse> responses = sendAll(call);
    RunContext.Load existing = call.expected().existingLoad();
    boolean isRead = call.operation() == Operation.GET_LOAD_POSITION;
    int reads = 0;
    int newLoads = 0;
    boolean namesLoad = isRead;
    for (ApiResponse response : responses) {
      judge(check, call, response, found);
      if (!response.isSuccess()) continue;
      RunContext.Load load = RunContext.load(response);
      namesLoad |= load != null;
      if (isRead) {
        // A refusal with 200 names no load.
        if (call.expected().status() < 300 || response.text("loadNumber") != null) reads++;
      } else if (load == null) {
        // Counts as the expected load.
        if (call.mayCreateLoad() && newLoads == 0) newLoads++;
      } else if (context.addLoad(load, call.idempotencyKey())) {
        newLoads++;
      } else if (existing != null && !load.equals(existing)) {
        found.broken("a repeated order returns the wrong load", Finding.ASK_OPERATOR);
      }
    }
    Finding finding = found.blocking();
    if (!namesLoad && call.mayCreateLoad() && finding != null) noLoad = finding;
    if (responses.stream().anyMatch(ApiResponse::isLost)) return null;
    boolean isSold = call.expected().status() >= 400 && reads > 0;
    if (isSold || newLoads > (call.mayCreateLoad() ? 1 : 0)) {
      String fact = "charges for a call that it should refuse";
      if (existing != null) fact = "creates another load for a repeated order";
      if (call.times() > 1) fact = "creates two loads under one key";
      // The status is part of the same finding.
      found.all.clear();
      found.add(end(Finding.broken(fact, call.times() > 1 ? TWO_LOADS_ADVICE : SOLD_ADVICE)));
    }
    BigDecimal price = context.prices.usd().getOrDefault(call.operation(), BigDecimal.ZERO);
    return price.multiply(BigDecimal.valueOf(reads + newLoads));
  }

  /** Compares the change of the balance with the cost by the response. */
  private void settle(
      Findings found, BigDecimal price, BigDecimal maximum, @Nullable BigDecimal reported) {
    boolean isFirst = budget.delay() == null;
    BigDecimal expected = reported != null ? reported : isFirst ? price : BigDecimal.ZERO;
    BigDecimal taken = budget.awaitCharge(maximum, expected);
    if (taken == null) {
      found.add(end(Budget.UNREADABLE));
      return;
    }
    found.spent = taken.max(BigDecimal.ZERO);
    Duration delay = budget.delay();
    if (isFirst && delay != null && delay.compareTo(LATE_DEBIT) >= 0) reportDelay(found, delay);
    boolean isPossible = reported == null && (taken.signum() == 0 || taken.compareTo(price) == 0);
    boolean isRight = isPossible || taken.compareTo(expected) == 0;
    if (!isRight) found.add(end(wrongCharge(taken, expected)));
  }

  private Finding wrongCharge(BigDecimal taken, BigDecimal expected) {
    if (taken.signum() == 0) return LATE_CHARGE;
    if (taken.signum() < 0) return Budget.ROSE;
    Finding moves = budget.watchBalance();
    if (moves != null) return moves;
    String fact =
        "costs %s instead of %s".formatted(PriceList.text(taken), PriceList.text(expected));
    boolean isInCents = taken.compareTo(expected.movePointRight(2)) == 0;
    if (isInCents) fact += ", perhaps because the balance is in cents";
    return Finding.broken(
        fact, "Price list, limits and ledger are wrong for this call. Ask the operator.");
  }

  private void reportDelay(Findings found, Duration delay) {
    String late = "the balance shows a charge after " + delay.toSeconds() + " s";
    found.add(
        Finding.different(
            late, "Compare the ledger with the balance only when no call was made for so long."));
    report.say(late + ". Each paid check takes so long.");
  }

  /** Ends the paid checks. Returns the finding whose row lists the other checks. */
  private Finding end(Finding finding) {
    Finding why = finding;
    if (finding.equals(Budget.UNREADABLE) && lastBalance != null) {
      Findings found = new Findings();
      ResponseComparison.compare(ApiCall.get(Operation.GET_BALANCE), lastBalance, found);
      why = Objects.requireNonNullElse(found.blocking(), finding);
    }
    if (ended == null) {
      ended = why;
      report.say("The paid checks end: " + why.fact());
    }
    return why;
  }

  private ApiResponse send(ApiCall call) {
    return sendAll(call).get(0);
  }

  private List<ApiResponse> sendAll(ApiCall call) {
    pace();
    List<ApiResponse> responses =
        Collections.nCopies(call.times(), call).parallelStream().map(transport::send).toList();
    context.responses.addAll(responses);
    ApiResponse first = responses.get(0);
    if (call.operation() == Operation.GET_BALANCE) lastBalance = first;
    if (first.status() == 429) waitAfter(first);
    int from = context.responses.size() - MAX_LOST;
    boolean isSilent =
        from >= 0
            && context.responses.subList(from, context.responses.size()).stream()
                .allMatch(ApiResponse::isLost);
    if (isSilent && stopped == null) stopped = ResponseComparison.lost(first);
    return responses;
  }

  private void waitAfter(ApiResponse response) {
    Duration left = MAX_RATE_LIMIT_WAIT.minus(rateLimitWait);
    if (left.isZero()) {
      stopped = ResponseComparison.RATE_LIMITED;
      return;
    }
    Duration requested = RetryAfter.parse(response.headers().get("Retry-After"), time.now());
    Duration wait = requested == null ? DEFAULT_RETRY_AFTER : requested;
    if (wait.compareTo(left) > 0) wait = left;
    rateLimitWait = rateLimitWait.plus(wait);
    report.say("429: waiting " + wait.toSeconds() + " s");
    time.sleep(wait);
  }

  /** Waits until a second has passed since the last call. */
  private void pace() {
    Instant now = time.now();
    Instant next = lastSent == null ? now : lastSent.plus(PACE);
    if (next.isAfter(now)) time.sleep(Duration.between(now, next));
    lastSent = time.now();
  }

  /** Reads balance or prices between the checks. */
  private ApiResponse read(Operation operation) {
    ApiResponse response = send(ApiCall.get(operation));
    for (int tries = 1; tries < MAX_TRIES && response.status() != 200 && stopped == null; tries++) {
      response = send(ApiCall.get(operation));
    }
    return response;
  }
}
