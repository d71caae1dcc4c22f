package io.freightsdk.simulation;

import io.freightsdk.CallEvent;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.model.Operation;
import io.freightsdk.simulation.RecordedCall.Stage;
import io.freightsdk.simulation.RunObservations.PriceChange;
import io.freightsdk.simulation.SimulatedService.ServiceResponse;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * A simulated world: the reference service, a network, processes with their clients, and customers
 * who use them. One thread runs at a time, and everything follows from the plan. At the end, the
 * invariants check the service's ledger against the results that callers got.
 */
final class SimulatedWorld {
  static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  /** A price at which one additional read exceeds a limit. */
  private static final BigDecimal EXPENSIVE_READ_USD = new BigDecimal("0.40");

  private static final long INTERNAL_CALL_SEED = -77;

  /** Covers all calls that still wait for a top-up. */
  private static final String LARGE_CREDIT = "1000.00";

  /** Balance of a world with {@link WorldTraits#hasLowBalance()}. */
  private static final BigDecimal LOW_BALANCE = new BigDecimal("0.90");

  /** Time after which all outcomes are stored when the ledger is available again. */
  private static final Duration LEDGER_RECOVERY_TIME = Duration.ofSeconds(30);

  private static final int MAX_PRICE_CHANGES = 60;

  private static final long EXPENSIVE_READ_SEED = -7;
  private static final long SECOND = 1_000_000_000L;

  final WorldPlan plan;
  final WorldSettings settings;
  final WorldTraits traits;
  final Timeline time = new Timeline();
  final CooperativeScheduler scheduler;
  final Network network = new Network(this);
  final SimulatedDatabase database;
  final SimulatedProcess[] processes;
  final List<SimulatedProcess> incarnations = new ArrayList<>();
  final List<UserCall> userCalls = new ArrayList<>();
  final List<RecordedCall> calls = new ArrayList<>();
  final List<RecordedCall.Attempt> attempts = new ArrayList<>();
  final List<PriceChange> prices = new ArrayList<>();
  final List<String> loads = new ArrayList<>();
  final SimulatedCustomers customers = new SimulatedCustomers(this);
  final SimulatedService service;

  /** The log; null if it is not written. */
  final List<String> logLines;

  /** The scopes that pay; empty if the clients have no ledger. */
  final List<SpendScope> scopes;

  /** Whether no new faults occur, so that all calls can end. */
  boolean faultsEnded;

  /** Times at which the database failed. */
  final List<DatabaseFailure> databaseFailures = new ArrayList<>();

  Violation violation;

  private final StepInvariants stepInvariants;
  private boolean hasEnded;
  private int outages;
  private int priceChanges;
  private int databaseFailureCount;
  private int remainingActions;
  private long pricesUnavailableUntil;

  record DatabaseFailure(long from, long until) {}

  /**
   * @param pool the threads of this world
   * @param isLogging whether the world writes {@link #logLines}
   */
  SimulatedWorld(WorldPlan plan, CooperativeScheduler.WorkerPool pool, boolean isLogging) {
    this.plan = plan;
    this.scheduler = new CooperativeScheduler(time, pool, this::onUncaughtException);
    this.settings = plan.settings();
    this.traits = plan.traits();
    this.scopes = settings.scopes();
    this.logLines = isLogging ? new ArrayList<>() : null;
    service =
        new SimulatedService(
            START,
            time::now,
            plan.seed(),
            traits.hasLowBalance() ? LOW_BALANCE : settings.balance());
    database = settings.hasSharedLedger() ? new SimulatedDatabase(this) : null;
    for (Map.Entry<String, BigDecimal> price : service.prices().entrySet()) {
      recordPrice(price.getKey(), price.getValue());
    }
    createLoads();
    // A lost read that is repeated may be charged twice.
    boolean mayPayTwice = settings.retriesUnknownReads() && settings.hasLimits();
    if (mayPayTwice
        || traits.hasLowBalance()
        || Dice.of(plan.seed(), EXPENSIVE_READ_SEED).chance(25)) {
      service.setPrice("position_read", EXPENSIVE_READ_USD);
      recordPrice("position_read", EXPENSIVE_READ_USD);
    }
    stepInvariants = new StepInvariants(this);
    processes = new SimulatedProcess[settings.processes()];
  }

  /** Creates loads before the first action. The world credits their price. */
  private void createLoads() {
    for (int i = 0; i < 3; i++) {
      service.credit(new BigDecimal("0.65"));
      loads.add(service.createLoad(SimulatedCustomers.initialLoadBody(i)));
    }
  }

