package io.freightsdk.internal.spend;

import static io.freightsdk.internal.spend.ServiceModel.units;
import static io.freightsdk.internal.spend.ServiceModel.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge.Kind;
import io.freightsdk.internal.spend.ServiceModel.Charge;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two clients with one store, a service that keeps every charge for ever, and what must be true
 * after every step, by the service's own ledger.
 */
final class SpendWorld {
  static final int KEYS = 6;
  static final int SCOPES = 5;
  static final List<SpendLimits> LIMITS =
      List.of(
          SpendLimits.none(),
          SpendLimits.builder().total("4.00").build(),
          SpendLimits.builder().perHour("1.30").build(),
          SpendLimits.builder().per(Duration.ofMinutes(10), "0.70").perCall("0.50").build(),
          SpendLimits.builder().perDay("1.20", ZoneId.of("America/Chicago")).build(),
          SpendLimits.builder().perHour("0.90").perDay("2.50").build(),
          SpendLimits.builder().total("2.00").perMinute("0.65").build(),
          // Finer than the books count.
          SpendLimits.builder().total("0.7999999996").build());

  /** Several reads may have cost what a call with a key did. */
  private static final String READ = "0.05";

  private static final String FIRST = "0.40";

  /** Finer than the books count: they round up, so that no limit is passed. */
  private static final String FINE = "0.2500000004";

  static final List<String> PRICES = List.of("0.10", "0.25", FINE, FIRST, "0.65");
  private static final Duration YEAR = Duration.ofDays(365);
  static final List<Duration> TIMES =
      List.of(
          Duration.ofMillis(1),
          Duration.ofSeconds(20),
          Duration.ofMinutes(1),
          Duration.ofSeconds(59),
          Duration.ofMinutes(9),
          Duration.ofMinutes(10).minusSeconds(1),
          Duration.ofMinutes(60).minusSeconds(5),
          Duration.ofMinutes(61),
          Duration.ofHours(26),
          Duration.ofHours(50));

  private final MovableClock clock;
  private final MovableClock wrong = new MovableClock();

  /** The clock of the books, if they have one of their own. */
  private final @Nullable MovableClock ofStore;

  private final BookStore store;
  private final List<TestBooks> processes;
  private final ServiceModel service = new ServiceModel();
  private final List<Call> running = new ArrayList<>();
  private final List<Call> dead = new ArrayList<>();
  private final Map<String, Long> forgottenAt = new HashMap<>();
  private final int[] limits = new int[SCOPES];
  private final boolean[] used = new boolean[SCOPES];
  private String price = FIRST;

  /** What each process has read last. */
  private final String[] lastRead = {FIRST, FIRST};

  private Duration step = Duration.ZERO;
  private long calls;
  private boolean opened;
  private boolean excused;
  private boolean unknownAtOpening;
  private boolean changedSinceExcuse;
  private boolean repriced;

  /** A price rose and fell between two readings, or others moved money untold. */
  private boolean misled;

  /** A price was finer than the books count. */
  private boolean fine;

  private int changesSinceReading;

  private static final class Call {
    final TestBooks process;
    final SpendHold hold;
    final long amount;
    final long number;
    final Instant lastSend;
    boolean served;
    boolean refused;

    /** What the service's answer tells; null while it was not asked, or refused. */
    @Nullable Charge answer;

    Call(TestBooks process, SpendHold hold, long amount, long number, Instant lastSend) {
      this.process = process;
      this.hold = hold;
      this.amount = amount;
      this.number = number;
      this.lastSend = lastSend;
    }
  }

  /**
   * Opens the books.
   *
   * @param ofStore the clock of the store if it has one of its own, so that a process's may be
   *     wrong, and its own too
   */
  SpendWorld(SpendStore store, MovableClock clock, @Nullable MovableClock ofStore) {
    this.clock = clock;
    this.store = (BookStore) store;
    this.ofStore = ofStore;
    this.processes =
        List.of(
            new TestBooks(store, clock), new TestBooks(store, wrong, SpendLimits.none(), clock));
    pass(0);
    // Whoever has not looked yet believes any clock.
    for (TestBooks books : processes) books.books.ledger().adjust(BigDecimal.ZERO);
  }

