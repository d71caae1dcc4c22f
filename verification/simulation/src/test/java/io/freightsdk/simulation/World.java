package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.SimulatedWire.Stage;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.simulation.Evidence.PriceFrom;
import io.freightsdk.simulation.Service.Answered;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendScope;
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
import org.jspecify.annotations.Nullable;

/**
 * A whole world in one thread: the reference service, a network, processes with their clients, and
 * people who use them. All that happens follows from the plan. The judges look at it afterwards;
 * they know the service's ledger and what callers were told, and nothing else.
 */
final class World {
  static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  /** Where a read costs so much, a single one too many passes a limit. */
  private static final BigDecimal EXPENSIVE_READ = new BigDecimal("0.40");

  private static final long OWN = -77;

  /** What there is in a world that is poor. */
  private static final BigDecimal LITTLE = new BigDecimal("0.90");

  /** So long after the books are back, all that they had missed is stored. */
  private static final Duration STORED_AGAIN = Duration.ofSeconds(30);

  private static final int MOST_PRICE_MOVES = 60;
  private static final int MOST_SLEEPS = 10;
  private static final int MOST_SHAKES = 10;

  private static final long EXPENSIVE = -7;
  private static final long SECOND = 1_000_000_000L;
  private static final long DATABASE_OFF = Duration.ofHours(5).toNanos();

  final Plan plan;
  final Settings settings;
  final Habits habits;
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

  /** The scopes that pay; none where nothing knows a scope. */
  final List<SpendScope> runs;

  /** Calls that waited for the top-up at the beginning of the calm. */
  final List<CallLog> toppedUp = new ArrayList<>();

  /** By the machine's clock. */
  long toppedUpNanos;

  /** No new faults: what is under way comes to its end. */
  boolean calm;

  boolean reconciling;
  boolean settling;

  /** A change that the books could not be told, so that they need not agree with the service. */
  boolean booksMissedSomething;

  /** As {@link Evidence#misledByBalance}. */
  boolean misledByBalance;

  /** Whether a top-up could not be told to the books. */
  private boolean topUpUntold;

  /** When the database was in trouble, or one process had another one. */
  final List<Trouble> troubles = new ArrayList<>();

  Violation violation;

  private final StepJudges steps;
  private final TopUpJudges topUps;
  private boolean priceCameBack;
  private int acting = -1;
  private long actingDice;
  private int outages;
  private int priceMoves;
  private int sleeps;
  private int shakes;
  private int databaseTroubles;
  private int actsLeft;
  private long pricesAwayUntil;

  record Trouble(long from, long until) {}