  /** Runs the plan and checks the invariants. Returns null if all hold. */
  Violation run() {
    try {
      for (int i = 0; i < processes.length; i++) start(i);
      List<Action> actions = plan.actions();
      remainingActions = actions.size();
      for (int i = 0; i < actions.size(); i++) {
        int number = i;
        time.schedule(
            actions.get(i).at(),
            () -> {
              remainingActions--;
              customers.perform(actions.get(number), number);
            });
      }
      scheduler.await(
          CooperativeScheduler.FOREVER, () -> violation != null || remainingActions <= 0);
      if (violation == null) new WorldInvariants(this).check();
    } catch (Throwable thrown) {
      onUncaughtException(thrown);
    }
    hasEnded = true;
    scheduler.endAllThreads();
    return violation;
  }

  private void onUncaughtException(Throwable thrown) {
    violate(Violation.Rule.ONLY_DOCUMENTED_EXCEPTIONS, "the client threw: " + thrown, thrown);
  }

  /** Whether this world has ended. No code of its processes runs after that. */
  boolean hasEnded() {
    return hasEnded;
  }

  /** Runs the timeline until this time. */
  void runUntil(long until) {
    boolean[] isDue = new boolean[1];
    time.schedule(until - time.now(), () -> isDue[0] = true);
    scheduler.await(CooperativeScheduler.FOREVER, () -> isDue[0]);
  }

  /** Ends all faults and outages. */
  void endFaults() {
    faultsEnded = true;
    endBillingOutage();
    if (database != null) {
      database.recover();
    }
    log(() -> "No faults from here on.");
    credit(LARGE_CREDIT);
  }

  void violate(Violation.Rule rule, String fact, Throwable thrown) {
    if (hasEnded) return;
    if (violation == null) violation = new Violation(rule, fact, thrown);
    log(() -> "VIOLATION of " + rule + ": " + fact);
  }

  void log(Supplier<String> sentence) {
    if (logLines == null || hasEnded) return;
    logLines.add(String.format(Locale.ROOT, "%12.6f  %s", time.now() / 1e9, sentence.get()));
  }

  // --- processes ---

  void start(int number) {
    int incarnation = 0;
    for (SimulatedProcess before : incarnations) if (before.number == number) incarnation++;
    SimulatedProcess started = new SimulatedProcess(this, number, incarnation);
    incarnations.add(started);
    processes[number] = started;
    log(() -> "Process " + number + " starts.");
    customers.onRestart(number);
  }

  void kill(SimulatedProcess victim) {
    log(() -> "Process " + victim.number + " is killed.");
    victim.kill();
  }

  /** Kills a process, and starts it again. */
  void crash(SimulatedProcess victim, Dice dice) {
    kill(victim);
    time.schedule(
        dice.nanosUpToMillis(5_000), () -> scheduler.execute(null, () -> start(victim.number)));
  }

  /** Reports a violation if a process actions after it was killed. */
  void checkAlive(SimulatedProcess process, String action) {
    if (!process.wasKilled()) return;
    violate(
        Violation.Rule.KILLED_PROCESS_DOES_NOTHING,
        "process " + process.number + " " + action + " after it was killed",
        null);
  }

  /** Checks that all calls of a closed client have ended. */
  void onClientClosed(SimulatedProcess process) {
    for (RecordedCall call : calls) {
      if (call.process != process) continue;
      RecordedReservation open = call.openReservation();
      if (call.hasEnded() && open == null) continue;
      // The client does not wait for a ledger that does not respond.
      if (ledgerWasUnavailable(call.startedAt, time.now())) continue;
      violate(
          Violation.Rule.CLOSE_WAITS_FOR_PAID_CALLS,
          String.format(
              Locale.ROOT,
              "the client of process %d is closed, and %s has not ended",
              process.number,
              call.hasEnded() ? open : call),
          null);
    }
  }

  // --- calls ---

  /** Starts the call of a user. */
  UserCall startUserCall(
      SimulatedProcess process,
      Operation operation,
      @Nullable String subject,
      CallOptions options,
      int actionIndex,
      long randomSeed) {
    UserCall user =
        new UserCall(
            userCalls.size(),
            process,
            operation,
            subject,
            options,
            actionIndex,
            randomSeed,
            time.now());
    userCalls.add(user);
    // The client makes a call for a shared read only if no other call can be shared.
    if (!user.isShared) startCall(user);
    return user;
  }

