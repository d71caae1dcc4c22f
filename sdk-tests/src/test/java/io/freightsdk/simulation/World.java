package io.freightsdk.simulation;

import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.SimulatedWire.Stage;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.simulation.Evidence.PriceFrom;
import io.freightsdk.simulation.Fault.Phase;
import io.freightsdk.simulation.Service.Answered;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLedgerException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import okhttp3.Request;

/**
 * A whole world in one thread: the reference service, a network, processes with their clients, and
 * people who use them. All that happens follows from the plan. The judges look at it afterwards;
 * they know the service's ledger and what callers were told, and nothing else.
 */
final class World {
  static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  /** Where a read costs so much, a single one too many passes a limit. */
  private static final BigDecimal EXPENSIVE_READ = new BigDecimal("0.40");

  private static final int MOST_PRICE_MOVES = 60;

  private static final long EXPENSIVE = -7;
  private static final long SECOND = 1_000_000_000L;
  private static final long DATABASE_OFF = Duration.ofHours(5).toNanos();

  final Plan plan;
  final Settings settings;
  final Habits habits;
  final Mutant mutant;
  final Coverage coverage;
  final Timeline time = new Timeline();
  final Network network = new Network(this);
  final SimulatedDatabase database;
  final SimulatedProcess[] processes;
  final List<SimulatedProcess> incarnations = new ArrayList<>();
  final List<CallLog> calls = new ArrayList<>();
  final List<CallLog.Attempt> attempts = new ArrayList<>();
  final List<PriceFrom> prices = new ArrayList<>();
  final List<String> loads = new ArrayList<>();
  final Customers customers = new Customers(this);
  final Service service;
  final List<String> story;

  /** Calls that waited for the top-up at the beginning of the calm. */
  final List<CallLog> toppedUp = new ArrayList<>();

  long toppedUpAt;

  /** No new faults: what is under way comes to its end. */
  boolean calm;

  boolean reconciling;
  boolean settling;
  boolean onTimer;

  /** A change that the books could not be told, so that they need not agree with the service. */
  boolean booksMissedSomething;

  /** As {@link Evidence#misledByBalance}. */
  boolean misledByBalance;

  /** Whether a top-up could not be told to the books. */
  private boolean topUpUntold;

  /** When the database was in trouble, or one process had another one. */
  final List<Trouble> troubles = new ArrayList<>();

  Violation violation;

  private boolean priceCameBack;
  private int acting = -1;
  private long actingDice;
  private int background;
  private int outages;
  private int priceMoves;
  private int databaseTroubles;

  record Trouble(long from, long until) {}

  World(Plan plan, Mutant mutant, Coverage coverage, boolean tellsStory) {
    this.plan = plan;
    this.settings = plan.settings();
    this.habits = Habits.of(plan.seed());
    this.mutant = mutant;
    this.coverage = coverage;
    this.story = tellsStory ? new ArrayList<>() : null;
    service = new Service(START, time::now, plan.seed(), settings.balance());
    database = settings.database() ? new SimulatedDatabase(this, new DatabaseClock()) : null;
    for (Map.Entry<String, BigDecimal> price : service.prices().entrySet()) {
      note(price.getKey(), price.getValue());
    }
    createLoads();
    // A lost read that is sent again may cost twice.
    boolean mayPayTwice = settings.retriesReads() && settings.limited();
    if (mayPayTwice || Dice.of(plan.seed(), EXPENSIVE).percent(25)) {
      service.price("position_read", EXPENSIVE_READ);
      note("position_read", EXPENSIVE_READ);
    }
    processes = new SimulatedProcess[settings.processes()];
    for (int i = 0; i < processes.length; i++) start(i);
  }

  /** Loads that are there from the beginning, paid by nobody. */
  private void createLoads() {
    for (int i = 0; i < 3; i++) {
      service.credit(new BigDecimal("0.65"));
      loads.add(service.load(Customers.bodyOfSetUp(i)));
    }
  }