  /** What a call with the key costs now, or a read, which has none. */
  private String priceOf(@Nullable String key) {
    return key == null ? READ : price;
  }

  /** What a process believes that it costs: the price that it has read last. */
  private String believed(TestBooks books, @Nullable String key) {
    return key == null ? READ : lastRead[processes.indexOf(books)];
  }

  private SpendScope scope(int index) {
    SpendScope client = SpendScope.client(LIMITS.get(limits[0]));
    if (index == 0) return client;
    SpendScope a = client.child("a", LIMITS.get(limits[1]));
    return switch (index) {
      case 1 -> a;
      case 2 -> a.child("x", LIMITS.get(limits[2]));
      case 3 -> a.child("y", LIMITS.get(limits[3]));
      default -> client.child("b", LIMITS.get(limits[4]));
    };
  }

  /** When each key was first let go. */
  private final Map<String, Instant> firstReserved = new HashMap<>();

  private static final Duration KEY_SURELY_KNOWN = Duration.ofHours(23);

  /** A call is made, and counted before it is sent. */
  void call(int process, int scopeIndex, int keyIndex) {
    String key = keyIndex < KEYS ? "key" + keyIndex : null;
    if (service.isAboutToForget(key, clock.instant())) return;
    SpendScope scope = scope(scopeIndex);
    TestBooks books = processes.get(process);
    String usd = believed(books, key);
    SpendDecision decision = books.reserve(scope, usd, key);
    used[0] = true;
    used[scopeIndex] = true;
    used[1] |= scopeIndex == 2 || scopeIndex == 3;
    List<Cell> ended = store.look(clock, book -> book.ended(book.now()));
    assertThat(ended).as("no hold is older than its end").isEmpty();
    long amount = units(new BigDecimal(usd));
    if (decision instanceof SpendDecision.KeyTooOld) {
      assertThat(clock.instant())
          .as("a key is refused only when the service may have forgotten it")
          .isAfter(firstReserved.getOrDefault(key, Instant.MAX).plus(KEY_SURELY_KNOWN));
      return;
    }
    if (decision instanceof SpendHold hold) {
      if (key != null) firstReserved.putIfAbsent(key, clock.instant());
      amount = units(hold.amountUsd());
      boolean replay = service.remembers(key, clock.instant());
      // What was unknown when the books were opened, and is told later, misleads a reconciliation.
      boolean forgot = key != null && forgottenKeys.contains(key);
      if (hold.charged() != null && !excused && !forgot)
        assertThat(replay).as("a replay is one").isTrue();
      boolean costsNothing = hold.charged() != null;
      for (SpendLimit limit : costsNothing ? List.<SpendLimit>of() : scope.limits()) {
        assertFits(limit, replay ? 0 : amount, key);
      }
      Instant lastSend = clock.instant().plus(TestBooks.CALL);
      running.add(new Call(books, hold, amount, ++calls, lastSend));
    } else {
      assertNotNeedless(scope, ((SpendDecision.Refused) decision).refusal().limit(), amount, key);
    }
  }

  /** What the service took and may still take never exceeds the cap. */
  private void assertFits(SpendLimit limit, long amount, @Nullable String key) {
    if (changedSinceExcuse) return;
    long cap = units(limit.capUsd());
    if (limit.kind() == SpendLimit.Kind.PER_CALL) {
      assertThat(amount).as(limit.description()).isLessThanOrEqualTo(cap);
      return;
    }
    long after = forgottenAt.getOrDefault(limit.scope(), 0L);
    long taken = service.taken(limit, after, clock.instant());
    long open = mayBeTaken(limit.scope(), after, key);
    // Another call of the key may be the one that is charged, at its own price.
    assertThat(taken + open + amount).as(limit.description()).isLessThanOrEqualTo(cap);
  }

  private long mayBeTaken(String scope, long after, @Nullable String except) {
    long sum = 0;
    Map<String, Long> byKey = new HashMap<>();
    for (Call call : running) {
      boolean may =
          !call.served
              // What a key costs again that the service forgot shows with its answer.
              && call.hold.charged() == null
              && call.number > after
              && !clock.instant().isAfter(call.lastSend)
              && ScopePaths.isInside(call.hold.scope(), scope)
              && !service.remembers(call.hold.key(), clock.instant());
      if (!may) continue;
      String key = call.hold.key();
      if (key == null) {
        sum += call.amount;
      } else if (!key.equals(except)) {
        byKey.merge(key, call.amount, Math::max);
      }
    }
    return sum + byKey.values().stream().mapToLong(Long::longValue).sum();
  }

