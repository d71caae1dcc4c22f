package io.freightsdk.limits;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.internal.ledger.rules.AccountTotals;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.rules.LimitPeriod;
import io.freightsdk.internal.ledger.rules.ReserveResult;
import io.freightsdk.internal.ledger.rules.ScopePaths;
import io.freightsdk.internal.ledger.rules.StoredEntry;
import io.freightsdk.internal.ledger.rules.Usd;
import io.freightsdk.internal.ledger.store.EpochMicros;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.limits.NaiveService.Debit;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs one random program against a {@link NaiveService}:
 *
 * <ul>
 *   <li>callers in several processes reserve, send, lose responses, give up, crash and return late
 *   <li>suspended machines send their calls late
 *   <li>operators settle entries correctly
 *   <li>balances are compared
 *   <li>changes lose their responses
 * </ul>
 *
 * <p>The service debits at any time until a call's deadline, and later only for a suspended call.
 *
 * <p>After each step, the real debits are checked against each limit. At the end, the entries are
 * checked against the debits, and the usage of limits against the entries.
 */
final class LedgerModel {
  /** Opens the ledger of a program: empty at first, later with its data. */
  interface Place {
    LedgerStorage open(Clock clock);

    /** Whether the ledger still exists after its process has ended. */
    default boolean isKept() {
      return true;
    }
  }

  static final long GRACE = LedgerRules.GRACE.toNanos() / 1000;
  private static final long CENT = 10_000_000;
  private static final long SECOND = TimeUnit.SECONDS.toMicros(1);
  private static final long HOUR = TimeUnit.HOURS.toMicros(1);
  private static final long[] PAUSE_HOURS = {1, 1, 1, 1, 1, 30, 30, 75, 1400};

  /** The hours between the calls of a key that is repeated for days. */
  private static final long[] KEY_PAUSE_HOURS = {1, 1, 1, 11, 12, 13, 23, 24};

  private static final List<String> ACCOUNTS = List.of("east", "west");
  private static final List<String> PATHS =
      List.of("client", "client/acme", "client/acme/run:1", "client/acme/run:2", "client/zeta");

  private static final List<ZoneId> ZONES =
      Stream.of("UTC", "America/Chicago", "Asia/Tokyo", "Europe/Berlin").map(ZoneId::of).toList();

  /** The operations of limits. Most limits apply to all operations, which is null. */
  private static final List<@Nullable Operation> LIMITED_OPERATIONS =
      Arrays.asList(null, null, null, Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION);

  /** An ordinary day, and nights when clocks change. */
  private static final List<Instant> START_TIMES =
      Stream.of(
              "2026-11-20T09:00:00Z",
              "2026-03-08T05:00:00Z",
              "2026-03-28T22:00:00Z",
              "2026-10-24T21:00:00Z",
              "2026-11-01T04:00:00Z")
          .map(Instant::parse)
          .toList();

  /** The scenes that the programs reached, with their count, so that a test can require them. */
  static final TreeMap<String, Long> OBSERVED_SCENES = new TreeMap<>();

  private final long seed;
  private final Random random;

  /** A separate source, so that a seed gives the same program for one account and for two. */
  private final Random accounts;

  /** The same for settlements with an amount. */
  private final Random amounts;

  private final MovableClock time;
  private final NaiveService service = new NaiveService();
  private final Place place;

  /** Whether the program repeats the creations of two loads for days, under two keys. */
  private final boolean hasTwoKeys;

  /** Whether two brokers share the ledger and use the same keys. */
  private final boolean hasTwoAccounts;

  private LedgerStorage storage;
  private final List<SpendLimit> limits = new ArrayList<>();
  private final List<ModelCall> running = new ArrayList<>();
  private final List<ModelCall> ended = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private long price = 65 * CENT;
  private final Set<String> compared = new HashSet<>();

  /** The debits that the service refunded. */
  private final Set<Debit> refundedDebits = Collections.newSetFromMap(new IdentityHashMap<>());

  private boolean isPurged;
  private boolean isSetBack;

  /** Whether a call ended after its entry had been deleted. Its end records the entry again. */
  private boolean hasDeletedEntryRecorded;

  private int lastId;

