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
import io.freightsdk.simulation.CallLog.Stage;
import io.freightsdk.simulation.RunObservations.PriceFrom;
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
 * A whole world, of whose threads one runs at a time: the reference service, a network, processes
 * with their clients, and people who use them. All that happens follows from the plan. The judges
 * look at it afterwards; they know the service's ledger and what callers were told, and nothing
 * else.
 */
final class SimulatedWorld {
  static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  /** Where a read costs so much, a single one too many passes a limit. */
  private static final BigDecimal EXPENSIVE_READ = new BigDecimal("0.40");

  private static final long OWN = -77;

  /** For all that still waits for money. */
  private static final String PLENTY = "1000.00";

  /** What there is in a world that is poor. */
  private static final BigDecimal LITTLE = new BigDecimal("0.90");

  /** So long after the books are back, all that they had missed is stored. */
  private static final Duration STORED_AGAIN = Duration.ofSeconds(30);

  private static final int MOST_PRICE_MOVES = 60;

  private static final long EXPENSIVE = -7;
  private static final long SECOND = 1_000_000_000L;

  final WorldPlan plan;
  final WorldSettings settings;
  final WorldTraits habits;
  final Timeline time = new Timeline();
  final CooperativeScheduler baton;
  final Network network = new Network(this);
  final SimulatedDatabase database;
  final SimulatedProcess[] processes;
  final List<SimulatedProcess> incarnations = new ArrayList<>();
  final List<UserCall> userCalls = new ArrayList<>();
  final List<CallLog> calls = new ArrayList<>();
  final List<CallLog.Attempt> attempts = new ArrayList<>();
  final List<PriceFrom> prices = new ArrayList<>();
  final List<String> loads = new ArrayList<>();
  final SimulatedCustomers customers = new SimulatedCustomers(this);
  final SimulatedService service;
  final List<String> story;

  /** The scopes that pay; none where nothing knows a scope. */
  final List<SpendScope> runs;

  /** No new faults: what is under way comes to its end. */
  boolean calm;

  /** When the database was in trouble, or one process had another one. */
  final List<DatabaseFailure> troubles = new ArrayList<>();

  Violation violation;

  private final StepInvariants steps;
  private boolean over;
  private int outages;
  private int priceMoves;
  private int databaseTroubles;
  private int actsLeft;
  private long pricesAwayUntil;

  record DatabaseFailure(long from, long until) {}

  /**
   * @param pool the threads that it uses
   */
  SimulatedWorld(WorldPlan plan, CooperativeScheduler.WorkerPool pool, boolean tellsStory) {
    this.plan = plan;
    this.baton = new CooperativeScheduler(time, pool, this::escaped);
    this.settings = plan.settings();
    this.habits = plan.habits();
    this.runs = settings.runs();
    this.story = tellsStory ? new ArrayList<>() : null;
    service =
        new SimulatedService(
            START, time::now, plan.seed(), habits.poor() ? LITTLE : settings.balance());
    database = settings.database() ? new SimulatedDatabase(this) : null;
    for (Map.Entry<String, BigDecimal> price : service.prices().entrySet()) {
      note(price.getKey(), price.getValue());
    }
    createLoads();
    // A lost read that is sent again may cost twice.
    boolean mayPayTwice = settings.retriesReads() && settings.limited();
    if (mayPayTwice || habits.poor() || Dice.of(plan.seed(), EXPENSIVE).percent(25)) {
      service.price("position_read", EXPENSIVE_READ);
      note("position_read", EXPENSIVE_READ);
    }
    steps = new StepInvariants(this);
    processes = new SimulatedProcess[settings.processes()];
  }

  /** Loads that are there from the beginning, paid by nobody. */
  private void createLoads() {
    for (int i = 0; i < 3; i++) {
      service.credit(new BigDecimal("0.65"));
      loads.add(service.load(SimulatedCustomers.bodyOfSetUp(i)));
    }
  }