  private final List<Counted> counted = new ArrayList<>();

  /** Something that limits may count, until a time that is surely late enough. */
  private record Counted(String id, List<String> paths, long amount, Instant until) {}

  /** A limit refuses only what it may have counted: nothing is forgotten to be given back. */
  private void assertNotNeedless(
      SpendScope scope, SpendLimit limit, long amount, @Nullable String key) {
    long cap = units(limit.capUsd());
    // A price that changed counts at its most until a balance tells.
    if (amount > cap || excused || purged || repriced) return;
    long most = 0;
    Map<String, Long> byKey = new HashMap<>();
    for (Counted one : counted) {
      boolean counts =
          one.paths.stream().anyMatch(path -> ScopePaths.isInside(path, limit.scope()))
              && stillCounts(limit, one.until);
      if (counts) byKey.merge(one.id, one.amount, Math::max);
    }
    for (Call call : running) note(byKey, call, limit);
    for (Call call : dead) note(byKey, call, limit);
    for (Map.Entry<String, Long> one : byKey.entrySet()) most += one.getValue();
    // A key's money is the most it may cost, wherever it was used.
    long own = units(new BigDecimal("0.65"));
    assertThat(most + (key == null ? amount : own))
        .as("needless refusal by %s", limit.description())
        .isGreaterThan(cap);
  }

  private boolean purged;

  private static void note(Map<String, Long> byKey, Call call, SpendLimit limit) {
    String key = call.hold.key();
    String id = key == null ? "call" + call.number : key + call.hold.keyGoodUntil();
    // Keys are used in several scopes; only calls without one are surely elsewhere.
    if (key != null || ScopePaths.isInside(call.hold.scope(), limit.scope())) {
      byKey.merge(id, key == null ? call.amount : MOST, Math::max);
    }
  }

  private static final long MOST = units(new BigDecimal("0.65"));

  private boolean stillCounts(SpendLimit limit, Instant counted) {
    return switch (limit.kind()) {
      case PER_CALL -> false;
      case TOTAL -> true;
      case WINDOW -> {
        Duration late = limit.window().dividedBy(200).plusMillis(1);
        yield counted.plus(limit.window()).plus(late).isAfter(clock.instant());
      }
      case CALENDAR_DAY ->
          counted
              .atZone(limit.zone())
              .toLocalDate()
              .equals(clock.instant().atZone(limit.zone()).toLocalDate());
    };
  }

  /** The service works on a running call. */
  void serve(int index, boolean refuse) {
    if (running.isEmpty()) return;
    Call call = running.get(index % running.size());
    if (call.served || clock.instant().isAfter(call.lastSend)) return;
    if (service.isAboutToForget(call.hold.key(), clock.instant())) return;
    call.served = true;
    call.refused = refuse && !service.remembers(call.hold.key(), clock.instant());
    if (call.refused) return;
    int before = service.charges.size();
    Charge charge =
        service.serve(
            call.hold.key(),
            units(new BigDecimal(priceOf(call.hold.key()))),
            call.amount,
            call.hold.scope(),
            call.number,
            clock.instant());
    boolean bought = service.charges.size() > before;
    // That the service forgot a key nobody knows before the answer with another load.
    if (bought && call.hold.charged() != null) charge.told = false;
    call.answer = charge;
  }

  /** The service forgets a key early: its next use buys a second load. */
  void forgetKey(int key) {
    // What was lost cannot be told from the first load: only of a charge that is known, it shows.
    String name = "key" + key;
    boolean known =
        store.look(
            clock,
            book ->
                book.read("key " + name) instanceof Money money
                    && money.isCharged()
                    && money.load != null
                    && money.holds.isEmpty());
    if (!known || running.stream().anyMatch(call -> name.equals(call.hold.key()))) return;
    service.forget(name);
    forgottenKeys.add(name);
  }

  private final Set<String> forgottenKeys = new HashSet<>();