  private RecordedCall startCall(UserCall user) {
    RecordedCall call = new RecordedCall(calls.size(), user, time.now());
    user.call = call;
    startCall(call);
    log(
        () ->
            String.format(
                Locale.ROOT,
                "Process %d starts %s%s%s%s%s.",
                call.process.number,
                call,
                call.idempotencyKey() == null ? "" : " with key " + call.idempotencyKey(),
                call.loadNumber() == null ? "" : " of load " + call.loadNumber(),
                call.customerRef() == null ? "" : " for " + call.customerRef(),
                user.payingScope() == null ? "" : " in " + user.path()));
    enterStage(call, call.isPaidOperation() ? Stage.STARTED : Stage.QUEUED);
    return call;
  }

  private void startCall(RecordedCall call) {
    checkAlive(call.process, "started a call");
    calls.add(call);
  }

  /** The call that reads prices or the balance for the client. A running one is reused. */
  private RecordedCall getOrStartInternalCall(SimulatedProcess process, Operation operation) {
    RecordedCall running = process.internalCalls.get(operation);
    if (running != null && !running.hasEnded()) return running;
    // Its faults do not depend on the call that needs it.
    long seed =
        Dice.of(Dice.of(plan.seed(), -time.now()).nextLong(), INTERNAL_CALL_SEED).nextLong();
    RecordedCall call = new RecordedCall(calls.size(), process, operation, time.now(), seed);
    process.internalCalls.put(operation, call);
    startCall(call);
    log(() -> "Process " + process.number + " starts " + call + " for itself.");
    return call;
  }

  /** Sets the stage of a call. Its process may change a price, cancel it or add money. */
  private void enterStage(RecordedCall call, Stage stage) {
    call.enterStage(stage, time.now());
    if (!faultsEnded) call.process.onStage(call);
  }

  /** A call requests a reservation from its guard. */
  RecordedReservation startReservation(SimulatedProcess process, Purchase purchase) {
    checkAlive(process, "requested a reservation");
    RecordedCall call = getOrStartCall((UserCall) purchase.scope());
    RecordedReservation reservation = new RecordedReservation(call, withUserScope(call, purchase));
    Quote quote = purchase.quote();
    log(() -> call + " reserves " + (quote == null ? "at no price." : quote.usd() + " USD."));
    enterStage(call, Stage.RESERVING);
    stepInvariants.onReserve(reservation);
    return reservation;
  }

  /** The call that a client makes for a user. The call of a shared read may first be seen here. */
  private RecordedCall getOrStartCall(UserCall user) {
    return user.call == null ? startCall(user) : user.call;
  }

  /** The purchase, in the scope that the user passed. */
  private static Purchase withUserScope(RecordedCall call, Purchase purchase) {
    return new Purchase(
        purchase.id(),
        purchase.callId(),
        purchase.attempt(),
        purchase.operation(),
        purchase.accountId(),
        purchase.idempotencyKey(),
        purchase.customerRef(),
        purchase.loadNumber(),
        call.user.payingScope(),
        purchase.quote(),
        purchase.remainingTime());
  }

  /** Records the decision of a guard. */
  void addDecision(RecordedReservation reservation, Decision decision) {
    reservation.decision = decision;
    if (decision instanceof Reservation && !reservation.call.hasEnded()) {
      enterStage(reservation.call, Stage.QUEUED);
    }
    log(() -> "The guard responds to " + reservation.call + ": " + describe(decision));
  }

  private static String describe(Decision decision) {
    if (decision instanceof Reservation) return "reserved.";
    return decision instanceof LimitExceeded limit
        ? limit.remainingUsd() + " USD are left of " + limit.limit()
        : decision.toString();
  }

  /** Records the outcome that a call reports for a reservation. */
  void completeReservation(RecordedReservation reservation, Outcome outcome) {
    if (reservation.outcome != null) {
      violate(
          Violation.Rule.RESERVATION_ENDS_ONCE,
          reservation + " was completed twice, now with " + outcome.kind(),
          null);
    }
    reservation.outcome = outcome;
    log(() -> reservation + " ends: " + outcome.kind());
    boolean isEnding =
        reservation.call.hasEnded() || reservation.call.stage == Stage.AWAITING_TOP_UP;
    if (!isEnding) enterStage(reservation.call, Stage.COMPLETING);
  }

  /** Records the charge that the guard returns for a reservation. */
  void addReportedCharge(RecordedReservation reservation, Charge charge) {
    // A killed process loses what it has not stored.
    if (reservation.call.process.wasKilled()) return;
    reservation.gotChargeInTime = !reservation.call.hasEnded();
    log(() -> "The guard returns " + charge + " for " + reservation + ".");
  }