  /** Runs the plan to its end, and judges. Null if nothing is wrong. */
  Violation run() {
    try {
      if (database != null) reconcile(processes[0]);
      List<Act> acts = plan.acts();
      for (int i = 0; i < acts.size(); i++) {
        int number = i;
        time.at(acts.get(i).at(), () -> customers.act(acts.get(number), number));
      }
      while (violation == null && time.step(plan.end())) {
        // The next thing.
      }
      if (violation == null) new Judges(this).judge();
    } catch (Throwable thrown) {
      violate(Violation.Rule.NOTHING_ESCAPES, "a throwable left the client: " + thrown, thrown);
    }
    return violation;
  }

  /** The faults end, whatever was broken works again. */
  void calmDown() {
    calm = true;
    customers.endWatches();
    endOutage();
    if (database != null) {
      database.works();
    }
    tell(() -> "From here on nothing fails any more.");
    if (settings.topUps() == Settings.TopUps.AWAIT) topUpWhoWaits();
  }

  /** Calls that wait for a top-up get it now. */
  private void topUpWhoWaits() {
    toppedUpAt = time.now();
    for (CallLog call : calls) {
      boolean waits = !call.hasEnded() && call.stage == Stage.AWAITING_TOP_UP;
      if (waits && call.process.isOpen()) toppedUp.add(call);
    }
    if (toppedUp.isEmpty()) return;
    credit(toppedUp.get(0).process, "1000.00");
    for (SimulatedProcess process : processes) {
      if (process.isOpen()) process.client.toppedUp();
    }
  }

  void violate(Violation.Rule rule, String fact, Throwable thrown) {
    if (violation == null) violation = new Violation(rule, fact, thrown);
    tell(() -> "VIOLATION of " + rule + ": " + fact);
  }

  void tell(Supplier<String> sentence) {
    if (story == null) return;
    story.add("%12.6f  %s".formatted(time.now() / 1e9, sentence.get()));
  }

  // --- processes ---

  void start(int number) {
    int incarnation = 0;
    for (SimulatedProcess before : incarnations) if (before.number == number) incarnation++;
    SimulatedProcess started = new SimulatedProcess(this, number, incarnation);
    incarnations.add(started);
    processes[number] = started;
    tell(() -> "Process " + number + " starts.");
    if (database == null) reconcile(started);
    customers.restarted(number);
  }

  void kill(SimulatedProcess victim) {
    tell(() -> "Process " + victim.number + " is killed.");
    strikeAll(Fault.PROCESS_KILLED, victim);
    victim.kill();
  }

  /** It is killed, and started again. */
  void crash(SimulatedProcess victim, Dice dice) {
    kill(victim);
    time.after(dice.upToMillis(5_000), () -> start(victim.number));
  }

  /** Looks at what came to the world: nothing may come from a process that was killed. */
  void livingOnly(SimulatedProcess process, String did) {
    if (!process.wasKilled()) return;
    violate(
        Violation.Rule.THE_DEAD_DO_NOTHING,
        "process %d %s after it was killed".formatted(process.number, did),
        null);
  }

  /** Whoever waits for a place has it soon after somebody gave one back. */
  void placesAreUsed(SimulatedProcess process) {
    if (!process.isOpen() || process.out >= settings.places()) return;
    long since = time.now() - Network.PLACE_IS_TAKEN.toNanos();
    // Who waits may be about to take the place that was given back a moment ago.
    if (process.gaveBackAt > since) return;
    for (int i = calls.size() - 1; i >= 0 && i > calls.size() - 60; i--) {
      CallLog call = calls.get(i);
      boolean waits = call.process == process && !call.hasEnded() && call.stage == Stage.QUEUED;
      if (!waits || call.queuedAt > since) continue;
      violate(
          Violation.Rule.A_PLACE_IS_HELD_FOR_A_REQUEST_ONLY,
          "%s waits for a place while %d of %d requests are out"
              .formatted(call, process.out, settings.places()),
          null);
    }
  }

  // --- calls ---

  /** Runs a user's code, so that what it begins is known to be its. */
  <T> T acting(int act, long dice, Supplier<T> code) {
    int before = acting;
    long diceBefore = actingDice;
    acting = act;
    actingDice = dice;
    try {
      return code.get();
    } finally {
      acting = before;
      actingDice = diceBefore;
    }
  }