  World(Plan plan, boolean tellsStory) {
    this.plan = plan;
    this.settings = plan.settings();
    this.habits = plan.habits();
    this.runs = settings.runs();
    this.story = tellsStory ? new ArrayList<>() : null;
    service =
        new Service(
            START,
            time::now,
            plan.seed(),
            habits.poor() ? LITTLE : settings.balance(),
            habits.confirmationsCost());
    database = settings.database() ? new SimulatedDatabase(this, new DatabaseClock()) : null;
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
    steps = new StepJudges(this);
    topUps = new TopUpJudges(this);
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
      actsLeft = acts.size();
      for (int i = 0; i < acts.size(); i++) {
        int number = i;
        time.at(
            acts.get(i).at(),
            () -> {
              actsLeft--;
              customers.act(acts.get(number), number);
            });
      }
      while (violation == null && actsLeft > 0 && time.step(Long.MAX_VALUE)) {
        // The next thing.
      }
      if (violation == null) new Judges(this).judge();
    } catch (Throwable thrown) {
      violate(Violation.Rule.NOTHING_ESCAPES, "a throwable left the client: " + thrown, thrown);
    }
    return violation;
  }

  /** Something that belongs to an act, and is waited for. */
  void promised(long nanos, Runnable task) {
    actsLeft++;
    time.after(
        nanos,
        () -> {
          actsLeft--;
          task.run();
        });
  }

  /** The faults end, whatever was broken works again. */
  void calmDown() {
    time.runUntilAwake();
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
    toppedUpNanos = time.nanos();
    for (CallLog call : calls) {
      boolean waits = !call.hasEnded() && call.stage == Stage.AWAITING_TOP_UP;
      if (waits && call.process.isOpen()) toppedUp.add(call);
    }
    if (toppedUp.isEmpty()) return;
    credit(toppedUp.get(0).process, "1000.00");
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
    if (settings.books() == Settings.Books.MEMORY) reconcile(started);
    customers.restarted(number);
  }

  void kill(SimulatedProcess victim) {
    tell(() -> "Process " + victim.number + " is killed.");
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

  /** A client is closed: all that it had to do is done. */
  void closed(SimulatedProcess process) {
    for (CallLog call : calls) {
      if (call.process != process) continue;
      Held open = call.open();
      if (call.hasEnded() && open == null) continue;
      violate(
          Violation.Rule.A_CLOSE_WAITS_FOR_WHAT_WAS_PAID,
          "the client of process %d is closed, and %s has not ended"
              .formatted(process.number, call.hasEnded() ? open : call),
          null);
    }
  }

  void placeIsGivenBack(SimulatedProcess process) {
    process.gaveBackNanos = time.nanos();
    time.after(Network.PLACE_IS_TAKEN.toNanos(), () -> placesAreUsed(process));
  }

  /** Whoever waits for a place has it soon after somebody gave one back. */
  private void placesAreUsed(SimulatedProcess process) {
    if (!process.isOpen() || process.out >= settings.places()) return;
    long since = time.nanos() - Network.PLACE_IS_TAKEN.toNanos();
    // Who waits may be about to take the place that was given back a moment ago.
    if (process.gaveBackNanos > since) return;
    for (CallLog call : process.running) {
      if (call.stage != Stage.QUEUED || call.queuedNanos > since) continue;
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

  CallLog begun(SimulatedProcess process, CallSpec<?> spec, String callId, boolean isOwn) {
    livingOnly(process, "began a call");
    String watch = spec.options().headers().get("X-Act");
    int act = isOwn ? -1 : watch == null ? acting : Integer.parseInt(watch);
    long dice = acting >= 0 ? actingDice : Dice.of(plan.seed(), -time.nanos()).nextLong();
    // It meets faults of its own, not those of the call that needs it.
    if (isOwn) dice = Dice.of(dice, OWN).nextLong();
    CallLog call =
        new CallLog(
            calls.size(), spec, callId, process, time.now(), time.nanos(), isOwn, act, dice);
    calls.add(call);
    process.calls.put(callId, call);
    process.running.add(call);
    if (call.isPriceReading()) {
      process.readings.put(process.wallClock(), call);
    }
    if (process.isClosed()) {
      violate(
          Violation.Rule.A_CLOSED_CLIENT_SENDS_NOTHING,
          "%s began with a client that is closed".formatted(call),
          null);
    }
    if (spec.options().scope() != null && !(spec.options().scope() instanceof SpendScope)) {
      violate(
          Violation.Rule.A_SCOPE_IS_KNOWN,
          "%s began in scope %s".formatted(call, spec.options().scope().path()),
          null);
    }
    tell(
        () ->
            "Process %d begins %s%s%s%s."
                .formatted(
                    process.number,
                    call,
                    spec.idempotencyKey() == null ? "" : " with key " + spec.idempotencyKey(),
                    spec.loadNumber() == null ? "" : " of load " + spec.loadNumber(),
                    spec.options().scope() == null ? "" : " in " + spec.options().scope().path()));
    return call;
  }

  /** A call asks its guard. */
  Held asked(SimulatedProcess process, Purchase purchase) {
    livingOnly(process, "asked its guard");
    CallLog call = process.calls.get(purchase.callId());
    Held asked = new Held(call, purchase, time.now());
    Quote quote = purchase.quote();
    tell(() -> call + " reserves " + (quote == null ? "at no price." : quote.usd() + " USD."));
    steps.asks(asked);
    return asked;
  }

  /** The guard has decided. */
  void decided(Held asked, Decision decision) {
    asked.decision = decision;
    asked.decidedNanos = time.nanos();
    asked.decidedAt = time.now();
    tell(() -> "The guard says to " + asked.call + ": " + said(decision));
  }

  private static String said(Decision decision) {
    if (decision instanceof Reservation made) {
      return made.earlier() == null
          ? "reserved."
          : "its key was charged " + made.earlier().charge();
    }
    return decision instanceof LimitReached limit
        ? limit.remainingUsd() + " USD are left of " + limit.limit()
        : decision.toString();
  }

  /** A call tells its guard what became of a reservation; false if it has done so already. */
  boolean completed(Held held, Outcome outcome) {
    boolean first = held.outcome == null;
    if (!first) {
      violate(
          Violation.Rule.A_RESERVATION_ENDS_ONCE,
          "%s was completed again, with %s".formatted(held, outcome.kind()),
          null);
    }
    // Who reserves again at its turn gives its place to the next.
    if (held.call.stage == Stage.QUEUED) placeIsGivenBack(held.call.process);
    held.outcome = outcome;
    held.completedAt = time.now();
    tell(() -> held + " ends: " + outcome.kind());
    return first;
  }

  /** The guard says what a reservation was charged. */
  void told(Held held, Charge charge) {
    // What a process that dies has not stored is forgotten with it.
    if (held.call.process.wasKilled()) return;
    held.told = charge;
    held.toldAt = time.now();
    held.toldInTime = !held.call.hasEnded();
  }

  /** A call comes to a stage, or waits there for something else. */
  void waits(CallLog call, Stage stage, Duration atMost) {
    steps.waits(call, stage, atMost);
    call.at(stage, time.now(), time.nanos());
  }

  CallLog.Attempt attempted(CallLog call, Duration timeout) {
    livingOnly(call.process, "sent a request");
    Held held = call.open();
    CallLog.Attempt before = call.last();
    CallLog.Attempt attempt =
        new CallLog.Attempt(attempts.size(), call, time.now(), time.nanos(), timeout, held);
    attempts.add(attempt);
    call.attempts.add(attempt);
    if (held != null) held.attempts.add(attempt);
    steps.sends(call, attempt, before);
    return attempt;
  }

  /**
   * An attempt has ended.
   *
   * @param answered what came; null for no answer
   */
  void attemptEnded(CallLog.Attempt attempt, Heard heard, @Nullable Answered answered) {
    attempt.endedAt = time.now();
    attempt.endedNanos = time.nanos();
    attempt.heard = heard;
    if (answered == null) return;
    attempt.load = answered.load();
    if (heard == Heard.FUNDS) attempt.call.needUsd = answered.priceUsd();
    String seconds = answered.asksToWait();
    if (seconds != null) attempt.asksToWait = Duration.ofSeconds(Long.parseLong(seconds));
  }

  void ended(CallLog call, Object outcome) {
    livingOnly(call.process, "told how a call ended");
    if (call.hasEnded()) {
      violate(Violation.Rule.A_CALL_ENDS_ONCE, call + " ended twice", null);
    }
    call.endedAt = time.now();
    call.endedNanos = time.nanos();
    call.outcome = outcome;
    call.process.running.remove(call);
    steps.ends(call);
    if (call.operation() == Operation.GET_BALANCE) topUps.balanceRead(call);
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
    BigDecimal before = service.balanceUsd();
    Answered answered = service.answer(attempt, request, key, body);
    if (service.balanceUsd().compareTo(before) > 0) credited(attempt, before);
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

  /** A card has paid; whoever keeps the ledger tells it. */
  private void credited(CallLog.Attempt attempt, BigDecimal before) {
    attempt.call.credits++;
    tellTheBooks(attempt.call.process, service.balanceUsd().subtract(before));
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
  }

  private void note(String name, BigDecimal usd) {
    if (name.equals("load_create")) {
      note(Operation.CREATE_LOAD, usd);
      note(Operation.CREATE_TRACKED_LOAD, usd);
    }
    if (name.equals("position_read")) {
      note(Operation.GET_LOAD_POSITION, usd);
      note(Operation.GET_TRACKED_LOAD_POSITION, usd);
      if (habits.confirmationsCost()) note(Operation.CONFIRM_DELIVERY, usd);
    }
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
    tellTheBooks(process, amount);
  }

  /** Somebody sees that calls wait for money, and has not much. */
  void addALittle(SimulatedProcess process, Dice dice) {
    if (calm || !process.isOpen()) return;
    credit(process, dice.pick("0.05", "0.40", "0.40", "0.70"));
  }

  private void tellTheBooks(SimulatedProcess process, BigDecimal amount) {
    if (process.ledger == null) return;
    try {
      process.ledger.adjust(amount, "somebody", "a top-up");
    } catch (SpendLedgerException | SimulatedProcess.Killed away) {
      booksMissedSomething = true;
      topUpUntold = true;
    }
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
    troubles.add(new Trouble(time.now(), time.now() + nanos));
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

  /** The database is in trouble for a moment, and somebody sets a clock. */
  void shake(SimulatedProcess process, Fault trouble, long nanos) {
    if (calm || shakes++ >= MOST_SHAKES) return;
    if (habits.shaky()) databaseTroubleFor(trouble, nanos);
    if (settings.lateClocks()) setClock(process, Dice.of(plan.seed(), time.now()));
  }

  void setClock(SimulatedProcess process, Dice dice) {
    long minutes = dice.below(240) - 120;
    tell(() -> "The clock of process " + process.number + " is set by " + minutes + " minutes.");
    process.setClock(minutes * 60 * SECOND);
  }

  /** The list of prices cannot be read for a while. */
  void pricesAwayFor(long nanos) {
    pricesAwayUntil = time.now() + nanos;
    tell(() -> "The list of prices cannot be read for %.1f s.".formatted(nanos / 1e9));
  }

  boolean pricesAreAway() {
    return !calm && time.now() < pricesAwayUntil;
  }

  /** The machine of all processes falls asleep, unless that has happened often enough. */
  void fallAsleep() {
    if (!habits.sleepy() || calm || time.isAsleep() || sleeps++ >= MOST_SLEEPS) return;
    Dice dice = Dice.of(plan.seed(), time.now());
    sleep(dice.pick(2L, 30L, 260L, 260L, 260L, 4_000L) * SECOND + dice.upToMillis(20_000));
  }

  private void sleep(long nanos) {
    tell(() -> "The machine sleeps for %.1f s.".formatted(nanos / 1e9));
    time.sleep(nanos);
  }

  /** Whether the books could not be read or written at some moment between these. */
  boolean booksWereAway(long from, long until) {
    return troubles.stream()
        .anyMatch(one -> one.from() <= until && one.until() + STORED_AGAIN.toNanos() >= from);
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
    if (reconciling || !process.isOpen() || process.ledger == null) return null;
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

  // --- faults ---

  boolean isCalm(CallLog.Attempt attempt) {
    return !plan.calm().isEmpty() && plan.calm().contains(nameOf(attempt.call));
  }

  /** The same number for the same call in every world of a shrunk plan. */
  static long nameOf(CallLog call) {
    return call.dice;
  }

  void struck(Fault fault, CallLog.Attempt attempt) {
    tell(() -> attempt.call + ": attempt " + attempt.call.attempts.size() + " meets " + fault);
  }

  /** A fault of what the process runs just now. */
  void struckCurrent(SimulatedProcess process, Fault fault) {
    CallLog call = process.current();
    if (call == null || !fault.fits(call.operation())) return;
    tell(() -> call + " meets " + fault);
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