  LedgerModel(long seed, Place place) {
    this.seed = seed;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.place = place;
    this.hasTwoKeys = random.nextInt(4) == 0;
    this.accounts = new Random(seed);
    this.amounts = new Random(seed);
    this.hasTwoAccounts = accounts.nextInt(3) == 0;
    this.time = new MovableClock(START_TIMES.get(random.nextInt(START_TIMES.size())));
    this.storage = place.open(time);
    if (random.nextInt(8) == 0) return;
    for (String path : PATHS) {
      if (random.nextInt(3) == 0) limit(path, SpendLimit::total);
      if (random.nextInt(2) == 0) limit(path, SpendLimit::perHour);
      if (random.nextInt(3) == 0) limit(path, SpendLimit::perDay);
      if (random.nextInt(4) == 0) {
        ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
        limit(path, cap -> SpendLimit.perDay(cap, zone));
      }
      if (random.nextInt(4) == 0) {
        ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
        limit(path, cap -> SpendLimit.perMonth(cap, zone));
      }
    }
  }

  private void limit(String path, Function<BigDecimal, SpendLimit> limitOf) {
    long cap = (random.nextInt(40) + 1) * 10 * CENT;
    Operation only = LIMITED_OPERATIONS.get(random.nextInt(LIMITED_OPERATIONS.size()));
    SpendLimit limit = Buyer.inScope(path, limitOf.apply(usd(cap)));
    limits.add(only == null ? limit : limit.onlyFor(only));
  }

  private static boolean appliesTo(String operation, SpendLimit limit) {
    return limit.operation() == null || limit.operation().id().equals(operation);
  }