  /** Runs code that calls the client whatever a user has just begun. */
  <T> T actingForNobody(Supplier<T> code) {
    return acting(-1, 0, code);
  }

  CallLog begun(SimulatedProcess process, CallSpec<?> spec) {
    livingOnly(process, "began a call");
    String watch = spec.options().headers().get("X-Act");
    int act = watch == null ? acting : Integer.parseInt(watch);
    long dice = acting >= 0 ? actingDice : Dice.of(plan.seed(), -(++background)).nextLong();
    CallLog call = new CallLog(calls.size(), spec, process, time.now(), act, dice);
    calls.add(call);
    tell(
        () ->
            "Process %d begins %s%s%s%s."
                .formatted(
                    process.number,
                    call,
                    spec.idempotencyKey() == null ? "" : " with key " + spec.idempotencyKey(),
                    spec.loadNumber() == null ? "" : " of load " + spec.loadNumber(),
                    spec.options().scope() == null ? "" : " in " + spec.options().scope()));
    return call;
  }

  CallLog.Attempt attempted(CallLog call, Duration timeout) {
    livingOnly(call.process, "sent a request");
    CallLog.Attempt attempt = new CallLog.Attempt(attempts.size(), call, time.now(), timeout);
    attempts.add(attempt);
    call.attempts.add(attempt);
    return attempt;
  }

  void ended(CallLog call, Object outcome) {
    livingOnly(call.process, "told how a call ended");
    if (call.hasEnded()) {
      violate(Violation.Rule.A_CALL_ENDS_ONCE, call + " ended twice", null);
    }
    call.endedAt = time.now();
    call.outcome = outcome;
    tell(
        () ->
            call
                + " ends: "
                + (outcome instanceof Throwable thrown ? thrown.toString() : "success")
                + "; told "
                + call.told());
  }

  // --- the service ---

  Answered serve(CallLog.Attempt attempt, Request request, byte[] body) {
    CallLog call = attempt.call;
    String key = request.header("Idempotency-Key");
    if (key != null && mutant == Mutant.MAKES_A_KEY_PER_ATTEMPT) key += "-" + attempt.id;
    BigDecimal before = service.balanceUsd();
    Answered answered = service.answer(attempt, request, key, body);
    tell(
        () ->
            "The service answers attempt %d of %s with %d%s."
                .formatted(
                    call.attempts.indexOf(attempt) + 1,
                    call,
                    answered.status(),
                    service.balanceUsd().compareTo(before) < 0
                        ? ", and takes " + before.subtract(service.balanceUsd()) + " USD"
                        : ""));
    return answered;
  }

  /** A whole answer about the last load, whoever asked for it. Nobody pays. */
  Answered positionOfAnother() {
    byte[] body =
        "{\"loadNumber\":\"LD-2026-9999\",\"pingpointLoadId\":\"x\",\"status\":\"PLANNED\",\"createdAt\":\"2026-11-20T10:00:00Z\",\"stops\":[],\"gpsTrack\":[],\"pingCount\":0,\"eta\":{}}"
            .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    return new Answered(200, body);
  }

  Pricing prices() {
    return new Pricing("USD", service.prices());
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
    for (SimulatedProcess process : processes) strikeAll(Fault.PRICE_CHANGED, process);
  }

  private void note(String name, BigDecimal usd) {
    if (name.equals("load_create")) note(Operation.CREATE_LOAD, usd);
    if (name.equals("position_read")) note(Operation.GET_LOAD_POSITION, usd);
  }

  private void note(Operation operation, BigDecimal usd) {
    priceCameBack |=
        prices.stream()
            .anyMatch(stood -> stood.operation() == operation && stood.usd().compareTo(usd) == 0);
    prices.add(new PriceFrom(time.now(), operation, usd));
  }

  void credit(SimulatedProcess process, String usd) {
    BigDecimal amount = new BigDecimal(usd);
    service.credit(amount);
    tell(() -> "Somebody adds " + usd + " USD to the balance.");
    for (SimulatedProcess any : processes) strikeAll(Fault.BALANCE_RAISED, any);
    try {
      process.ledger.adjust(amount, "somebody", "a top-up");
    } catch (SpendLedgerException | SimulatedProcess.Killed away) {
      booksMissedSomething = true;
      topUpUntold = true;
    }
  }

