package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.KeyRefused;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.TestStorage;
import io.freightsdk.spend.VirtualTime;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One random program against a naive service: callers in several processes that reserve, send, lose
 * answers, give up, die and come back late; persons who settle by the truth; balances that are
 * compared. The service debits whenever it likes until a call's deadline, and a key once a day.
 *
 * <p>Judged are: what was really debited, at the price that was read, against each limit, exactly
 * and without slots; what was told; the entries at the end; and the sums against the entries.
 */
public final class MoneyModel {
  static final long SECOND = TimeUnit.SECONDS.toMicros(1);
  static final long MINUTE = 60 * SECOND;
  static final long HOUR = 60 * MINUTE;
  private static final String[] PATHS = {
    "client", "client/acme", "client/acme/run:1", "client/acme/run:2", "client/zeta"
  };
  private static final long CENT = 10_000_000L;
  private static final long START_BALANCE = 1_000_000 * 100 * CENT;

  /** What the programs met, so that a test sees that they met it. */
  public static final TreeMap<String, Long> MET = new TreeMap<>();

  /** The service took money. */
  private record Debit(String thing, String scope, long at, long price, String load) {}

  /** A reservation, and what its caller knows. */
  private static final class Sent {
    final Wish wish;
    final long deadline;
    boolean sentOnce;
    boolean mayBeLost;
    boolean charged;
    String load;
    boolean completed;
    Charge.Kind told;

    /** Until when the service may still debit a request of it; 0 if none is on its way. */
    long onItsWayUntil;

    Sent(Wish wish, long deadline) {
      this.wish = wish;
      this.deadline = deadline;
    }

    String thing() {
      return wish.key() == null ? wish.id() : wish.key();
    }

    /** Whether the service will surely not debit any more. */
    boolean isOver(long now) {
      return now >= onItsWayUntil;
    }
  }

  private final long seed;
  private final Random random;
  private final VirtualTime time = new VirtualTime();
  private final TestStorage storages;
  private final long start = Micros.of(time.instant());
  private Storage storage;
  private final List<Cap> caps = new ArrayList<>();
  private final List<Debit> debits = new ArrayList<>();
  private final Map<String, Debit> keys = new HashMap<>();
  private final Map<String, String> digests = new HashMap<>();
  private final Set<String> toldCharged = new HashSet<>();
  private final List<Sent> flying = new ArrayList<>();
  private final List<Sent> ended = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private long price = 65 * CENT;
  private long readPrice = price;
  private long adjusted;
  private int names;
  private boolean mayWait = true;

  private boolean purged;

  private final boolean isCompared;

  /** A program that is the same for the same seed. */
  public MoneyModel(long seed, TestStorage storages) {
    this.seed = seed;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.storages = storages;
    this.storage = storages.open(time);
    this.isCompared = random.nextBoolean();
    if (random.nextInt(8) == 0) return;
    for (String path : PATHS) {
      if (random.nextInt(3) == 0) cap(path, SpendLimit.Kind.TOTAL, null, null);
      if (random.nextInt(2) == 0) cap(path, SpendLimit.Kind.WINDOW, window(), null);
      if (random.nextInt(4) == 0) {
        cap(path, SpendLimit.Kind.WINDOW, window().plusMillis(7001), null);
      }
      if (random.nextInt(4) == 0) {
        ZoneId zone = random.nextBoolean() ? ZoneOffset.UTC : ZoneId.of("America/Chicago");
        cap(path, SpendLimit.Kind.CALENDAR_DAY, null, zone);
      }
    }
  }

  private void cap(String path, SpendLimit.Kind kind, Duration window, ZoneId zone) {
    BigDecimal usd = NanoUsd.toUsd((random.nextInt(40) + 1) * 10 * CENT);
    caps.add(new Cap(new SpendLimit(path, kind, window, zone, usd)));
  }

  private Duration window() {
    return switch (random.nextInt(7)) {
      case 0 -> Duration.ofMinutes(1);
      case 1 -> Duration.ofMinutes(17);
      case 2 -> Duration.ofHours(1);
      case 3 -> Duration.ofHours(5);
      case 4 -> Duration.ofDays(1);
      case 5 -> Duration.ofDays(7);
      default -> Duration.ofDays(90);
    };
  }