  RecordedCall.Attempt startAttempt(SimulatedProcess process, Request request, Duration timeout) {
    checkAlive(process, "sent a request");
    RecordedCall call = getOrStartCall(process, request);
    RecordedReservation reservation = call.openReservation();
    RecordedCall.Attempt previous = call.lastAttempt();
    RecordedCall.Attempt attempt =
        new RecordedCall.Attempt(attempts.size(), call, time.now(), timeout, reservation);
    attempts.add(attempt);
    call.attempts.add(attempt);
    if (reservation != null) reservation.attempts.add(attempt);
    enterStage(call, Stage.SENDING);
    stepInvariants.onSend(call, attempt, previous);
    return attempt;
  }

  private RecordedCall getOrStartCall(SimulatedProcess process, Request request) {
    String number = request.header(UserCall.HEADER);
    if (number == null) {
      boolean isList = request.url().encodedPath().equals(Operation.GET_PRICING.path());
      return getOrStartInternalCall(
          process, isList ? Operation.GET_PRICING : Operation.GET_BALANCE);
    }
    RecordedCall call = getOrStartCall(userCalls.get(Integer.parseInt(number)));
    if (call.hasEnded()) {
      violate(Violation.Rule.CALL_ENDS_ONCE, call + " is sent after its end", null);
    }
    return call;
  }

  /**
   * Ends an attempt.
   *
   * @param response the complete response; null if there was none
   */
  void endAttempt(
      RecordedCall.Attempt attempt, AttemptResult result, @Nullable ServiceResponse response) {
    attempt.endedAt = time.now();
    attempt.result = result;
    enterStageAfter(attempt, result);
    if (response == null) return;
    String seconds = response.retryAfter();
    if (seconds != null) attempt.retryAfter = Duration.ofSeconds(Long.parseLong(seconds));
  }

  private void enterStageAfter(RecordedCall.Attempt attempt, AttemptResult result) {
    RecordedCall call = attempt.call;
    boolean awaits =
        settings.topUpPolicy() == WorldSettings.TopUpPolicy.AWAIT
            && result.mayBeRepeatedAfterTopUp(call.repeatCost);
    if (result.isSuccess()) {
      enterStage(call, Stage.COMPLETING);
    } else if (awaits) {
      enterStage(call, Stage.AWAITING_TOP_UP);
      time.schedule(StepInvariants.MAX_ABORT_TIME, () -> stepInvariants.onTopUpWait(call));
    } else {
      enterStage(call, Stage.PAUSED);
    }
  }

  /** Records the end of a call, as its listeners see it. */
  void addEndEvent(SimulatedProcess process, CallEvent.CallEnded event) {
    checkAlive(process, "reported the end of a call");
    RecordedCall call = getOrStartCall(process, event);
    if (call.hasEnded()) {
      violate(Violation.Rule.CALL_ENDS_ONCE, call + " ended twice", null);
      return;
    }
    if (call.isInternal()) call.startedAt = time.now() - event.elapsed().toNanos();
    endCall(call, event.charge(), event.failure());
  }

  /** The call of an event. All events of a call come on its thread. */
  private RecordedCall getOrStartCall(SimulatedProcess process, CallEvent.CallEnded event) {
    UserCall user = scheduler.current().user();
    // An internal call that failed before it was sent is first seen here.
    return user != null ? getOrStartCall(user) : getOrStartInternalCall(process, event.operation());
  }

  private void endCall(RecordedCall call, @Nullable Charge charge, @Nullable Throwable failure) {
    enterStage(call, Stage.ENDED);
    call.end(time.now(), charge, failure);
    stepInvariants.onEnd(call);
    log(
        () ->
            call
                + " ends: "
                + (failure == null ? "success" : failure.toString())
                + "; reported "
                + call.reportedCharge());
  }

  /** Records the result that a user got. */
  void addResult(UserCall user, @Nullable Object got, @Nullable Throwable thrown) {
    // A cancelled future ends immediately, while its call may still run.
    if (user.process.wasKilled() || thrown instanceof CancellationException) return;
    if (user.isShared) {
      stepInvariants.onSharedResult(user, got, thrown);
      return;
    }
    RecordedCall call = getOrStartCall(user);
    if (!call.hasEnded()) endCall(call, null, thrown);
    if (!call.setResult(got, thrown)) {
      violate(
          Violation.Rule.LISTENER_AND_CALLER_AGREE,
          String.format(
              Locale.ROOT, "the caller of %s got %s", call, thrown == null ? "success" : thrown),
          thrown);
    }
  }