  void billingDownFor(long nanos) {
    for (SimulatedProcess process : processes) strikeAll(Fault.BILLING_DOWN, process);
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
    troubles.add(new Trouble(time.now(), time.now() + nanos));
    for (SimulatedProcess process : processes) strikeAll(trouble, process);
    database.meets(trouble);
    int number = ++databaseTroubles;
    tell(() -> "Trouble with the database: " + trouble);
    time.after(
        nanos,
        () -> {
          if (number != databaseTroubles) return;
          database.works();
          tell(() -> "The database works again.");
        });
  }

  /** A reconciliation waits for the balance; meanwhile other things happen. */
  Balance balanceMeanwhile() {
    BigDecimal read = service.balanceUsd();
    Dice dice = Dice.of(plan.seed(), time.now());
    if (!calm && dice.percent(50)) {
      long until = time.now() + dice.upToMillis(300);
      for (int steps = dice.below(20); steps > 0 && time.step(until); steps--) {}
    }
    return new Balance("USD", dice.percent(50) ? read : service.balanceUsd());
  }

  /** Whether a balance can tell these books anything: spending that they do not see misleads it. */
  boolean booksSeeAllSpending() {
    return database != null || (processes.length == 1 && incarnations.size() == 1);
  }

  /** What the ledger found; null if it could not look. */
  Reconciliation reconcile(SimulatedProcess process) {
    if (reconciling || !process.isOpen()) return null;
    reconciling = true;
    try {
      Reconciliation found = process.ledger.compare(this::prices, this::balanceMeanwhile);
      boolean explained = found.settled() > 0;
      misledByBalance |= explained && (priceCameBack || topUpUntold || !booksSeeAllSpending());
      tell(() -> "Process " + process.number + " reconciles: " + found.explanation());
      return found;
    } catch (SimulatedProcess.Killed meanwhile) {
      return null;
    } catch (SpendLedgerException away) {
      tell(() -> "Process " + process.number + " cannot reconcile: " + away.getMessage());
      return null;
    } finally {
      reconciling = false;
    }
  }

  // --- coverage ---

  boolean isCalm(CallLog.Attempt attempt) {
    return !plan.calm().isEmpty() && plan.calm().contains(nameOf(attempt.call));
  }

  /** The same number for the same call in every world of a shrunk plan. */
  static long nameOf(CallLog call) {
    return call.dice;
  }

  void struck(Fault fault, CallLog.Attempt attempt) {
    Phase phase = attempt.call.attempts.size() > 1 ? Phase.REPEATED : Phase.FIRST_ATTEMPT;
    coverage.strike(fault, attempt.call.operation(), phase, settings);
    tell(() -> attempt.call + ": attempt " + attempt.call.attempts.size() + " meets " + fault);
  }

  /** A fault of what the process runs just now. */
  void struckCurrent(SimulatedProcess process, Fault fault) {
    CallLog call = process.current();
    if (call == null || !fault.fits(call.operation())) return;
    Phase phase =
        !fault.strikesAttempts()
            ? call.phase()
            : call.attempts.isEmpty() ? Phase.FIRST_ATTEMPT : Phase.REPEATED;
    coverage.strike(fault, call.operation(), phase, settings);
    tell(() -> call + " meets " + fault);
  }

  /** A fault that strikes every call of a process that is under way. */
  void strikeAll(Fault fault, SimulatedProcess process) {
    if (process == null || !process.isAlive()) return;
    for (int i = calls.size() - 1; i >= 0 && i > calls.size() - 60; i--) {
      CallLog call = calls.get(i);
      if (call.process != process || call.hasEnded()) continue;
      if (fault.fits(call.operation())) {
        coverage.strike(fault, call.operation(), call.phase(), settings);
      }
    }
  }

  void strike(Fault fault, CallLog call) {
    if (fault.fits(call.operation()) && call.stage != Stage.ENDED) {
      coverage.strike(fault, call.operation(), call.phase(), settings);
    }
  }

  private final class DatabaseClock extends Clock {
    @Override
    public Instant instant() {
      return START.plusNanos(time.now() + DATABASE_OFF);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