  /**
   * Runs the program.
   *
   * @throws AssertionError with the log of the program, if a check fails
   */
  void run() {
    try {
      int steps = 10 + random.nextInt(50);
      for (int i = 0; i < steps; i++) step();
      advance(2 * HOUR);
      checkEntries();
      for (ModelCall call : List.copyOf(running)) complete(call);
      checkEntries();
      checkReportedCharges();
      storage.close();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "program " + seed + ": " + e.getMessage() + "\n  " + String.join("\n  ", log), e);
    }
  }

  // --- helpers of a program ---

  private long now() {
    return EpochMicros.of(time.instant());
  }

  private static void observe(String what) {
    OBSERVED_SCENES.merge(what, 1L, Long::sum);
  }

  private void log(String what) {
    log.add(time.instant() + " " + what);
  }

  private static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  /** Makes a change, in one of four cases twice, as if the response to a commit was lost. */
  private <T> T change(Function<LedgerRules, T> work) {
    Function<LedgerRows, T> change = rows -> work.apply(new LedgerRules(rows));
    if (random.nextInt(4) == 0) {
      observe("change repeated");
      T unused = storage.change(change);
    }
    return storage.change(change);
  }

  private List<ModelCall> all() {
    List<ModelCall> all = new ArrayList<>(running);
    all.addAll(ended);
    return all;
  }

  private List<StoredEntry> entries() {
    List<StoredEntry> entries = new ArrayList<>();
    long after = 0;
    while (true) {
      long from = after;
      List<StoredEntry> page =
          storage.read(
              rows ->
                  rows.entries(SpendFilter.all(), from, 7).stream()
                      .map(entry -> rows.entry(entry.id()))
                      .toList());
      if (page.isEmpty()) return entries;
      entries.addAll(page);
      after = page.get(page.size() - 1).entry().id();
    }
  }

  static long nano(BigDecimal usd) {
    return usd.movePointRight(9).longValueExact();
  }

  private static BigDecimal usd(long nano) {
    return BigDecimal.valueOf(nano, 9);
  }

  private static long micros(SpendLimit limit) {
    return limit.rollingPeriod().toNanos() / 1000;
  }

  // --- steps ---

  private void step() {
    if (hasTwoKeys && random.nextInt(3) > 0) {
      repeatKey();
      return;
    }
    switch (random.nextInt(14)) {
      case 0 -> advance(random.nextInt((int) (90 * SECOND)));
      case 1 -> advanceHours();
      case 2 -> price = (random.nextInt(10) + 1) * 10 * CENT;
      case 3, 4, 5, 6 -> startCall();
      case 7, 8, 9 -> send();
      case 10, 11 -> {
        if (!running.isEmpty()) complete(running.get(random.nextInt(running.size())));
      }
      case 12 -> operatorStep();
      default -> systemStep();
    }
  }

  /** Makes one call, and then waits for hours. */
  private void repeatKey() {
    startCall();
    send();
    if (!running.isEmpty() && random.nextInt(4) > 0) complete(running.get(running.size() - 1));
    if (random.nextInt(3) > 0) advanceHours();
  }

  private void advanceHours() {
    if (hasTwoKeys) {
      advance(KEY_PAUSE_HOURS[random.nextInt(KEY_PAUSE_HOURS.length)] * HOUR + random.nextInt(2));
    } else {
      advance(
          (long) (random.nextDouble() * PAUSE_HOURS[random.nextInt(PAUSE_HOURS.length)] * HOUR));
    }
  }

  /**
   * Advances the clock. The service debits requests in transit at some time until their deadline,
   * or never.
   */
  private void advance(long micros) {
    long then = now() + micros;
    for (ModelCall call : all()) {
      boolean isOver = now() >= call.mayDebitUntil;
      if (isOver || random.nextInt(3) > 0) continue;
      long until = Math.min(then, call.mayDebitUntil);
      long at = now() + (long) (random.nextDouble() * (until - now()));
      time.set(EpochMicros.instant(at));
      observe("debited late");
      debit(call);
      call.mayDebitUntil = 0;
    }
    if (then > now()) time.set(EpochMicros.instant(then));
  }

  private void debit(ModelCall call) {
    SpendEntry entry = entryOf(call);
    String entryScope = entry == null ? call.scope() : entry.scope();
    Debit debit = service.debit(call, entryScope, now());
    if (debit == null) {
      observe("free because of its key");
      return;
    }
    log("debited " + debit);
    checkLimits(debit);
  }

  private void startCall() {
    boolean isCreation = hasTwoKeys || random.nextBoolean();
    String scope = hasTwoKeys ? "client" : PATHS.get(random.nextInt(PATHS.size()));
    Purchase request =
        new Purchase(
            "r" + ++lastId,
            "call",
            1,
            isCreation ? Operation.CREATE_LOAD : Operation.GET_LOAD_POSITION,
            account(),
            isCreation ? "key" + random.nextInt(hasTwoKeys ? 2 : 4) : null,
            isCreation ? "PO-7" : null,
            isCreation ? null : "LD-7",
            () -> scope,
            new Quote(usd(isCreation ? price : price / 10), Instant.EPOCH),
            Duration.ofNanos((random.nextInt(300) + 1) * SECOND * 1000));
    long at = now();
    ReserveResult result = reserve(request);
    if (result.refusal() == null) {
      running.add(new ModelCall(request, at));
      observe("reserved");
      if (random.nextInt(6) > 0) return;
      advance(random.nextInt((int) (90 * SECOND)));
      check(reserve(request).refusal() == null, "reserved, then refused");
      return;
    }
    SpendLimit limit = result.usages().get(0).limit();
    observe("refused by " + limit.kind());
    checkRefusal(request, limit, result.refusal());
  }

  private String account() {
    return ACCOUNTS.get(hasTwoAccounts ? accounts.nextInt(ACCOUNTS.size()) : 0);
  }

  private ReserveResult reserve(Purchase request) {
    String path = request.scope().path();
    List<SpendLimit> its =
        limits.stream()
            .filter(limit -> ScopePaths.isInside(path, limit.scope()))
            .filter(limit -> appliesTo(request.operation().id(), limit))
            .toList();
    ReserveResult result = change(rules -> rules.reserve(request, its));
    log(
        String.format(
            Locale.ROOT,
            "%s %s %s at %s -> %s",
            request.id(),
            request.idempotencyKey(),
            path,
            request.quote().usd(),
            result));
    return result;
  }

  /**
   * Sends one attempt before the deadline. A call that is charged for each request is sent once.
   */
  private void send() {
    if (running.isEmpty()) return;
    ModelCall call = running.get(random.nextInt(running.size()));
    boolean isTooLate = now() >= call.deadline() || call.hasResponse;
    boolean isSentOnce = call.isSent && call.request.idempotencyKey() == null;
    if (isTooLate || isSentOnce) return;
    call.isSent = true;
    switch (random.nextInt(7)) {
      case 0 -> call.mayBeLost = true;
      case 1 -> observe("refused by the service");
      case 2 -> {
        call.mayBeLost = true;
        call.mayDebitUntil = call.deadline();
      }
      case 3 -> {
        observe("response lost");
        debit(call);
        call.mayBeLost = true;
      }
      default -> {
        debit(call);
        respond(call);
      }
    }
  }

  private void respond(ModelCall call) {
    call.hasResponse = true;
    call.load = service.load(call);
  }

  /**
   * Sends the call of a machine that was suspended until its charge became unknown. The call ends
   * immediately.
   */
  private void sendAfterSuspension() {
    if (running.isEmpty()) return;
    ModelCall call = running.get(random.nextInt(running.size()));
    boolean hasSlept = now() > call.deadline() + GRACE;
    if (!hasSlept || call.isSent || service.hasForgotten(call.chargeKey(), now())) return;
    observe("sent late");
    call.isSent = true;
    call.sentLateAt = now();
    debit(call);
    if (call.isSettled || random.nextInt(3) > 0) respond(call);
    else call.mayBeLost = true;
    complete(call);
  }

  private void complete(ModelCall call) {
    Charge.Kind kind =
        call.hasResponse
            ? Charge.Kind.CHARGED
            : call.mayBeLost ? Charge.Kind.UNKNOWN : Charge.Kind.NONE;
    if (now() > call.deadline() + GRACE) observe("late outcome " + kind);
    if (entryOf(call) == null) {
      observe("recorded again");
      hasDeletedEntryRecorded = true;
    }
    Outcome reportedOutcome = new Outcome(kind, "LD-1", call.load, null, null);
    call.reported = change(rules -> rules.complete(call.request, reportedOutcome));
    SpendEntry entry = entryOf(call);
    boolean isFree = entry != null && entry.outcome() == Charge.Kind.NONE;
    if (isFree && kind == Charge.Kind.CHARGED) observe("resolved by an earlier entry");
    log(call.request.id() + " says " + kind + " -> " + call.reported);
    boolean isNone = kind == Charge.Kind.NONE;
    check(!isNone || call.reported == Charge.Kind.NONE, "was free, but reported a charge");
    boolean isKnown = call.hasResponse && call.request.idempotencyKey() == null;
    check(!isKnown || call.reported == Charge.Kind.CHARGED, "was charged, but reported otherwise");
    running.remove(call);
    ended.add(call);
    time.set(EpochMicros.instant(now() + 1));
  }

  private void operatorStep() {
    switch (random.nextInt(5)) {
      case 0, 1 -> settle();
      case 2 -> {
        String id = "a" + ++lastId;
        String account = account();
        BigDecimal usd = new BigDecimal("25");
        BalanceAdjustment unused =
            change(rules -> rules.recordAdjustment(id, account, usd, "ann", "a top-up"));
        service.balances.merge(account, nano(usd), Long::sum);
        log("topped up " + account);
      }
      case 3 -> refund();
      default -> compare();
    }
  }

  /** Refunds one entry in full. */
  private void refund() {
    for (StoredEntry stored : entries()) {
      SpendEntry entry = stored.entry();
      boolean isCertain =
          entry.minUsd().compareTo(entry.amountUsd()) == 0 && entry.minUsd().signum() > 0;
      if (entry.outcome() != Charge.Kind.CHARGED || !isCertain || random.nextInt(3) > 0) continue;
      boolean hasNoRequest =
          all().stream().noneMatch(call -> belongsTo(call, entry) && mayBeDebited(call));
      List<Debit> taken = debitsFor(entry);
      long least = nano(entry.minUsd());
      if (!hasNoRequest || taken.size() != 1 || taken.get(0).price() != least) continue;
      refundedDebits.add(taken.get(0));
      service.balances.merge(entry.accountId(), least, Long::sum);
      SpendEntry after = change(rules -> rules.recordRefund(entry.id(), "ann", "a broken trip"));
      check(
          after.amountUsd().signum() == 0 && after.minUsd().signum() == 0, "refunded, but counted");
      log("refunded " + entry.id());
      observe("refunded");
      return;
    }
  }

  private boolean mayBeDebited(ModelCall call) {
    return running.contains(call) || now() < call.mayDebitUntil;
  }

  /** Settles some unknown entries, as they were really charged. */
  private void settle() {
    settleAmounts();
    for (StoredEntry stored : entries()) {
      SpendEntry entry = stored.asOf(time.instant());
      boolean mayStillBeTaken =
          isSetBack
              || all().stream()
                  .anyMatch(call -> belongsTo(call, entry) && now() < call.mayDebitUntil);
      if (!entry.unknown() || mayStillBeTaken || random.nextInt(3) > 0) continue;
      boolean charged = !debitsFor(entry).isEmpty();
      change(rules -> rules.settle(entry.id(), charged, "ann", "seen"));
      running.stream()
          .filter(call -> belongsTo(call, entry))
          .forEach(call -> call.isSettled = true);
      log("settled " + entry.id() + " charged=" + charged);
      observe("settled");
    }
  }

  /** Settles some amounts that are open, as the service debited them. */
  private void settleAmounts() {
    List<StoredEntry> entries = entries();
    for (StoredEntry stored : entries) {
      SpendEntry entry = stored.asOf(time.instant());
      boolean isOpen = entry.unknown() || StoredEntry.hasUncertainAmount(entry);
      boolean hasEnded =
          all().stream().noneMatch(call -> belongsTo(call, entry) && mayBeDebited(call));
      // A debit of a key with two entries may be for either, and one of them may be deleted.
      boolean isDebit = !isSetBack && !isPurged && !hasOtherEntry(entries, entry);
      if (!isOpen || !hasEnded || !isDebit || amounts.nextInt(3) > 0) continue;
      long taken = debitsFor(entry).stream().mapToLong(Debit::price).sum();
      SpendEntry settled = change(rules -> rules.settle(entry.id(), usd(taken), "ann", "seen"));
      check(nano(settled.minUsd()) == taken && nano(settled.amountUsd()) == taken, "not " + taken);
      log("settled " + entry.id() + " with " + taken);
      observe(entry.unknown() ? "settled with an amount" : "settled between two prices");
    }
  }

  /** Compares a balance: the debits since the first one lie between the minimum and the maximum. */
  private void compare() {
    String account = account();
    AccountTotals before = totalsOf(account);
    long balance = service.balances.getOrDefault(account, 0L);
    if (random.nextBoolean()) send();
    if (random.nextInt(4) == 0) sendAfterSuspension();
    if (random.nextBoolean()) time.set(EpochMicros.instant(now() + SECOND));
    AccountTotals after = totalsOf(account);
    BalanceComparison made = change(rules -> rules.compare(account, usd(balance), before, after));
    log(String.valueOf(made));
    observe("compared");
    boolean isFirst = compared.add(account);
    if (isPurged && !isFirst) observe("compared after a purge");
    check(
        hasDeletedEntryRecorded || made.unexplainedUsd().signum() == 0,
        "unexplained difference: " + made);
    if (hasTwoAccounts) observe("compared one of two accounts");
  }

  private AccountTotals totalsOf(String account) {
    Map<String, AccountTotals> known = storage.read(LedgerRows::accountTotals);
    return known.getOrDefault(account, AccountTotals.NOTHING);
  }

  private void systemStep() {
    switch (random.nextInt(7)) {
      case 0 -> {
        if (random.nextInt(3) > 0) return;
        int purged = change(rules -> rules.purge(time.instant(), 1000));
        isPurged = true;
        if (purged > 0) observe("purged");
        compare();
      }
      case 1 -> {
        if (!place.isKept()) return;
        storage.close();
        storage = place.open(time);
        observe("reopened");
      }
      case 2 -> {
        // A process crashes: its calls never report an outcome.
        for (ModelCall call : List.copyOf(running)) {
          if (random.nextInt(3) > 0) continue;
          observe("crashed");
          running.remove(call);
          ended.add(call);
        }
      }
      case 3 -> {
        if (random.nextInt(12) > 0) return;
        time.set(EpochMicros.instant(now() - (long) (random.nextDouble() * 2 * HOUR)));
        log("the clock is set back");
        observe("clock set back");
        isSetBack = true;
      }
      case 4 -> sendAfterSuspension();
      default -> {}
    }
  }

  // --- checks ---

  /** Checks the remaining amount and the retry time of a refusal against the entries. */
  private void checkRefusal(Purchase request, SpendLimit limit, LimitExceeded full) {
    long price = nano(full.priceUsd());
    long left = nano(full.remainingUsd());
    check(price == nano(request.quote().usd()), "the price of the call");
    List<StoredEntry> entriesOfKey =
        entries().stream()
            .filter(stored -> request.idempotencyKey() != null)
            .filter(stored -> request.idempotencyKey().equals(stored.entry().idempotencyKey()))
            .filter(stored -> stored.entry().accountId().equals(request.accountId()))
            .toList();
    long most = entriesOfKey.stream().mapToLong(LedgerModel::amount).max().orElse(0);
    check(left < Math.max(price, most), "refused a call that fits");
    long cap = nano(limit.capUsd());
    boolean mayFit = limit.kind() != SpendLimit.Kind.TOTAL && price <= cap;
    // A repeat of a higher-priced call may need the budget of that call.
    boolean mayNotFit = !mayFit || most > cap;
    check(full.retryAt() == null ? mayNotFit : mayFit, "wrong retry time: " + full);
    if (full.retryAt() == null) return;
    List<StoredEntry> counted =
        entries().stream()
            .filter(stored -> ScopePaths.isInside(stored.entry().scope(), limit.scope()))
            .filter(stored -> appliesTo(stored.entry().operation(), limit))
            .filter(stored -> chargeableUntil(stored) >= periodStart(limit) && amount(stored) > 0)
            .toList();
    long sum = counted.stream().mapToLong(LedgerModel::amount).sum();
    check(left == Math.max(0, cap - sum), "left " + full + ", not " + (cap - sum));
    long retryAt = EpochMicros.of(full.retryAt());
    long newCallAt = freesAt(limit, counted, cap - price);
    if (entriesOfKey.isEmpty()) {
      check(retryAt == newCallAt, full + ", not " + newCallAt);
      observe("retry time of a new call");
      return;
    }
    long higherPriceAt = freesAt(limit, counted, cap - Math.max(price, most));
    check(retryAt >= newCallAt, full + ", before " + newCallAt);
    check(retryAt <= higherPriceAt, full + ", after " + higherPriceAt);
    observe("retry time of a repeat");
  }

  private static long amount(StoredEntry stored) {
    return nano(stored.entry().amountUsd());
  }

  private static long chargeableUntil(StoredEntry stored) {
    return EpochMicros.of(stored.chargeableUntil());
  }

  /** When at most this amount still counts. */
  private static long freesAt(SpendLimit limit, List<StoredEntry> counted, long most) {
    long left = counted.stream().mapToLong(LedgerModel::amount).sum();
    long freesAt = 0;
    List<StoredEntry> oldestFirst = new ArrayList<>(counted);
    oldestFirst.sort(Comparator.comparing(StoredEntry::chargeableUntil));
    for (StoredEntry stored : oldestFirst) {
      if (left <= most) break;
      left -= amount(stored);
      freesAt = leavesPeriodAt(limit, chargeableUntil(stored));
    }
    return freesAt;
  }

  private long periodStart(SpendLimit limit) {
    return switch (limit.kind()) {
      case TOTAL -> Long.MIN_VALUE;
      case ROLLING -> now() - micros(limit) + 1;
      case CALENDAR_DAY -> midnight(day(now(), limit.zone()), limit.zone());
      case CALENDAR_MONTH -> midnight(month(now(), limit.zone()).atDay(1), limit.zone());
    };
  }

  private static long leavesPeriodAt(SpendLimit limit, long at) {
    return switch (limit.kind()) {
      case TOTAL -> Long.MAX_VALUE;
      case ROLLING -> at + micros(limit);
      case CALENDAR_DAY -> midnight(day(at, limit.zone()).plusDays(1), limit.zone());
      case CALENDAR_MONTH -> midnight(month(at, limit.zone()).plusMonths(1).atDay(1), limit.zone());
    };
  }

  private static long midnight(LocalDate day, ZoneId zone) {
    return EpochMicros.of(day.atStartOfDay(zone).toInstant());
  }

  /** Checks that no limit is exceeded, to the cent, at the prices that were read. */
  private void checkLimits(Debit last) {
    // An entry that is recorded again counts even above the limit.
    if (hasDeletedEntryRecorded) return;
    for (SpendLimit limit : limits) {
      boolean isCounted =
          ScopePaths.isInside(last.scope(), limit.scope())
              && ScopePaths.isInside(last.entryScope(), limit.scope())
              && appliesTo(last.operation(), limit);
      if (last.isLate() || !isCounted) continue;
      // A call that was reserved on one day can be debited on the day before.
      if (isSetBack && limit.zone() != null) continue;
      long sum =
          service.debits.stream()
              // It counts in the scope of its entry, and the limits of its call were checked.
              .filter(debit -> ScopePaths.isInside(debit.scope(), limit.scope()))
              .filter(debit -> ScopePaths.isInside(debit.entryScope(), limit.scope()))
              .filter(debit -> appliesTo(debit.operation(), limit))
              .filter(debit -> !debit.isLate() && isIn(limit, debit.at(), last.at()))
              .filter(debit -> !refundedDebits.contains(debit))
              .mapToLong(Debit::price)
              .sum();
      check(sum <= nano(limit.capUsd()), "exceeded " + limit + ": " + sum);
    }
  }

  private static boolean isIn(SpendLimit limit, long at, long now) {
    return switch (limit.kind()) {
      case TOTAL -> true;
      // A time in the future is from before the clock was set back.
      case ROLLING -> at > now - micros(limit) && at <= now;
      case CALENDAR_DAY -> day(at, limit.zone()).equals(day(now, limit.zone()));
      case CALENDAR_MONTH -> month(at, limit.zone()).equals(month(now, limit.zone()));
    };
  }

  private static YearMonth month(long at, ZoneId zone) {
    return YearMonth.from(day(at, zone));
  }

  private static LocalDate day(long at, ZoneId zone) {
    return EpochMicros.instant(at).atZone(zone).toLocalDate();
  }

  private boolean belongsTo(ModelCall call, SpendEntry entry) {
    SpendEntry found = entryOf(call);
    return found != null && found.id() == entry.id();
  }

  private @Nullable SpendEntry entryOf(ModelCall call) {
    StoredEntry found =
        storage.read(rows -> rows.entryFor(call.request.id(), call.request.accountId(), null));
    return found == null ? null : found.entry();
  }

  /** The debits for the calls of an entry. */
  private List<Debit> debitsFor(SpendEntry entry) {
    List<ModelCall> calls = all().stream().filter(call -> belongsTo(call, entry)).toList();
    if (calls.isEmpty()) return List.of();
    String chargeKey = calls.get(0).chargeKey();
    long from = calls.stream().mapToLong(call -> call.startedAt).min().getAsLong();
    long to =
        calls.stream()
            .mapToLong(call -> Math.max(call.deadline(), call.sentLateAt))
            .max()
            .getAsLong();
    return service.debits.stream()
        .filter(
            debit -> debit.chargeKey().equals(chargeKey) && debit.at() >= from && debit.at() <= to)
        .toList();
  }

  private void checkEntries() {
    List<StoredEntry> entries = entries();
    for (StoredEntry stored : entries) {
      SpendEntry entry = stored.entry();
      // The order of events is no longer known.
      if (isSetBack) break;
      List<Debit> taken = debitsFor(entry);
      boolean isUncharged = entry.outcome() == Charge.Kind.NONE;
      // A debit of a key with two entries may be for either, and one of them may be deleted.
      if (entry.idempotencyKey() != null && (isPurged || hasOtherEntry(entries, entry))) continue;
      check(!isUncharged || taken.isEmpty(), "debited, but recorded as free: " + entry);
      check(
          entry.outcome() != Charge.Kind.CHARGED || !taken.isEmpty(),
          "recorded as charged, but never debited: " + entry);
      long sum = taken.stream().mapToLong(Debit::price).sum();
      check(
          sum <= nano(entry.amountUsd().add(entry.refundedUsd())),
          "debited " + sum + " for " + entry);
    }
    for (SpendLimit limit : limits) {
      if (limit.kind() == SpendLimit.Kind.TOTAL) continue;
      long counted =
          storage.read(rows -> nano(new LedgerRules(rows).usages(List.of(limit)).get(0).usedUsd()));
      List<StoredEntry> its =
          entries.stream().filter(stored -> appliesTo(stored.entry().operation(), limit)).toList();
      long sum = sum(its, limit.scope(), periodStart(limit));
      check(counted == sum, limit + " counts " + counted + ", not " + sum);
    }
    for (String path : PATHS) {
      long total = sumOf(path, LimitPeriod.EVER);
      long hour = sumOf(path, EpochMicros.instant(now() - HOUR + 1));
      long ever = sum(entries, path, Long.MIN_VALUE);
      check(isPurged ? total >= ever : total == ever, "the total of " + path);
      BigDecimal charged = BigDecimal.ZERO;
      BigDecimal unknown = BigDecimal.ZERO;
      BigDecimal reserved = BigDecimal.ZERO;
      for (StoredEntry stored : entries) {
        SpendEntry entry = stored.asOf(time.instant());
        if (!ScopePaths.isInside(entry.scope(), path)) continue;
        if (entry.inProgress()) reserved = reserved.add(entry.amountUsd());
        else if (entry.unknown()) unknown = unknown.add(entry.amountUsd());
        else charged = charged.add(entry.amountUsd());
      }
      SpendTotals naive =
          new SpendTotals(Usd.normalize(charged), Usd.normalize(unknown), Usd.normalize(reserved));
      SpendFilter ofPath = SpendFilter.all().scope(Buyer.scope(path));
      SpendTotals totals = storage.read(rows -> rows.totals(ofPath));
      check(isPurged || totals.equals(naive), totals + " of " + path + ", not " + naive);
      check(hour == sum(entries, path, now() - HOUR + 1), "the hour of " + path);
    }
  }

  private long sumOf(String path, Instant since) {
    LimitPeriod period = new LimitPeriod(path, null, since);
    return storage.read(rows -> nano(rows.sums(List.of(period)).get(0)));
  }

  private static boolean hasOtherEntry(List<StoredEntry> entries, SpendEntry entry) {
    return entries.stream()
            .filter(other -> chargeKey(other.entry()).equals(chargeKey(entry)))
            .count()
        > 1;
  }

  private static String chargeKey(SpendEntry entry) {
    return entry.accountId() + " " + entry.idempotencyKey();
  }

  private static long sum(List<StoredEntry> entries, String path, long from) {
    return entries.stream()
        .filter(stored -> ScopePaths.isInside(stored.entry().scope(), path))
        .filter(stored -> chargeableUntil(stored) >= from)
        .mapToLong(LedgerModel::amount)
        .sum();
  }

  /** Checks that calls report each debit, and no debit more than once. */
  private void checkReportedCharges() {
    Map<String, List<ModelCall>> things = new HashMap<>();
    for (ModelCall call : all()) {
      things.computeIfAbsent(call.chargeKey(), any -> new ArrayList<>()).add(call);
    }
    List<StoredEntry> entries = entries();
    things.forEach(
        (chargeKey, calls) -> {
          long taken =
              service.debits.stream().filter(debit -> debit.chargeKey().equals(chargeKey)).count();
          long reported =
              calls.stream().filter(call -> call.reported == Charge.Kind.CHARGED).count();
          long made =
              entries.stream()
                  .filter(stored -> chargeKey.equals(chargeKey(stored.entry())))
                  .count();
          check(
              reported <= Math.max(1, made) || isPurged,
              chargeKey + " reported " + reported + " times");
          check(
              reported <= taken || isPurged || isSetBack || hasDeletedEntryRecorded,
              chargeKey + " reported " + reported + " times, and debited " + taken + " times");
          boolean allNone = calls.stream().allMatch(call -> call.reported == Charge.Kind.NONE);
          check(!allNone || taken == 0, chargeKey + " reported as free, but debited");
        });
  }
}