  /** A call is lost, and answered with the load of another key. */
  void echo(int index) {
    if (running.isEmpty()) return;
    Call call = running.get(index % running.size());
    String key = call.hold.key();
    String load = key == null || call.served ? null : service.loadOfAnother(key);
    // It is known whose load that is only after it was booked.
    boolean booked =
        load != null
            && processes.get(0).books.ledger().entries(SpendFilter.all().load(load)).stream()
                .anyMatch(entry -> entry.outcome() == Kind.CHARGED);
    if (!booked || call.hold.charged() != null) return;
    running.remove(call);
    end(call, Kind.CHARGED, call.amount, load);
  }

  /** Others move money on the account, and nobody says so. */
  void others(int which) {
    service.others += units(new BigDecimal(which == 0 ? "5.00" : "-0.40"));
    misled = true;
  }

  /** A running call ends; its answer arrives or is lost. */
  void settle(int index, boolean lost) {
    if (running.isEmpty()) return;
    Call call = running.remove(index % running.size());
    settle(call, lost);
  }

  private void settle(Call call, boolean lost) {
    Charge answer = lost ? null : call.answer;
    Kind outcome = lost ? Kind.UNKNOWN : answer != null ? Kind.CHARGED : Kind.NONE;
    if (call.answer != null && !lost) call.answer.told = true;
    // An answer says what its key was charged, whichever request that was.
    String load = answer == null || call.hold.key() == null ? null : answer.load;
    end(call, outcome, answer == null ? call.amount : answer.amount, load);
  }

  private void end(Call call, Kind outcome, long paid, @Nullable String load) {
    List<SpendEntry> attempts =
        TestBooks.attempts(call.hold, usd(paid).toPlainString(), outcome).stream()
            .map(attempt -> of(load, attempt))
            .toList();
    call.process.books.settle(call.hold, attempts);
    // Repeating a lost key moves its money, also when the repetition itself cost nothing.
    boolean mayCount = outcome != Kind.NONE || call.hold.key() != null;
    if (mayCount) count(call, clock.instant());
    assertTotals();
  }

  private static SpendEntry of(@Nullable String load, SpendEntry attempt) {
    return new SpendEntry(
        0,
        attempt.at(),
        attempt.operation(),
        load,
        attempt.idempotencyKey(),
        null,
        attempt.attempt(),
        attempt.outcome(),
        attempt.amountUsd(),
        attempt.scope(),
        attempt.leastUsd());
  }

  /**
   * A running call books what its last attempt did and goes on at the price of now, as after a 402
   * or a lost answer.
   */
  void renew(int index, boolean lost) {
    if (running.isEmpty()) return;
    Call call = running.get(index % running.size());
    boolean refusedOrLost = !call.served || call.refused || lost;
    boolean late = clock.instant().isAfter(call.lastSend);
    // A call without a key is over once it has an answer.
    if (late || !refusedOrLost || service.isAboutToForget(call.hold.key(), clock.instant())) return;
    running.remove(call);
    boolean mayHaveCost = lost || (call.served && !call.refused);
    Kind outcome = mayHaveCost ? Kind.UNKNOWN : Kind.NONE;
    String was = usd(call.amount).toPlainString();
    SpendScope scope = scopeOf(call.hold.scope());
    SpendDecision decision =
        call.process.books.renew(
            call.hold,
            TestBooks.attempts(call.hold, was, outcome),
            TestBooks.purchase(scope, call.hold.key()),
            new BigDecimal(believed(call.process, call.hold.key())));
    if (mayHaveCost || call.hold.key() != null) count(call, clock.instant());
    if (decision instanceof SpendHold hold) {
      long amount = units(hold.amountUsd());
      boolean replay = service.remembers(hold.key(), clock.instant());
      boolean costsNothing = hold.charged() != null;
      for (SpendLimit limit : costsNothing ? List.<SpendLimit>of() : scope.limits()) {
        assertFits(limit, replay ? 0 : amount, hold.key());
      }
      Instant lastSend = clock.instant().plus(TestBooks.CALL);
      running.add(new Call(call.process, hold, amount, ++calls, lastSend));
    }
    assertTotals();
  }

