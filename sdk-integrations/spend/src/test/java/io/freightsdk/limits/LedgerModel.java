package io.freightsdk.limits;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.internal.ledger.rules.AccountTotals;
import io.freightsdk.internal.ledger.rules.Adjustment;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.rules.LimitPeriod;
import io.freightsdk.internal.ledger.rules.ReserveResult;
import io.freightsdk.internal.ledger.rules.ScopePaths;
import io.freightsdk.internal.ledger.rules.StoredEntry;
import io.freightsdk.internal.ledger.rules.Usd;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.Micros;
import io.freightsdk.limits.NaiveService.Debit;
import io.freightsdk.model.Operation;
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
 * One random program against a naive {@link NaiveService}: callers in several processes that
 * reserve, send, lose answers, give up, die and come back late, and others whose machines slept and
 * that are sent late; persons who settle by the truth; balances that are compared; changes whose
 * answers are lost. The service takes money whenever it likes until a call's deadline, and then
 * only of a call that slept.
 *
 * <p>After each step what was really taken is judged against each limit, and at the end the entries
 * by what was taken, and what limits count by the entries.
 */
final class LedgerModel {
  /** Opens the ledger of a program: empty at first, and then as it was. */
  interface Place {
    LedgerStorage open(Clock clock);

    /** Whether it is there after its process has ended. */
    default boolean isKept() {
      return true;
    }
  }

  static final long GRACE = LedgerRules.GRACE.toNanos() / 1000;
  private static final long CENT = 10_000_000;
  private static final long SECOND = TimeUnit.SECONDS.toMicros(1);
  private static final long HOUR = TimeUnit.HOURS.toMicros(1);
  private static final long[] HOURS = {1, 1, 1, 1, 1, 30, 30, 75, 1400};

  /** Between the calls of a key that is repeated for days. */
  private static final long[] HOURS_OF_A_KEY = {1, 1, 1, 11, 12, 13, 23, 24};

  private static final List<String> ACCOUNTS = List.of("east", "west");
  private static final List<String> PATHS =
      List.of("client", "client/acme", "client/acme/run:1", "client/acme/run:2", "client/zeta");

  private static final List<ZoneId> ZONES =
      Stream.of("UTC", "America/Chicago", "Asia/Tokyo", "Europe/Berlin").map(ZoneId::of).toList();

  /** Most limits are for all operations. */
  private static final List<@Nullable Operation> ONLY_FOR =
      Arrays.asList(null, null, null, Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION);

  /** A usual day, and nights in which clocks change. */
  private static final List<Instant> BEGINS =
      Stream.of(
              "2026-11-20T09:00:00Z",
              "2026-03-08T05:00:00Z",
              "2026-03-28T22:00:00Z",
              "2026-10-24T21:00:00Z",
              "2026-11-01T04:00:00Z")
          .map(Instant::parse)
          .toList();

  /** What the programs met, so that a test sees that they met it. */
  static final TreeMap<String, Long> MET = new TreeMap<>();

  private final long seed;
  private final Random random;

  /** Of its own, so that a seed is the same program for one account and for two. */
  private final Random accounts;

  private final MovableClock time;
  private final NaiveService service = new NaiveService();
  private final Place place;

  /** Whether the program repeats the creations of two loads for days. */
  private final boolean isOfTwoKeys;

  /** Whether two brokers share the ledger, and use the same keys. */
  private final boolean isOfTwoAccounts;

  private LedgerStorage storage;
  private final List<SpendLimit> limits = new ArrayList<>();
  private final List<ModelCall> flying = new ArrayList<>();
  private final List<ModelCall> ended = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private long price = 65 * CENT;
  private final Set<String> compared = new HashSet<>();

  /** What the service took and gave back. */
  private final Set<Debit> givenBack = Collections.newSetFromMap(new IdentityHashMap<>());

  private boolean isPurged;
  private boolean isSetBack;

  /** Whether a call ended whose entry had been deleted: it is recorded when it says so. */
  private boolean isRecordedAgain;