  // --- the service ---

  ServiceResponse serve(RecordedCall.Attempt attempt, Request request, byte[] body) {
    RecordedCall call = attempt.call;
    String key = request.header("Idempotency-Key");
    BigDecimal before = service.balanceUsd();
    ServiceResponse response = service.send(attempt, request, key, body);
    log(
        () ->
            String.format(
                Locale.ROOT,
                "The service responds to attempt %d of %s with %d%s.",
                call.attempts.indexOf(attempt) + 1,
                call,
                response.status(),
                service.balanceUsd().compareTo(before) < 0
                    ? ", and takes " + before.subtract(service.balanceUsd()) + " USD"
                    : ""));
    return response;
  }

  void changeAnyPrice(Dice dice) {
    if (dice.chance(60)) {
      setPrice("load_create", new BigDecimal(dice.pick("0.65", "0.80", "0.50", "1.30")));
    } else {
      setPrice("position_read", new BigDecimal(dice.pick("0.02", "0.03", "0.05", "0.01", "0.40")));
    }
  }

  /** Changes a price between two steps of a call. */
  void changePriceBetweenSteps(Dice dice) {
    if (!faultsEnded && priceChanges++ < MAX_PRICE_CHANGES) changeAnyPrice(dice);
  }

  void setPrice(String name, BigDecimal usd) {
    service.setPrice(name, usd);
    recordPrice(name, usd);
    log(() -> "The service changes the price of " + name + " to " + usd + " USD.");
  }

  private void recordPrice(String name, BigDecimal usd) {
    boolean isCreation = name.equals("load_create");
    if (!isCreation && !name.equals("position_read")) return;
    Operation paid = isCreation ? Operation.CREATE_LOAD : Operation.GET_LOAD_POSITION;
    prices.add(new PriceChange(time.now(), paid, usd));
  }

  void credit(String usd) {
    service.credit(new BigDecimal(usd));
    log(() -> "Top-up of " + usd + " USD.");
  }

  /** Adds a small amount for calls that wait for a top-up. */
  void creditSmallAmount(SimulatedProcess process, Dice dice) {
    if (faultsEnded || !process.isOpen()) return;
    credit(dice.pick("0.05", "0.40", "0.40", "0.70"));
  }

  void startBillingOutage(long nanos) {
    service.setBillingAvailable(false);
    int number = ++outages;
    log(() -> "Billing is unavailable.");
    time.schedule(
        nanos,
        () -> {
          if (number == outages) endBillingOutage();
        });
  }

  private void endBillingOutage() {
    service.setBillingAvailable(true);
    log(() -> "Billing is available.");
  }

  /** Makes the database fail for a while. */
  void startDatabaseFailure(Fault fault, long nanos) {
    if (database == null) return;
    DatabaseFailure failure = new DatabaseFailure(time.now(), Long.MAX_VALUE);
    databaseFailures.add(failure);
    database.fail(fault);
    int number = ++databaseFailureCount;
    log(() -> "The database fails: " + fault);
    time.schedule(
        nanos,
        () -> {
          databaseFailures.set(
              databaseFailures.indexOf(failure), new DatabaseFailure(failure.from(), time.now()));
          if (number != databaseFailureCount) return;
          database.recover();
          log(() -> "The database works again.");
        });
  }

  /** Makes the price list unavailable for a while. */
  void startPriceListOutage(long nanos) {
    pricesUnavailableUntil = time.now() + nanos;
    log(() -> String.format(Locale.ROOT, "The price list is unavailable for %.1f s.", nanos / 1e9));
  }

  boolean isPriceListUnavailable() {
    return !faultsEnded && time.now() < pricesUnavailableUntil;
  }

  /** Whether the ledger was unavailable at some time between these. */
  boolean ledgerWasUnavailable(long from, long until) {
    return databaseFailures.stream()
        .anyMatch(
            failure ->
                failure.from() <= until
                    && failure.until() >= from - LEDGER_RECOVERY_TIME.toNanos());
  }

  /** Whether the ledger knows all debits of the service. */
  boolean ledgerKnowsAllSpending() {
    return database != null || (processes.length == 1 && incarnations.size() == 1);
  }

  void logFault(Fault fault, RecordedCall.Attempt attempt) {
    log(() -> attempt.call + ": attempt " + attempt.call.attempts.size() + " meets " + fault);
  }

  /** The time of day of every process, and of the database. */
  Clock clock() {
    InstantSource timeOfDay = () -> START.plusNanos(time.now());
    return timeOfDay.withZone(ZoneOffset.UTC);
  }
}