  /** Runs the plan to its end, and judges. Null if nothing is wrong. */
  Violation run() {
    try {
      for (int i = 0; i < processes.length; i++) start(i);
      List<Action> acts = plan.acts();
      actsLeft = acts.size();
      for (int i = 0; i < acts.size(); i++) {
        int number = i;
        time.after(
            acts.get(i).at(),
            () -> {
              actsLeft--;
              customers.act(acts.get(number), number);
            });
      }
      baton.await(CooperativeScheduler.FOREVER, () -> violation != null || actsLeft <= 0);
      if (violation == null) new WorldInvariants(this).judge();
    } catch (Throwable thrown) {
      escaped(thrown);
    }
    over = true;
    baton.end();
    return violation;
  }

  private void escaped(Throwable thrown) {
    violate(Violation.Rule.NOTHING_ESCAPES, "a throwable left the client: " + thrown, thrown);
  }

  /** Whether it has come to its end: nothing of it does anything any more. */
  boolean isOver() {
    return over;
  }

  /** Lets everything happen that happens until then. */
  void runUntil(long until) {
    boolean[] then = new boolean[1];
    time.after(until - time.now(), () -> then[0] = true);
    baton.await(CooperativeScheduler.FOREVER, () -> then[0]);
  }

  /** The faults end, whatever was broken works again. */
  void calmDown() {
    calm = true;
    endOutage();
    if (database != null) {
      database.works();
    }
    tell(() -> "From here on nothing fails any more.");
    credit(PLENTY);
  }

  void violate(Violation.Rule rule, String fact, Throwable thrown) {
    if (over) return;
    if (violation == null) violation = new Violation(rule, fact, thrown);
    tell(() -> "VIOLATION of " + rule + ": " + fact);
  }

  void tell(Supplier<String> sentence) {
    if (story == null || over) return;
    story.add(String.format(Locale.ROOT, "%12.6f  %s", time.now() / 1e9, sentence.get()));
  }

  // --- processes ---

  void start(int number) {
    int incarnation = 0;
    for (SimulatedProcess before : incarnations) if (before.number == number) incarnation++;
    SimulatedProcess started = new SimulatedProcess(this, number, incarnation);
    incarnations.add(started);
    processes[number] = started;
    tell(() -> "Process " + number + " starts.");
    customers.restarted(number);
  }

  void kill(SimulatedProcess victim) {
    tell(() -> "Process " + victim.number + " is killed.");
    victim.kill();
  }

  /** It is killed, and started again. */
  void crash(SimulatedProcess victim, Dice dice) {
    kill(victim);
    time.after(dice.upToMillis(5_000), () -> baton.start(null, () -> start(victim.number)));
  }

  /** Looks at what came to the world: nothing may come from a process that was killed. */
  void livingOnly(SimulatedProcess process, String did) {
    if (!process.wasKilled()) return;
    violate(
        Violation.Rule.THE_DEAD_DO_NOTHING,
        "process " + process.number + " " + did + " after it was killed",
        null);
  }

  /** A client is closed: all that it had to do is done. */
  void closed(SimulatedProcess process) {
    for (CallLog call : calls) {
      if (call.process != process) continue;
      ReservationLog open = call.open();
      if (call.hasEnded() && open == null) continue;
      // A ledger that says nothing is not waited for.
      if (booksWereAway(call.begunAt, time.now())) continue;
      violate(
          Violation.Rule.A_CLOSE_WAITS_FOR_WHAT_WAS_PAID,
          String.format(
              Locale.ROOT,
              "the client of process %d is closed, and %s has not ended",
              process.number,
              call.hasEnded() ? open : call),
          null);
    }
  }

  // --- calls ---

  /** A user asks a client for something, in an act. */
  UserCall asks(
      SimulatedProcess process,
      Operation operation,
      @Nullable String subject,
      CallOptions options,
      int act,
      long dice) {
    UserCall asked =
        new UserCall(userCalls.size(), process, operation, subject, options, act, dice, time.now());
    userCalls.add(asked);
    // Whether a call is made for a shared read shows later.
    if (!asked.isShared) begins(asked);
    return asked;
  }