  private SpendScope scopeOf(String path) {
    for (int i = 0; i < SCOPES; i++) if (scope(i).path().equals(path)) return scope(i);
    throw new IllegalArgumentException(path);
  }

  /** The balance is raised, by this client or behind its back and told afterwards. */
  void topUp(int process) {
    BigDecimal amount = new BigDecimal("5.00");
    toppedUp = toppedUp.add(amount);
    if (process == 0) processes.get(0).books.toppedUp(amount);
    if (process == 1) processes.get(1).books.ledger().adjust(amount);
  }

  private BigDecimal toppedUp = BigDecimal.ZERO;

  private void count(Call call, Instant until) {
    String key = call.hold.key();
    String id = key == null ? "call" + call.number : key + call.hold.keyGoodUntil();
    List<String> paths = new ArrayList<>(List.of(call.hold.scope()));
    if (key != null) paths = List.of("client", "client/a/x", "client/a/y", "client/b");
    counted.add(new Counted(id, paths, key == null ? call.amount : MOST, until));
  }

  /** A process dies, or its machine sleeps: nobody settles the call. */
  void die(int index) {
    if (running.isEmpty()) return;
    dead.add(running.remove(index % running.size()));
  }

  /** A sleeping machine wakes and says what became of a call. */
  void wake(int index, boolean lost) {
    if (dead.isEmpty()) return;
    settle(dead.remove(index % dead.size()), lost);
  }

  void pass(int index) {
    clock.advance(TIMES.get(index));
    if (ofStore != null) ofStore.advance(TIMES.get(index));
    wrong.set(clock.instant().plus(step));
  }

  /** The service changes a price; nobody has read it yet. */
  void price(int index) {
    if (price.equals(PRICES.get(index))) return;
    price = PRICES.get(index);
    fine |= price.equals(FINE);
    changesSinceReading++;
    repriced = true;
  }

  void limit(int scope, int index) {
    limits[scope] = index;
    used[scope] = false;
    changedSinceExcuse |= excused;
  }

  /** The clock of one process is set, forward or back. */
  void step(int hours) {
    if (ofStore != null) step = Duration.ofHours(hours);
    wrong.set(clock.instant().plus(step));
  }

  /** The clock of the books is a year ahead for one call. */
  void jump(int process, int scope, int key) {
    if (ofStore == null) return;
    ofStore.advance(YEAR);
    try {
      call(process, scope, key);
    } catch (SpendStoreException refused) {
      assertThat(refused).hasMessageContaining("acceptTime()");
    } finally {
      ofStore.advance(YEAR.negated());
    }
  }

  void forget(int scope) {
    if (scope == 0) return;
    String path = scope(scope).path();
    processes.get(0).books.ledger().forget(scope(scope));
    for (String inside : List.of("client/a", "client/a/x", "client/a/y", "client/b")) {
      if (ScopePaths.isInside(inside, path)) forgottenAt.put(inside, calls);
    }
  }

  void purge(int index) {
    store.purge(clock.instant().minus(TIMES.get(index)));
    purged = true;
    // What slept for a day and was purged meanwhile cannot be told from something new.
    running.removeIf(this::isOld);
    dead.removeIf(this::isOld);
  }

  private boolean isOld(Call call) {
    boolean old = clock.instant().isAfter(call.lastSend.plus(Duration.ofHours(24)));
    excused |= old && call.served;
    return old;
  }

  /** A process reads the price list. */
  void read(int process) {
    TestBooks books = processes.get(process);
    tellPrices(books);
    Moment now = books.books.now();
    books.read(
        new PriceReading(
            Map.of("load_create", new BigDecimal(price), "position_read", new BigDecimal(READ)),
            now,
            now));
    seen(books);
  }

  private void tellPrices(TestBooks books) {
    books.prices.put("load_create", new BigDecimal(price));
    books.prices.put("position_read", new BigDecimal(READ));
  }

  private void seen(TestBooks books) {
    lastRead[processes.indexOf(books)] = price;
    misled |= changesSinceReading > 1;
    changesSinceReading = 0;
    service.shown(calls, units(new BigDecimal(price)));
  }