  /**
   * Runs the program.
   *
   * @throws AssertionError with all that it did, if a judge objects
   */
  public void run() {
    try {
      int steps = 10 + random.nextInt(40);
      for (int i = 0; i < steps; i++) step();
      pass(2 * HOUR);
      change(rules -> expireAll(rules));
      checkEntries();
      // Late words of the dead.
      if (random.nextBoolean()) {
        for (Sent sent : List.copyOf(flying)) complete(sent);
        checkEntries();
        for (Entry entry : entries()) check(!entry.running(), "runs for ever: " + entry);
      }
      checkTold();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "program " + seed + ": " + e.getMessage() + "\n  " + String.join("\n  ", log), e);
    }
  }

  private static boolean expireAll(Rules rules) {
    rules.expire();
    return true;
  }

  /** Whether keys are forgotten: by a purge, or in memory two days after their day. */
  private boolean forgets() {
    return purged || (!storages.isKept() && now() - start > 3 * 24 * HOUR);
  }

  private long now() {
    return Micros.of(time.instant());
  }

  private <T> T change(java.util.function.Function<Rules, T> work) {
    return storage.change(rows -> work.apply(new Rules(rows)));
  }

  private void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  private static void met(String what) {
    MET.merge(what, 1L, Long::sum);
  }

  private void log(String what) {
    log.add(time.instant() + " " + what);
  }

  /** The service debits what is on its way at some time until the deadline, or never. */
  private void pass(long micros) {
    long then = now() + micros;
    for (Sent sent : all()) {
      if (sent.isOver(now()) || random.nextInt(3) > 0) continue;
      long at = now() + (long) (random.nextDouble() * (Math.min(then, sent.onItsWayUntil) - now()));
      if (at <= now() || at >= sent.onItsWayUntil) continue;
      time.set(Micros.instant(at));
      met("debited late");
      debit(sent);
      sent.onItsWayUntil = 0;
      checkLimits();
    }
    if (then > now()) time.set(Micros.instant(then));
  }

  private List<Sent> all() {
    List<Sent> all = new ArrayList<>(flying);
    all.addAll(ended);
    return all;
  }

  private void step() {
    switch (random.nextInt(14)) {
      case 0 -> pass(random.nextInt((int) (90 * SECOND)));
      case 1 -> pass((long) (random.nextDouble() * (random.nextInt(4) == 0 ? 30 * HOUR : HOUR)));
      case 2 -> {
        price = (random.nextInt(10) + 1) * 10 * CENT;
        // A balance tells nothing of a price that rises and falls unread.
        if (isCompared || random.nextBoolean()) readPrice = price;
        met("price changed");
      }
      case 3 -> readPrice = price;
      case 4, 5, 6 -> begin();
      case 7, 8, 9 -> send();
      case 10, 11 -> {
        if (!flying.isEmpty()) complete(flying.get(random.nextInt(flying.size())));
      }
      case 12 -> persons();
      default -> machines();
    }
    checkLimits();
  }

  private List<Cap> capsOf(String scope) {
    return caps.stream().filter(cap -> Paths.isInside(scope, cap.limit().scope())).toList();
  }

  private void begin() {
    boolean isCreation = random.nextBoolean();
    String key = isCreation ? "key" + random.nextInt(4) : null;
    String digest = isCreation ? (random.nextInt(8) == 0 ? "other" : "body") : null;
    String scope = PATHS[random.nextInt(PATHS.length)];
    long cost = isCreation ? readPrice : readPrice / 10;
    long atMost = (random.nextInt(300) + 1) * SECOND;
    Wish wish =
        new Wish(
            "r" + ++names,
            "account",
            isCreation ? "createLoad" : "getLoadPosition",
            key,
            digest,
            null,
            null,
            scope,
            capsOf(scope),
            cost,
            atMost,
            true);
    long deadline = now() + atMost;
    Answer answer = reserve(wish);
    if (answer instanceof Answer.Held && random.nextInt(6) == 0) {
      if (random.nextBoolean()) pass(random.nextInt((int) (90 * SECOND)));
      met("reserved twice");
      check(reserve(wish) instanceof Answer.Held, "reserved, and refused when asked again");
    }
    if (answer instanceof Answer.Held) {
      met("held");
      held(wish);
      flying.add(new Sent(wish, deadline));
    } else if (answer instanceof Answer.Replay replay) {
      met("replay");
      replayed(wish, replay);
    } else if (answer instanceof Answer.Full full) {
      full(wish, full);
    } else {
      refused(wish, ((Answer.Refused) answer).why());
    }
  }

  private Answer reserve(Wish wish) {
    Answer answer = change(rules -> rules.reserve(wish));
    log(
        wish.id()
            + " "
            + wish.key()
            + " "
            + wish.scope()
            + " at "
            + wish.price()
            + " -> "
            + answer);
    return answer;
  }

  private boolean isKnown(String key) {
    Debit debit = keys.get(key);
    return debit != null && now() - debit.at < 24 * HOUR;
  }

  private void held(Wish wish) {
    String key = wish.key();
    if (key == null) return;
    // What was purged the ledger does not know; the service has forgotten it long before.
    check(
        !toldCharged.contains(key) || (forgets() && !isKnown(key)),
        "held, though known as charged");
    boolean sameBody = !isKnown(key) || wish.digest().equals(digests.get(key));
    check(sameBody, "held for another body than the one that was charged");
  }

  private void replayed(Wish wish, Answer.Replay replay) {
    Debit debit = keys.get(wish.key());
    check(debit != null, "a replay of nothing");
    check(isKnown(wish.key()), "a replay of what the service has forgotten");
    boolean sameLoad = replay.loadNumber() == null || replay.loadNumber().equals(debit.load);
    check(sameLoad, "a replay of another load");
    if (random.nextBoolean()) {
      Charge.Kind told = change(rules -> rules.replayed(wish.name(), debit.load));
      check(told == Charge.Kind.NONE, "a replay costs " + told);
    }
  }

  private void refused(Wish wish, KeyRefused why) {
    met("refused " + why);
    check(why != KeyRefused.OTHER_LOAD, "another load, and no answer named one");
    boolean isOld =
        all().stream()
            .filter(sent -> wish.key().equals(sent.wish.key()))
            .anyMatch(sent -> sent.deadline - sent.wish.atMost() <= now() - Rules.KEY_LIFE);
    check(why != KeyRefused.TOO_OLD || isOld, "too old, and never sent so long ago");
  }

  private void full(Wish wish, Answer.Full full) {
    met("refused by " + full.cap().limit().kind());
    check(full.left() < full.amount(), "refused what fits");
    boolean fits = full.amount() <= full.cap().nano();
    boolean isWindow = full.cap().limit().kind() != SpendLimit.Kind.TOTAL;
    check(fits || full.freesAt() == null, "never fits, and has a time");
    if (isWindow && fits) check(full.freesAt() != null, "no time for a window");
    if (full.freesAt() == null) return;
    check(full.freesAt() > now(), "free already");
    // Nobody spends until then: it goes through.
    boolean isQuiet = flying.isEmpty() && ended.stream().allMatch(sent -> sent.isOver(now()));
    if (!isQuiet || !mayWait || random.nextInt(3) > 0) return;
    // A ledger in memory forgets scopes that are idle for a month.
    boolean isRemembered = storages.isKept() || full.freesAt() - start < 30 * 24 * HOUR;
    if (!isRemembered) return;
    pass(full.freesAt() - now());
    Wish again =
        new Wish(
            "r" + ++names,
            wish.account(),
            wish.operation(),
            wish.key(),
            wish.digest(),
            null,
            null,
            wish.scope(),
            wish.caps(),
            wish.price(),
            wish.atMost(),
            true);
    Answer answer = reserve(again);
    // What a total waits for may be charged.
    boolean isRefused =
        answer instanceof Answer.Full still && still.cap().limit().kind() != SpendLimit.Kind.TOTAL;
    check(!isRefused, "refused at the time that was told");
    if (!(answer instanceof Answer.Held)) return;
    met("free when told");
    held(again);
    flying.add(new Sent(again, now() + wish.atMost()));
  }

  /** One attempt before the deadline; what is charged each time is sent once. */
  private void send() {
    if (flying.isEmpty()) return;
    Sent sent = flying.get(random.nextInt(flying.size()));
    if (now() >= sent.deadline || sent.charged) return;
    if (sent.wish.key() == null && sent.sentOnce) return;
    if (sent.wish.key() != null && isTooOldToSend(sent)) return;
    sent.sentOnce = true;
    switch (random.nextInt(7)) {
      case 0 -> {
        sent.mayBeLost = true;
        met("lost before the service");
      }
      case 1 -> met("refused by the service");
      case 2 -> {
        sent.mayBeLost = true;
        sent.onItsWayUntil = sent.deadline;
        met("on its way");
      }
      case 3 -> {
        debit(sent);
        sent.mayBeLost = true;
        met("answer lost");
      }
      default -> {
        Debit debit = debit(sent);
        sent.charged = true;
        sent.load = sent.wish.key() == null ? null : debit.load;
      }
    }
  }

  /** A client sends no attempt under a key that the service may have forgotten. */
  private boolean isTooOldToSend(Sent sent) {
    return all().stream()
        .filter(other -> sent.thing().equals(other.thing()) && other.sentOnce)
        .anyMatch(other -> other.deadline - other.wish.atMost() <= now() - Rules.KEY_LIFE);
  }

  private Debit debit(Sent sent) {
    String thing = sent.thing();
    Debit known = keys.get(thing);
    if (known != null && now() - known.at < 24 * HOUR) {
      met("the service replays");
      return known;
    }
    check(known == null || forgets(), thing + " was charged twice");
    Debit debit =
        new Debit(thing, sent.wish.scope(), now(), sent.wish.price(), "LD-" + debits.size());
    debits.add(debit);
    keys.put(thing, debit);
    digests.put(thing, sent.wish.digest());
    log("debit " + debit);
    return debit;
  }

  private void complete(Sent sent) {
    Charge.Kind kind =
        sent.charged
            ? Charge.Kind.CHARGED
            : sent.mayBeLost ? Charge.Kind.UNKNOWN : Charge.Kind.NONE;
    String load = random.nextInt(4) == 0 ? null : sent.load;
    if (now() > sent.deadline + Rules.GRACE) met("late word " + kind);
    for (int times = random.nextInt(4) == 0 ? 2 : 1; times > 0; times--) {
      Outcome outcome = new Outcome(kind, load, null);
      Charge.Kind told =
          change(rules -> rules.complete(sent.wish.id(), sent.wish.name(), outcome).told());
      log(sent.wish.id() + " says " + outcome + " -> " + told);
      check(
          sent.told == null || told == sent.told || isRetold(sent),
          "told " + told + " after " + sent.told);
      if (sent.told == null) sent.told = told;
      if (times == 2) {
        met("completed twice");
        if (random.nextBoolean()) pass(random.nextInt((int) (2 * MINUTE)));
      }
    }
    // A request may be on its way for five minutes after its caller has given up.
    sent.onItsWayUntil = Math.min(sent.onItsWayUntil, now() + 5 * MINUTE);
    if (kind == Charge.Kind.CHARGED && sent.wish.key() != null) toldCharged.add(sent.wish.key());
    sent.completed = true;
    flying.remove(sent);
    ended.add(sent);
  }

  /** Unknown first, and known as free when another call of the key was charged meanwhile. */
  private static boolean isRetold(Sent sent) {
    return sent.told == Charge.Kind.UNKNOWN && sent.wish.key() != null;
  }

  private void persons() {
    switch (random.nextInt(4)) {
      case 0, 1 -> {
        for (Entry entry : entries()) {
          boolean isSure =
              all().stream()
                  .filter(s -> s.thing().equals(thing(entry)))
                  .allMatch(s -> s.isOver(now()));
          if (!entry.isOpen() || !isSure || random.nextInt(3) > 0) continue;
          boolean charged = debitOf(entry) != null;
          String name = "settlement " + ++names;
          for (int times = 1 + random.nextInt(2); times > 0; times--) {
            change(rules -> rules.settle(name, List.of(entry.id()), charged, "ann", "seen"));
          }
          log("settled " + entry.name() + " charged=" + charged);
          met("settled");
        }
      }
      case 2 -> {
        long amount = (random.nextInt(5) - 2) * 25 * 100 * CENT;
        String name = "adjustment " + ++names;
        adjusted += amount;
        for (int times = 1 + random.nextInt(2); times > 0; times--) {
          change(rules -> rules.adjust(name, amount, "ann", "card"));
        }
        log("adjusted " + amount);
      }
      default -> {
        if (isCompared) compare();
      }
    }
  }

  /** The service's balance, and what it settles. */
  private void compare() {
    Map<Long, Entry> open = new HashMap<>();
    for (Entry entry : entries()) if (entry.isOpen()) open.put(entry.id(), entry);
    Reconciling.Before before = storage.look(Reconciling::before);
    long balance = START_BALANCE + adjusted - debits.stream().mapToLong(Debit::price).sum();
    if (random.nextInt(3) == 0) {
      mayWait = false;
      begin();
      send();
      mayWait = true;
    }
    String name = "comparison " + ++names;
    Map<String, BigDecimal> prices =
        Map.of("load_create", NanoUsd.toUsd(price), "position_read", NanoUsd.toUsd(price / 10));
    Line.Comparison found = null;
    for (int times = 1 + random.nextInt(2); times > 0; times--) {
      found = storage.change(rows -> new Reconciling(rows).compare(name, before, prices, balance));
    }
    log(Objects.requireNonNull(found).toString());
    met(found.openedAnew() ? "compared: " + found.reason() : "compared");
    check(found.unexplained() == 0, "nobody else moved money: " + found);
    for (Entry entry : entries()) {
      boolean settled = Reconciling.WHO.equals(entry.settledBy()) && open.containsKey(entry.id());
      if (!settled) continue;
      met("settled by the balance");
      boolean charged = entry.outcome() == Charge.Kind.CHARGED;
      check(charged == (debitOf(entry) != null), "settled wrongly: " + entry);
    }
  }

  private void machines() {
    switch (random.nextInt(6)) {
      case 0 -> {
        if (random.nextInt(3) > 0) return;
        while (change(rules -> rules.purge(now(), 3)) == 3) met("purged a page");
        purged = true;
        met("purged");
      }
      case 1 -> {
        if (!storages.isKept()) return;
        storage.close();
        storage = storages.open(time);
        met("opened again");
      }
      case 2 -> {
        // A process dies: its callers never say anything, or an hour late.
        for (Sent sent : List.copyOf(flying)) {
          if (random.nextInt(3) > 0) continue;
          met("died");
          flying.remove(sent);
          ended.add(sent);
        }
      }
      default -> {}
    }
  }

  private static String thing(Entry entry) {
    return entry.key() == null ? entry.name().substring("call ".length()) : entry.key();
  }

  /** What the service took for an entry; null for nothing. */
  private Debit debitOf(Entry entry) {
    for (Debit debit : debits) {
      if (!debit.thing.equals(thing(entry)) || debit.at < entry.at()) continue;
      if (!forgets() || debit.at < nextAt(entry)) return debit;
    }
    return null;
  }

  /** A key that was forgotten begins a new entry. */
  private long nextAt(Entry entry) {
    return entries().stream()
        .filter(next -> next.name().equals(entry.name()) && next.id() > entry.id())
        .mapToLong(Entry::at)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private List<Entry> entries() {
    Filter all = new Filter(null, null, null, null, null, null, true, false);
    List<Entry> entries = new ArrayList<>();
    long after = 0;
    while (true) {
      long from = after;
      List<Line> page = storage.look(rows -> rows.lines(all, from, 7));
      if (page.isEmpty()) return entries;
      for (Line line : page) entries.add((Entry) line);
      after = page.get(page.size() - 1).id();
    }
  }

  /** What was really debited, at the prices that were read. */
  private void checkLimits() {
    if (debits.isEmpty()) return;
    Debit last = debits.get(debits.size() - 1);
    for (Cap cap : capsOf(last.scope)) {
      long sum = 0;
      for (Debit debit : debits) {
        if (Paths.isInside(debit.scope, cap.limit().scope())
            && isIn(cap.limit(), debit.at, last.at)) {
          sum += debit.price;
        }
      }
      check(sum <= cap.nano(), "passed " + cap + ": " + sum);
    }
  }

  private static boolean isIn(SpendLimit limit, long at, long now) {
    return switch (limit.kind()) {
      case TOTAL -> true;
      case WINDOW -> at > now - Micros.of(limit.window());
      case CALENDAR_DAY -> day(at, limit.zone()).equals(day(now, limit.zone()));
    };
  }

  private static LocalDate day(long at, ZoneId zone) {
    return Micros.instant(at).atZone(zone).toLocalDate();
  }

  /** Of what was debited somebody was told, and what was told was debited. */
  private void checkTold() {
    Map<String, List<Sent>> things = new LinkedHashMap<>();
    for (Sent sent : all()) {
      things.computeIfAbsent(sent.thing(), any -> new ArrayList<>()).add(sent);
    }
    things.forEach(
        (thing, calls) -> {
          long debited = debits.stream().filter(debit -> debit.thing.equals(thing)).count();
          long charged = calls.stream().filter(c -> c.told == Charge.Kind.CHARGED).count();
          check(charged <= debited, thing + " told as charged " + charged + " times of " + debited);
          boolean allSaid = calls.stream().allMatch(call -> call.told != null);
          boolean allNone = calls.stream().allMatch(call -> call.told == Charge.Kind.NONE);
          check(!allSaid || !allNone || debited == 0, thing + " told as free, and debited");
        });
  }

  /** Each debit in one entry, nothing charged that was not debited, sums as the entries say. */
  private void checkEntries() {
    Map<String, Entry> byName = new LinkedHashMap<>();
    for (Entry entry : entries()) {
      check(byName.put(entry.name(), entry) == null || forgets(), "twice: " + entry);
      Debit debit = debitOf(entry);
      if (debit == null) {
        check(entry.outcome() != Charge.Kind.CHARGED, "never debited: " + entry);
      } else if (!entry.running()) {
        check(entry.outcome() != Charge.Kind.NONE, "debited: " + entry + debit);
        boolean fits = entry.least() <= debit.price && debit.price <= entry.most();
        check(fits, "not what was debited: " + entry + debit);
      }
    }
    for (Debit debit : debits) {
      boolean isThere =
          byName.containsKey("key account " + debit.thing)
              || byName.containsKey("call " + debit.thing);
      check(isThere || forgets(), "no entry for " + debit);
    }
    checkSums(List.copyOf(byName.values()));
    if (!forgets()) checkWindows(List.copyOf(byName.values()));
  }

  private void checkSums(List<Entry> entries) {
    storage.look(
        rows -> {
          Map<Sum, Long> naive = new HashMap<>();
          Posting posting = new Posting(rows.head(), rows.now());
          for (Entry entry : entries) posting.post(entry, 1, naive);
          List<Sum.Range> ranges = new ArrayList<>();
          for (String path : PATHS) {
            for (Sum.Kind kind :
                List.of(Sum.Kind.HELD, Sum.Kind.CHARGED, Sum.Kind.UNKNOWN, Sum.Kind.DAY)) {
              ranges.add(new Sum.Range(path, kind, 0, Long.MAX_VALUE));
            }
          }
          for (Sum.Kind kind : List.of(Sum.Kind.LEAST, Sum.Kind.MOST)) {
            ranges.add(new Sum.Range("ledger", kind, 0, 1));
          }
          for (String operation : List.of("createLoad", "getLoadPosition")) {
            ranges.add(new Sum.Range("ledger/" + operation, Sum.Kind.PRICE, 0, Long.MAX_VALUE));
          }
          Map<Sum, Long> kept = rows.sums(ranges);
          Set<Sum> all = new HashSet<>(kept.keySet());
          naive.keySet().stream()
              .filter(sum -> ranges.stream().anyMatch(range -> range.has(sum)))
              .forEach(all::add);
          for (Sum sum : all) {
            long is = kept.getOrDefault(sum, 0L);
            long should = naive.getOrDefault(sum, 0L);
            check(forgets() ? is >= should : is == should, sum + " is " + is + ", not " + should);
          }
          return true;
        });
  }

  /** Windows count late by at most 1/60, and never early. */
  private void checkWindows(List<Entry> entries) {
    long now = now();
    for (Cap cap : caps) {
      if (cap.limit().kind() != SpendLimit.Kind.WINDOW) continue;
      long length = Micros.of(cap.limit().window());
      long exact = 0;
      long late = 0;
      for (Entry entry : entries) {
        if (!Paths.isInside(entry.scopes(), cap.limit().scope())) continue;
        if (entry.running() || entry.countsAt() > now - length) exact += entry.counted();
        if (entry.running() || entry.countsAt() > now - length - length / 60) {
          late += entry.counted();
        }
      }
      Cap.Use use = storage.look(cap::use);
      long counted = use.used() + use.held();
      check(counted >= exact && counted <= late, cap + " " + counted + ": " + exact + ".." + late);
      met("window exact");
    }
  }
}