  private CallLog begins(UserCall asked) {
    CallLog call = new CallLog(calls.size(), asked, time.now());
    asked.call = call;
    begins(call);
    tell(
        () ->
            String.format(
                Locale.ROOT,
                "Process %d begins %s%s%s%s%s.",
                call.process.number,
                call,
                call.idempotencyKey() == null ? "" : " with key " + call.idempotencyKey(),
                call.loadNumber() == null ? "" : " of load " + call.loadNumber(),
                call.customerRef() == null ? "" : " for " + call.customerRef(),
                asked.payer() == null ? "" : " in " + asked.path()));
    comesTo(call, call.isReserved() ? Stage.BEGUN : Stage.QUEUED);
    return call;
  }

  private void begins(CallLog call) {
    livingOnly(call.process, "began a call");
    calls.add(call);
  }

  /** What the client reads for itself: a reading that runs, or a new one. */
  private CallLog own(SimulatedProcess process, Operation operation) {
    CallLog runs = process.own.get(operation);
    if (runs != null && !runs.hasEnded()) return runs;
    // It meets faults of its own, not those of the call that needs it.
    long dice = Dice.of(Dice.of(plan.seed(), -time.now()).nextLong(), OWN).nextLong();
    CallLog call = new CallLog(calls.size(), process, operation, time.now(), dice);
    process.own.put(operation, call);
    begins(call);
    tell(() -> "Process " + process.number + " begins " + call + " for itself.");
    return call;
  }

  /** A call comes to a stage, where something may strike it. */
  private void comesTo(CallLog call, Stage stage) {
    call.at(stage, time.now());
    if (!calm) call.process.strikes(call);
  }

  /** A call asks its guard. */
  ReservationLog asked(SimulatedProcess process, Purchase purchase) {
    livingOnly(process, "asked its guard");
    CallLog call = callOf((UserCall) purchase.scope());
    ReservationLog asked = new ReservationLog(call, paidBy(call, purchase));
    Quote quote = purchase.quote();
    tell(() -> call + " reserves " + (quote == null ? "at no price." : quote.usd() + " USD."));
    comesTo(call, Stage.RESERVING);
    steps.asks(asked);
    return asked;
  }

  /** The one call that a client makes for a user; that of a shared read may show first here. */
  private CallLog callOf(UserCall user) {
    return user.call == null ? begins(user) : user.call;
  }

  /** The same in the scope that its user has given. */
  private static Purchase paidBy(CallLog call, Purchase asked) {
    return new Purchase(
        asked.id(),
        asked.callId(),
        asked.attempt(),
        asked.operation(),
        asked.accountId(),
        asked.idempotencyKey(),
        asked.customerRef(),
        asked.loadNumber(),
        call.user.payer(),
        asked.quote(),
        asked.remainingTime());
  }

  /** The guard has decided. */
  void decided(ReservationLog asked, Decision decision) {
    asked.decision = decision;
    if (decision instanceof Reservation && !asked.call.hasEnded()) {
      comesTo(asked.call, Stage.QUEUED);
    }
    tell(() -> "The guard says to " + asked.call + ": " + said(decision));
  }

  private static String said(Decision decision) {
    if (decision instanceof Reservation) return "reserved.";
    return decision instanceof LimitExceeded limit
        ? limit.remainingUsd() + " USD are left of " + limit.limit()
        : decision.toString();
  }

  /** A call tells its guard what became of a reservation. */
  void completed(ReservationLog held, Outcome outcome) {
    if (held.outcome != null) {
      violate(
          Violation.Rule.A_RESERVATION_ENDS_ONCE,
          held + " was completed again, with " + outcome.kind(),
          null);
    }
    held.outcome = outcome;
    tell(() -> held + " ends: " + outcome.kind());
    boolean isOver = held.call.hasEnded() || held.call.stage == Stage.AWAITING_TOP_UP;
    if (!isOver) comesTo(held.call, Stage.BOOKING);
  }

  /** The guard says what a reservation was charged. */
  void told(ReservationLog held, Charge charge) {
    // What a process that dies has not stored is forgotten with it.
    if (held.call.process.wasKilled()) return;
    held.toldInTime = !held.call.hasEnded();
    tell(() -> "The guard says of " + held + ": " + charge + ".");
  }