  void reconcile(int process) {
    TestBooks books = processes.get(process);
    books.balance =
        new BigDecimal("1000")
            .add(toppedUp)
            .add(usd(service.others))
            .subtract(usd(service.taken()));
    tellPrices(books);
    Reconciliation found = books.books.ledger().reconcile();
    seen(books);
    if (found.verdict() == Verdict.OPENED) {
      opened = true;
      unknownAtOpening |= found.openEntries() > 0 || !dead.isEmpty();
    }
    // A second load whose answer was lost is told by nobody.
    misled |= service.untold() > 0;
    // Who moved money untold, or a price that nobody saw, misleads what limits count from then on.
    excused |= misled && found.isSettled() && found.openEntries() > 0;
    if (excused || misled || fine) return;
    assertThat(found.verdict())
        .as("%s", found.explanation())
        .isNotIn(Verdict.DOES_NOT_FIT, Verdict.MONEY_CAME);
    if (found.isSettled() && !unknownAtOpening) {
      assertThat(units(books.totals().chargedUsd()))
          .as("%s", found.explanation())
          .isEqualTo(service.taken());
    }
    assertTotals();
  }

  /** The service's ledger lies between what is known and what may be. */
  private void assertTotals() {
    if (excused || repriced || fine) return;
    SpendTotals totals = processes.get(0).totals();
    long notBooked = mayBeBooked(running) + mayBeBooked(dead);
    long taken = service.taken() - service.untold();
    assertThat(units(totals.chargedUsd())).as("charged").isLessThanOrEqualTo(taken);
    assertThat(units(totals.spentUsd()) + notBooked)
        .as("charged, unknown, or not booked yet")
        .isGreaterThanOrEqualTo(taken);
  }

  private static long mayBeBooked(List<Call> calls) {
    return calls.stream()
        .filter(call -> call.answer != null)
        .mapToLong(call -> call.answer.amount)
        .sum();
  }

  /** Running totals and what is held are what the entries and reservations add up to. */
  void audit() {
    store.look(
        clock,
        book -> {
          for (String path : List.of("client", "client/a", "client/a/x", "client/b")) {
            long held = 0;
            for (Cell cell : book.ended(Long.MAX_VALUE - 1)) {
              boolean counts =
                  cell instanceof Money money && money.isHeld() && isIn(book, money, path);
              if (counts) held += ((Money) cell).amount;
            }
            long counted = book.read("scope " + path) instanceof Scope scope ? scope.held : 0;
            boolean stale = book.read("scope " + path) instanceof Scope s && isStale(book, s);
            if (!stale) assertThat(counted).as("held in %s", path).isEqualTo(held);
          }
          return true;
        });
    List<SpendEntry> entries = processes.get(0).entries();
    // What is unknown is not purged.
    for (String path : List.of("client", "client/a", "client/a/x", "client/b")) {
      SpendFilter inside = new SpendFilter(null, null, path, null, null);
      assertThat(processes.get(0).books.ledger().totals(inside).unknownUsd())
          .as("unknown in %s", path)
          .isEqualByComparingTo(
              sum(entries.stream().filter(inside::matches).toList(), Kind.UNKNOWN));
    }
    if (purged) return;
    SpendTotals totals = processes.get(0).totals();
    BigDecimal charged = sum(entries, Kind.CHARGED);
    BigDecimal unknown = sum(entries, Kind.UNKNOWN);
    assertThat(totals.chargedUsd()).isEqualByComparingTo(charged);
    assertThat(totals.unknownUsd()).isEqualByComparingTo(unknown);
    assertThat(totals.charged() + totals.notCharged() + totals.unknown()).isEqualTo(entries.size());
  }

  private static boolean isIn(Book book, Money money, String path) {
    return book.read("scope " + path) instanceof Scope scope
        && money.countsIn(path, scope.countsFrom);
  }

  /** A scope around was forgotten, and nobody has used it since. */
  private static boolean isStale(Book book, Scope scope) {
    return ScopePaths.upwards(scope.path).stream()
        .anyMatch(
            path ->
                book.read("scope " + path) instanceof Scope around
                    && around.forgotten > scope.countsFrom);
  }

  private static BigDecimal sum(List<SpendEntry> entries, Kind outcome) {
    return entries.stream()
        .filter(entry -> entry.outcome() == outcome)
        .map(SpendEntry::amountUsd)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  List<Charge> charges() {
    return service.charges;
  }
}