  private int names;

  LedgerModel(long seed, Place place) {
    this.seed = seed;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.place = place;
    this.isOfTwoKeys = random.nextInt(4) == 0;
    this.accounts = new Random(seed);
    this.isOfTwoAccounts = accounts.nextInt(3) == 0;
    this.time = new MovableClock(BEGINS.get(random.nextInt(BEGINS.size())));
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
    Operation only = ONLY_FOR.get(random.nextInt(ONLY_FOR.size()));
    SpendLimit limit = Buyer.inScope(path, limitOf.apply(usd(cap)));
    limits.add(only == null ? limit : limit.onlyFor(only));
  }

  private static boolean isFor(String operation, SpendLimit limit) {
    return limit.operation() == null || limit.operation().id().equals(operation);
  }

  /**
   * Runs the program.
   *
   * @throws AssertionError with all that it did, if something does not hold
   */
  void run() {
    try {
      int steps = 10 + random.nextInt(50);
      for (int i = 0; i < steps; i++) step();
      pass(2 * HOUR);
      judgeEntries();
      for (ModelCall call : List.copyOf(flying)) complete(call);
      judgeEntries();
      judgeWhatWasTold();
      storage.close();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "program " + seed + ": " + e.getMessage() + "\n  " + String.join("\n  ", log), e);
    }
  }

  // --- the machinery of a program ---

  private long now() {
    return Micros.of(time.instant());
  }

  private static void met(String what) {
    MET.merge(what, 1L, Long::sum);
  }

  private void log(String what) {
    log.add(time.instant() + " " + what);
  }

  private static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  /** Now and then it is made twice, as when the answer to a commit was lost. */
  private <T> T change(Function<LedgerRules, T> work) {
    Function<LedgerRows, T> change = rows -> work.apply(new LedgerRules(rows));
    if (random.nextInt(4) == 0) {
      met("made again");
      T unused = storage.change(change);
    }
    return storage.change(change);
  }

  private List<ModelCall> all() {
    List<ModelCall> all = new ArrayList<>(flying);
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

  // --- what happens ---

  private void step() {
    if (isOfTwoKeys && random.nextInt(3) > 0) {
      repeatKey();
      return;
    }
    switch (random.nextInt(14)) {
      case 0 -> pass(random.nextInt((int) (90 * SECOND)));
      case 1 -> passHours();
      case 2 -> price = (random.nextInt(10) + 1) * 10 * CENT;
      case 3, 4, 5, 6 -> begin();
      case 7, 8, 9 -> send();
      case 10, 11 -> {
        if (!flying.isEmpty()) complete(flying.get(random.nextInt(flying.size())));
      }
      case 12 -> persons();
      default -> machines();
    }
  }

  /** A call, and then hours without one. */
  private void repeatKey() {
    begin();
    send();
    if (!flying.isEmpty() && random.nextInt(4) > 0) complete(flying.get(flying.size() - 1));
    if (random.nextInt(3) > 0) passHours();
  }

  private void passHours() {
    if (isOfTwoKeys) {
      pass(HOURS_OF_A_KEY[random.nextInt(HOURS_OF_A_KEY.length)] * HOUR + random.nextInt(2));
    } else {
      pass((long) (random.nextDouble() * HOURS[random.nextInt(HOURS.length)] * HOUR));
    }
  }

  /** The service takes money for what is on its way at some time until the deadline, or never. */
  private void pass(long micros) {
    long then = now() + micros;
    for (ModelCall call : all()) {
      boolean isOver = now() >= call.onItsWayUntil;
      if (isOver || random.nextInt(3) > 0) continue;
      long until = Math.min(then, call.onItsWayUntil);
      long at = now() + (long) (random.nextDouble() * (until - now()));
      time.set(Micros.instant(at));
      met("taken late");
      debit(call);
      call.onItsWayUntil = 0;
    }
    if (then > now()) time.set(Micros.instant(then));
  }

  private void debit(ModelCall call) {
    SpendEntry entry = entryOf(call);
    String entryScope = entry == null ? call.scope() : entry.scope();
    Debit debit = service.debit(call, entryScope, now());
    if (debit == null) {
      met("free under its key");
      return;
    }
    log("taken " + debit);
    judgeLimits(debit);
  }

  private void begin() {
    boolean isCreation = isOfTwoKeys || random.nextBoolean();
    String scope = isOfTwoKeys ? "client" : PATHS.get(random.nextInt(PATHS.size()));
    Purchase request =
        new Purchase(
            "r" + ++names,
            "call",
            1,
            isCreation ? Operation.CREATE_LOAD : Operation.GET_LOAD_POSITION,
            account(),
            isCreation ? "key" + random.nextInt(isOfTwoKeys ? 2 : 4) : null,
            isCreation ? "PO-7" : null,
            isCreation ? null : "LD-7",
            () -> scope,
            new Quote(usd(isCreation ? price : price / 10), Instant.EPOCH),
            Duration.ofNanos((random.nextInt(300) + 1) * SECOND * 1000));
    long at = now();
    ReserveResult result = reserve(request);
    if (result.refusal() == null) {
      flying.add(new ModelCall(request, at));
      met("reserved");
      if (random.nextInt(6) > 0) return;
      pass(random.nextInt((int) (90 * SECOND)));
      check(reserve(request).refusal() == null, "reserved, and then refused");
      return;
    }
    SpendLimit limit = result.usages().get(0).limit();
    met("refused by " + limit.kind());
    judgeRefusal(request, limit, result.refusal());
  }

  private String account() {
    return ACCOUNTS.get(isOfTwoAccounts ? accounts.nextInt(ACCOUNTS.size()) : 0);
  }

  private ReserveResult reserve(Purchase request) {
    String path = request.scope().path();
    List<SpendLimit> its =
        limits.stream()
            .filter(limit -> ScopePaths.isInside(path, limit.scope()))
            .filter(limit -> isFor(request.operation().id(), limit))
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

  /** One attempt before the deadline; what is charged each time is sent once. */
  private void send() {
    if (flying.isEmpty()) return;
    ModelCall call = flying.get(random.nextInt(flying.size()));
    boolean isTooLate = now() >= call.deadline() || call.isAnswered;
    boolean isSentOnce = call.isSent && call.request.idempotencyKey() == null;
    if (isTooLate || isSentOnce) return;
    call.isSent = true;
    switch (random.nextInt(7)) {
      case 0 -> call.mayBeLost = true;
      case 1 -> met("refused by the service");
      case 2 -> {
        call.mayBeLost = true;
        call.onItsWayUntil = call.deadline();
      }
      case 3 -> {
        met("answer lost");
        debit(call);
        call.mayBeLost = true;
      }
      default -> {
        debit(call);
        answer(call);
      }
    }
  }

  private void answer(ModelCall call) {
    call.isAnswered = true;
    call.load = service.load(call);
  }

  /** A machine slept until its call was unknown, which is sent now and ends at once. */
  private void wake() {
    if (flying.isEmpty()) return;
    ModelCall call = flying.get(random.nextInt(flying.size()));
    boolean hasSlept = now() > call.deadline() + GRACE;
    if (!hasSlept || call.isSent || service.hasForgotten(call.thing(), now())) return;
    met("sent late");
    call.isSent = true;
    call.wokeAt = now();
    debit(call);
    if (call.isSettled || random.nextInt(3) > 0) answer(call);
    else call.mayBeLost = true;
    complete(call);
  }

  private void complete(ModelCall call) {
    Charge.Kind kind =
        call.isAnswered
            ? Charge.Kind.CHARGED
            : call.mayBeLost ? Charge.Kind.UNKNOWN : Charge.Kind.NONE;
    if (now() > call.deadline() + GRACE) met("late word " + kind);
    if (entryOf(call) == null) {
      met("recorded again");
      isRecordedAgain = true;
    }
    Outcome said = new Outcome(kind, "LD-1", call.load, null, null);
    call.told = change(rules -> rules.complete(call.request, said));
    SpendEntry entry = entryOf(call);
    boolean isFree = entry != null && entry.outcome() == Charge.Kind.NONE;
    if (isFree && kind == Charge.Kind.CHARGED) met("answered by a former entry");
    log(call.request.id() + " says " + kind + " -> " + call.told);
    boolean isNone = kind == Charge.Kind.NONE;
    check(!isNone || call.told == Charge.Kind.NONE, "cost nothing, and was told otherwise");
    boolean isKnown = call.isAnswered && call.request.idempotencyKey() == null;
    check(!isKnown || call.told == Charge.Kind.CHARGED, "charged, and was told otherwise");
    flying.remove(call);
    ended.add(call);
    time.set(Micros.instant(now() + 1));
  }

  private void persons() {
    switch (random.nextInt(5)) {
      case 0, 1 -> settle();
      case 2 -> {
        Adjustment topUp =
            new Adjustment("a" + ++names, account(), new BigDecimal("25"), "ann", "a top-up");
        Adjustment unused = change(rules -> rules.recordAdjustment(topUp));
        service.balances.merge(topUp.accountId(), nano(topUp.usd()), Long::sum);
        log("topped up " + topUp.accountId());
      }
      case 3 -> refund();
      default -> compare();
    }
  }

  /** The service gives back what it took for one entry. */
  private void refund() {
    for (StoredEntry stored : entries()) {
      SpendEntry entry = stored.entry();
      boolean isSure =
          entry.minUsd().compareTo(entry.amountUsd()) == 0 && entry.minUsd().signum() > 0;
      if (entry.outcome() != Charge.Kind.CHARGED || !isSure || random.nextInt(3) > 0) continue;
      boolean isQuiet = all().stream().noneMatch(call -> isOf(call, entry) && isOnItsWay(call));
      List<Debit> taken = takenFor(entry);
      long least = nano(entry.minUsd());
      if (!isQuiet || taken.size() != 1 || taken.get(0).price() != least) continue;
      givenBack.add(taken.get(0));
      service.balances.merge(entry.accountId(), least, Long::sum);
      SpendEntry after = change(rules -> rules.recordRefund(entry.id(), "ann", "a broken trip"));
      check(
          after.amountUsd().signum() == 0 && after.minUsd().signum() == 0, "refunded, and counted");
      log("refunded " + entry.id());
      met("refunded");
      return;
    }
  }

  private boolean isOnItsWay(ModelCall call) {
    return flying.contains(call) || now() < call.onItsWayUntil;
  }

  /** By the truth, and some of what is unknown. */
  private void settle() {
    for (StoredEntry stored : entries()) {
      SpendEntry entry = stored.asOf(time.instant());
      boolean mayStillBeTaken =
          isSetBack
              || all().stream().anyMatch(call -> isOf(call, entry) && now() < call.onItsWayUntil);
      if (!entry.unknown() || mayStillBeTaken || random.nextInt(3) > 0) continue;
      boolean charged = !takenFor(entry).isEmpty();
      change(rules -> rules.settle(entry.id(), charged, "ann", "seen"));
      flying.stream().filter(call -> isOf(call, entry)).forEach(call -> call.isSettled = true);
      log("settled " + entry.id() + " charged=" + charged);
      met("settled");
    }
  }

  /** What the service took since the first balance lies between the least and the most. */
  private void compare() {
    String account = account();
    AccountTotals before = known(account);
    long balance = service.balances.getOrDefault(account, 0L);
    if (random.nextBoolean()) send();
    if (random.nextInt(4) == 0) wake();
    if (random.nextBoolean()) time.set(Micros.instant(now() + SECOND));
    AccountTotals after = known(account);
    BalanceComparison made = change(rules -> rules.compare(account, usd(balance), before, after));
    log(String.valueOf(made));
    met("compared");
    boolean isFirst = compared.add(account);
    if (isPurged && !isFirst) met("compared after a purge");
    check(
        isRecordedAgain || made.unexplainedUsd().signum() == 0, "nobody else moved money: " + made);
    if (isOfTwoAccounts) met("compared one of two accounts");
  }

  private AccountTotals known(String account) {
    Map<String, AccountTotals> known = storage.read(LedgerRows::accountTotals);
    return known.getOrDefault(account, AccountTotals.NOTHING);
  }

  private void machines() {
    switch (random.nextInt(7)) {
      case 0 -> {
        if (random.nextInt(3) > 0) return;
        int purged = change(rules -> rules.purge(time.instant(), 1000));
        isPurged = true;
        if (purged > 0) met("purged");
        compare();
      }
      case 1 -> {
        if (!place.isKept()) return;
        storage.close();
        storage = place.open(time);
        met("opened again");
      }
      case 2 -> {
        // A process dies: its callers never say anything.
        for (ModelCall call : List.copyOf(flying)) {
          if (random.nextInt(3) > 0) continue;
          met("died");
          flying.remove(call);
          ended.add(call);
        }
      }
      case 3 -> {
        if (random.nextInt(12) > 0) return;
        time.set(Micros.instant(now() - (long) (random.nextDouble() * 2 * HOUR)));
        log("the clock is set back");
        met("clock set back");
        isSetBack = true;
      }
      case 4 -> wake();
      default -> {}
    }
  }

  // --- what must hold ---

  /** What is left, and when enough has left the window, by the entries. */
  private void judgeRefusal(Purchase request, SpendLimit limit, LimitExceeded full) {
    long price = nano(full.priceUsd());
    long left = nano(full.remainingUsd());
    check(price == nano(request.quote().usd()), "the price of the call");
    List<StoredEntry> ofItsKey =
        entries().stream()
            .filter(stored -> request.idempotencyKey() != null)
            .filter(stored -> request.idempotencyKey().equals(stored.entry().idempotencyKey()))
            .filter(stored -> stored.entry().accountId().equals(request.accountId()))
            .toList();
    long most = ofItsKey.stream().mapToLong(LedgerModel::amount).max().orElse(0);
    check(left < Math.max(price, most), "refused what fits");
    long cap = nano(limit.capUsd());
    boolean mayFit = limit.kind() != SpendLimit.Kind.TOTAL && price <= cap;
    // A repeat of a dearer call may need the room for that one.
    boolean mayNotFit = !mayFit || most > cap;
    check(
        full.retryAt() == null ? mayNotFit : mayFit,
        "a time for what never fits, or none: " + full);
    if (full.retryAt() == null) return;
    List<StoredEntry> counted =
        entries().stream()
            .filter(stored -> ScopePaths.isInside(stored.entry().scope(), limit.scope()))
            .filter(stored -> isFor(stored.entry().operation(), limit))
            .filter(stored -> countedAt(stored) >= begin(limit) && amount(stored) > 0)
            .toList();
    long sum = counted.stream().mapToLong(LedgerModel::amount).sum();
    check(left == Math.max(0, cap - sum), "left " + full + ", not " + (cap - sum));
    long retryAt = Micros.of(full.retryAt());
    long asANewCall = freesAt(limit, counted, cap - price);
    if (ofItsKey.isEmpty()) {
      check(retryAt == asANewCall, full + ", not " + asANewCall);
      met("told when there is room");
      return;
    }
    long asADearerCall = freesAt(limit, counted, cap - Math.max(price, most));
    check(retryAt >= asANewCall, full + ", before " + asANewCall);
    check(retryAt <= asADearerCall, full + ", after " + asADearerCall);
    met("told when a repeat has room");
  }

  private static long amount(StoredEntry stored) {
    return nano(stored.entry().amountUsd());
  }

  private static long countedAt(StoredEntry stored) {
    return Micros.of(stored.countedAt());
  }

  /** When no more than this is left of what counts. */
  private static long freesAt(SpendLimit limit, List<StoredEntry> counted, long most) {
    long left = counted.stream().mapToLong(LedgerModel::amount).sum();
    long freesAt = 0;
    List<StoredEntry> oldestFirst = new ArrayList<>(counted);
    oldestFirst.sort(Comparator.comparing(StoredEntry::countedAt));
    for (StoredEntry stored : oldestFirst) {
      if (left <= most) break;
      left -= amount(stored);
      freesAt = passes(limit, countedAt(stored));
    }
    return freesAt;
  }

  private long begin(SpendLimit limit) {
    return switch (limit.kind()) {
      case TOTAL -> Long.MIN_VALUE;
      case ROLLING -> now() - micros(limit) + 1;
      case CALENDAR_DAY -> midnight(day(now(), limit.zone()), limit.zone());
      case CALENDAR_MONTH -> midnight(month(now(), limit.zone()).atDay(1), limit.zone());
    };
  }

  private static long passes(SpendLimit limit, long at) {
    return switch (limit.kind()) {
      case TOTAL -> Long.MAX_VALUE;
      case ROLLING -> at + micros(limit);
      case CALENDAR_DAY -> midnight(day(at, limit.zone()).plusDays(1), limit.zone());
      case CALENDAR_MONTH -> midnight(month(at, limit.zone()).plusMonths(1).atDay(1), limit.zone());
    };
  }

  private static long midnight(LocalDate day, ZoneId zone) {
    return Micros.of(day.atStartOfDay(zone).toInstant());
  }

  /** Exactly, at the prices that were read. */
  private void judgeLimits(Debit last) {
    // It is recorded whether there is room or not.
    if (isRecordedAgain) return;
    for (SpendLimit limit : limits) {
      boolean isCounted =
          ScopePaths.isInside(last.scope(), limit.scope())
              && ScopePaths.isInside(last.entryScope(), limit.scope())
              && isFor(last.operation(), limit);
      if (last.isLate() || !isCounted) continue;
      // A call that was reserved on one day is taken on the day before.
      if (isSetBack && limit.zone() != null) continue;
      long sum =
          service.debits.stream()
              // It counts in the scope of its entry, and was asked of the limits of its call.
              .filter(debit -> ScopePaths.isInside(debit.scope(), limit.scope()))
              .filter(debit -> ScopePaths.isInside(debit.entryScope(), limit.scope()))
              .filter(debit -> isFor(debit.operation(), limit))
              .filter(debit -> !debit.isLate() && isIn(limit, debit.at(), last.at()))
              .filter(debit -> !givenBack.contains(debit))
              .mapToLong(Debit::price)
              .sum();
      check(sum <= nano(limit.capUsd()), "passed " + limit + ": " + sum);
    }
  }

  private static boolean isIn(SpendLimit limit, long at, long now) {
    return switch (limit.kind()) {
      case TOTAL -> true;
      // What lies in the future was before a clock was set back.
      case ROLLING -> at > now - micros(limit) && at <= now;
      case CALENDAR_DAY -> day(at, limit.zone()).equals(day(now, limit.zone()));
      case CALENDAR_MONTH -> month(at, limit.zone()).equals(month(now, limit.zone()));
    };
  }

  private static YearMonth month(long at, ZoneId zone) {
    return YearMonth.from(day(at, zone));
  }

  private static LocalDate day(long at, ZoneId zone) {
    return Micros.instant(at).atZone(zone).toLocalDate();
  }

  private boolean isOf(ModelCall call, SpendEntry entry) {
    SpendEntry found = entryOf(call);
    return found != null && found.id() == entry.id();
  }

  private @Nullable SpendEntry entryOf(ModelCall call) {
    StoredEntry found =
        storage.read(rows -> rows.entryFor(call.request.id(), call.request.accountId(), null));
    return found == null ? null : found.entry();
  }

  /** What the service took for the calls of an entry. */
  private List<Debit> takenFor(SpendEntry entry) {
    List<ModelCall> calls = all().stream().filter(call -> isOf(call, entry)).toList();
    if (calls.isEmpty()) return List.of();
    String thing = calls.get(0).thing();
    long from = calls.stream().mapToLong(call -> call.madeAt).min().getAsLong();
    long to =
        calls.stream().mapToLong(call -> Math.max(call.deadline(), call.wokeAt)).max().getAsLong();
    return service.debits.stream()
        .filter(debit -> debit.thing().equals(thing) && debit.at() >= from && debit.at() <= to)
        .toList();
  }

  private void judgeEntries() {
    List<StoredEntry> entries = entries();
    for (StoredEntry stored : entries) {
      SpendEntry entry = stored.entry();
      // It is not known any more what came before what.
      if (isSetBack) break;
      List<Debit> taken = takenFor(entry);
      boolean surelyNothing = entry.outcome() == Charge.Kind.NONE;
      // A key of two entries may have been taken for either, of which one may be deleted.
      if (entry.idempotencyKey() != null && (isPurged || isTwice(entries, entry))) continue;
      check(!surelyNothing || taken.isEmpty(), "taken, and recorded as nothing: " + entry);
      check(
          entry.outcome() != Charge.Kind.CHARGED || !taken.isEmpty(),
          "recorded as charged, and never taken: " + entry);
      long sum = taken.stream().mapToLong(Debit::price).sum();
      check(
          sum <= nano(entry.amountUsd().add(entry.refundedUsd())),
          "taken " + sum + " for " + entry);
    }
    for (SpendLimit limit : limits) {
      if (limit.kind() == SpendLimit.Kind.TOTAL) continue;
      long counted =
          storage.read(rows -> nano(new LedgerRules(rows).usages(List.of(limit)).get(0).usedUsd()));
      List<StoredEntry> its =
          entries.stream().filter(stored -> isFor(stored.entry().operation(), limit)).toList();
      long sum = sum(its, limit.scope(), begin(limit));
      check(counted == sum, limit + " counts " + counted + ", not " + sum);
    }
    for (String path : PATHS) {
      long total = sumOf(path, LimitPeriod.EVER);
      long hour = sumOf(path, Micros.instant(now() - HOUR + 1));
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

  private static boolean isTwice(List<StoredEntry> entries, SpendEntry entry) {
    return entries.stream().filter(other -> thing(other.entry()).equals(thing(entry))).count() > 1;
  }

  private static String thing(SpendEntry entry) {
    return entry.accountId() + " " + entry.idempotencyKey();
  }

  private static long sum(List<StoredEntry> entries, String path, long from) {
    return entries.stream()
        .filter(stored -> ScopePaths.isInside(stored.entry().scope(), path))
        .filter(stored -> countedAt(stored) >= from)
        .mapToLong(LedgerModel::amount)
        .sum();
  }

  /** Of each thing that was taken somebody was told, and not more often than it was taken. */
  private void judgeWhatWasTold() {
    Map<String, List<ModelCall>> things = new HashMap<>();
    for (ModelCall call : all()) {
      things.computeIfAbsent(call.thing(), any -> new ArrayList<>()).add(call);
    }
    List<StoredEntry> entries = entries();
    things.forEach(
        (thing, calls) -> {
          long taken = service.debits.stream().filter(debit -> debit.thing().equals(thing)).count();
          long told = calls.stream().filter(call -> call.told == Charge.Kind.CHARGED).count();
          long made =
              entries.stream().filter(stored -> thing.equals(thing(stored.entry()))).count();
          check(told <= Math.max(1, made) || isPurged, thing + " told " + told + " times");
          check(
              told <= taken || isPurged || isSetBack || isRecordedAgain,
              thing + " told " + told + " times, and taken " + taken + " times");
          boolean allNone = calls.stream().allMatch(call -> call.told == Charge.Kind.NONE);
          check(!allNone || taken == 0, thing + " told as free, and taken");
        });
  }
}