  CallLog.Attempt attempted(SimulatedProcess process, Request request, Duration timeout) {
    livingOnly(process, "sent a request");
    CallLog call = callOf(process, request);
    ReservationLog held = call.open();
    CallLog.Attempt before = call.last();
    CallLog.Attempt attempt = new CallLog.Attempt(attempts.size(), call, time.now(), timeout, held);
    attempts.add(attempt);
    call.attempts.add(attempt);
    if (held != null) held.attempts.add(attempt);
    comesTo(call, Stage.SENDING);
    steps.sends(call, attempt, before);
    return attempt;
  }

  private CallLog callOf(SimulatedProcess process, Request request) {
    String number = request.header(UserCall.HEADER);
    if (number == null) {
      boolean isList = request.url().encodedPath().equals(Operation.GET_PRICING.path());
      return own(process, isList ? Operation.GET_PRICING : Operation.GET_BALANCE);
    }
    CallLog call = callOf(userCalls.get(Integer.parseInt(number)));
    if (call.hasEnded()) {
      violate(Violation.Rule.A_CALL_ENDS_ONCE, call + " is sent after its end", null);
    }
    return call;
  }

  /**
   * An attempt has ended.
   *
   * @param answered what came; null for no answer
   */
  void attemptEnded(CallLog.Attempt attempt, AttemptResult result, @Nullable ServiceResponse answered) {
    attempt.endedAt = time.now();
    attempt.result = result;
    attemptIsOver(attempt, result);
    if (answered == null) return;
    String seconds = answered.asksToWait();
    if (seconds != null) attempt.asksToWait = Duration.ofSeconds(Long.parseLong(seconds));
  }

  private void attemptIsOver(CallLog.Attempt attempt, AttemptResult result) {
    CallLog call = attempt.call;
    boolean awaits =
        settings.topUps() == WorldSettings.TopUps.AWAIT && result.isWorthATopUp(call.repeat);
    if (result.isSuccess()) {
      comesTo(call, Stage.BOOKING);
    } else if (awaits) {
      comesTo(call, Stage.AWAITING_TOP_UP);
      time.after(StepInvariants.GIVEN_UP, () -> steps.awaitsTopUp(call));
    } else {
      comesTo(call, Stage.PAUSED);
    }
  }

  /** A listener hears that a call has ended. */
  void ended(SimulatedProcess process, CallEvent.CallEnded event) {
    livingOnly(process, "told how a call ended");
    CallLog call = callOf(process, event);
    if (call.hasEnded()) {
      violate(Violation.Rule.A_CALL_ENDS_ONCE, call + " ended twice", null);
      return;
    }
    if (call.isOwn()) call.begunAt = time.now() - event.elapsed().toNanos();
    ends(call, event.charge(), event.failure());
  }

  /** All events of a call come on its thread. */
  private CallLog callOf(SimulatedProcess process, CallEvent.CallEnded event) {
    UserCall user = baton.here().user();
    // What a client reads for itself may have failed before it was sent, and show here first.
    return user != null ? callOf(user) : own(process, event.operation());
  }

  private void ends(CallLog call, @Nullable Charge charge, @Nullable Throwable failure) {
    comesTo(call, Stage.ENDED);
    call.ends(time.now(), charge, failure);
    steps.ends(call);
    tell(
        () ->
            call
                + " ends: "
                + (failure == null ? "success" : failure.toString())
                + "; told "
                + call.told());
  }

  /** A user is told what came of his call. */
  void told(UserCall user, @Nullable Object got, @Nullable Throwable thrown) {
    // Who cancels a future is told at once, and its call may still be on its way.
    if (user.process.wasKilled() || thrown instanceof CancellationException) return;
    if (user.isShared) {
      steps.isTold(user, got, thrown);
      return;
    }
    CallLog call = callOf(user);
    if (!call.hasEnded()) ends(call, null, thrown);
    if (!call.told(got, thrown)) {
      violate(
          Violation.Rule.LISTENERS_ARE_TOLD_THE_SAME,
          String.format(
              Locale.ROOT,
              "the caller of %s was told %s",
              call,
              thrown == null ? "success" : thrown),
          thrown);
    }
  }

  // --- the service ---

  ServiceResponse serve(CallLog.Attempt attempt, Request request, byte[] body) {
    CallLog call = attempt.call;
    String key = request.header("Idempotency-Key");
    BigDecimal before = service.balanceUsd();
    ServiceResponse answered = service.answer(attempt, request, key, body);
    tell(
        () ->
            String.format(
                Locale.ROOT,
                "The service answers attempt %d of %s with %d%s.",
                call.attempts.indexOf(attempt) + 1,
                call,
                answered.status(),
                service.balanceUsd().compareTo(before) < 0
                    ? ", and takes " + before.subtract(service.balanceUsd()) + " USD"
                    : ""));
    return answered;
  }

  void priceChanges(Dice dice) {
    if (dice.percent(60)) {
      price("load_create", new BigDecimal(dice.pick("0.65", "0.80", "0.50", "1.30")));
    } else {
      price("position_read", new BigDecimal(dice.pick("0.02", "0.03", "0.05", "0.01", "0.40")));
    }
  }

  /** A price changes just while a call takes a step. */
  void priceMoves(Dice dice) {
    if (!calm && priceMoves++ < MOST_PRICE_MOVES) priceChanges(dice);
  }

  void price(String name, BigDecimal usd) {
    service.price(name, usd);
    note(name, usd);
    tell(() -> "The service changes its price of " + name + " to " + usd + " USD.");
  }

  private void note(String name, BigDecimal usd) {
    boolean isCreation = name.equals("load_create");
    if (!isCreation && !name.equals("position_read")) return;
    Operation paid = isCreation ? Operation.CREATE_LOAD : Operation.GET_LOAD_POSITION;
    prices.add(new PriceFrom(time.now(), paid, usd));
  }

  void credit(String usd) {
    service.credit(new BigDecimal(usd));
    tell(() -> "Somebody adds " + usd + " USD to the balance.");
  }

  /** Somebody sees that calls wait for money, and has not much. */
  void addALittle(SimulatedProcess process, Dice dice) {
    if (calm || !process.isOpen()) return;
    credit(dice.pick("0.05", "0.40", "0.40", "0.70"));
  }

  void billingDownFor(long nanos) {
    service.billing(false);
    int number = ++outages;
    tell(() -> "Billing is down.");
    time.after(
        nanos,
        () -> {
          if (number == outages) endOutage();
        });
  }

  private void endOutage() {
    service.billing(true);
    tell(() -> "Billing works.");
  }

  /** The database is in trouble for a while. */
  void databaseTroubleFor(Fault trouble, long nanos) {
    if (database == null) return;
    DatabaseFailure begins = new DatabaseFailure(time.now(), Long.MAX_VALUE);
    troubles.add(begins);
    database.meets(trouble);
    int number = ++databaseTroubles;
    tell(() -> "Trouble with the database: " + trouble);
    time.after(
        nanos,
        () -> {
          troubles.set(troubles.indexOf(begins), new DatabaseFailure(begins.from(), time.now()));
          if (number != databaseTroubles) return;
          database.works();
          tell(() -> "The database works again.");
        });
  }

  /** The list of prices cannot be read for a while. */
  void pricesAwayFor(long nanos) {
    pricesAwayUntil = time.now() + nanos;
    tell(
        () ->
            String.format(
                Locale.ROOT, "The list of prices cannot be read for %.1f s.", nanos / 1e9));
  }

  boolean pricesAreAway() {
    return !calm && time.now() < pricesAwayUntil;
  }

  /** Whether the books could not be read or written at some moment between these. */
  boolean booksWereAway(long from, long until) {
    return troubles.stream()
        .anyMatch(one -> one.from() <= until && one.until() >= from - STORED_AGAIN.toNanos());
  }

  /** Whether these books know of all that the service took. */
  boolean booksSeeAllSpending() {
    return database != null || (processes.length == 1 && incarnations.size() == 1);
  }

  void struck(Fault fault, CallLog.Attempt attempt) {
    tell(() -> attempt.call + ": attempt " + attempt.call.attempts.size() + " meets " + fault);
  }

  /** The time of day of every process, and of the database. */
  Clock clock() {
    InstantSource timeOfDay = () -> START.plusNanos(time.now());
    return timeOfDay.withZone(ZoneOffset.UTC);
  }
}
