package io.freightsdk.internal.spend;

import static io.freightsdk.internal.spend.MoneyJudge.check;
import static io.freightsdk.internal.spend.NaiveService.CENT;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.internal.spend.NaiveService.Debit;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.TestStorage;
import io.freightsdk.spend.VirtualTime;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One random program against a {@link NaiveService}: callers in several processes that reserve,
 * send, lose answers, give up, die and come back late; persons who settle by the truth; balances
 * that are compared. The service debits whenever it likes until a call's deadline.
 *
 * <p>{@link MoneyJudge} judges what was really debited against each limit, and what was told, after
 * each step; {@link EntriesJudge} the entries and sums at the end.
 */
public final class MoneyModel {
  private static final long SECOND = TimeUnit.SECONDS.toMicros(1);
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final List<String> PATHS =
      List.of("client", "client/acme", "client/acme/run:1", "client/acme/run:2", "client/zeta");

  /** What the programs met, so that a test sees that they met it. */
  public static final TreeMap<String, Long> MET = new TreeMap<>();

  private final long seed;
  private final Random random;
  private final VirtualTime time = new VirtualTime();
  private final NaiveService service = new NaiveService(time);
  private final long start = service.now();
  private final TestStorage storages;
  private Storage storage;
  private final List<Cap> caps = new ArrayList<>();
  private final MoneyJudge money = new MoneyJudge(service, caps);
  private final EntriesJudge books =
      new EntriesJudge(service, PATHS, caps, () -> storage, this::forgets);
  private final List<Sent> flying = new ArrayList<>();
  private final List<Sent> ended = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private long readPrice = service.price;
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

  private void cap(
      String path, SpendLimit.Kind kind, @Nullable Duration window, @Nullable ZoneId zone) {
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
      boolean unused =
          change(
              rules -> {
                rules.expire();
                return true;
              });
      books.judge();
      // Late words of the dead.
      if (random.nextBoolean()) {
        for (Sent sent : List.copyOf(flying)) complete(sent);
        books.judge();
        for (Entry entry : books.entries()) check(!entry.running(), "runs for ever: " + entry);
      }
      money.allTold(all());
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "program " + seed + ": " + e.getMessage() + "\n  " + String.join("\n  ", log), e);
    }
  }

  /** Whether keys are forgotten: by a purge, or in memory two days after their day. */
  private boolean forgets() {
    return purged || (!storages.isKept() && now() - start > 3 * 24 * HOUR);
  }

  private long now() {
    return service.now();
  }

  private <T> T change(Function<Rules, T> work) {
    return storage.change(rows -> work.apply(new Rules(rows)));
  }

  static void met(String what) {
    MET.merge(what, 1L, Long::sum);
  }

  private void log(String what) {
    log.add(time.instant() + " " + what);
  }

  private String name(String of) {
    return of + ++names;
  }

  private List<Sent> all() {
    List<Sent> all = new ArrayList<>(flying);
    all.addAll(ended);
    return all;
  }

  // --- what happens ---

  private void step() {
    switch (random.nextInt(14)) {
      case 0 -> pass(random.nextInt((int) (90 * SECOND)));
      case 1 -> pass((long) (random.nextDouble() * (random.nextInt(4) == 0 ? 30 * HOUR : HOUR)));
      case 2 -> {
        service.price = (random.nextInt(10) + 1) * 10 * CENT;
        // A balance tells nothing of a price that rises and falls unread.
        if (isCompared || random.nextBoolean()) readPrice = service.price;
        met("price changed");
      }
      case 3 -> readPrice = service.price;
      case 4, 5, 6 -> begin();
      case 7, 8, 9 -> send();
      case 10, 11 -> {
        if (!flying.isEmpty()) complete(flying.get(random.nextInt(flying.size())));
      }
      case 12 -> persons();
      default -> machines();
    }
    money.limits();
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
      Debit unused = debit(sent);
      sent.onItsWayUntil = 0;
      money.limits();
    }
    if (then > now()) time.set(Micros.instant(then));
  }

  private Debit debit(Sent sent) {
    int before = service.debits().size();
    Debit debit = service.debit(sent);
    if (service.debits().size() == before) {
      met("the service replays");
      return debit;
    }
    money.debited(debit);
    log("debit " + debit);
    return debit;
  }

  // --- a call, from its reservation to its end ---

  private void begin() {
    boolean isCreation = random.nextBoolean();
    String key = isCreation ? "key" + random.nextInt(4) : null;
    String scope = PATHS.get(random.nextInt(PATHS.size()));
    long cost = isCreation ? readPrice : readPrice / 10;
    long atMost = (random.nextInt(300) + 1) * SECOND;
    Wish wish =
        new Wish(
            name("r"),
            "account",
            isCreation ? "createLoad" : "getLoadPosition",
            key,
            null,
            null,
            scope,
            caps.stream().filter(cap -> Paths.isInside(scope, cap.limit().scope())).toList(),
            cost,
            atMost);
    long deadline = now() + atMost;
    Answer answer = reserve(wish);
    if (answer instanceof Answer.Held && random.nextInt(6) == 0) {
      if (random.nextBoolean()) pass(random.nextInt((int) (90 * SECOND)));
      met("reserved twice");
      check(reserve(wish) instanceof Answer.Held, "reserved, and refused when asked again");
    }
    if (answer instanceof Answer.Held) {
      met("held");
      if (key != null && service.known(key) != null) met("repeat of a charged key");
      if (key != null && books.entriesOf(key) > 1) met("a new entry of a key");
      flying.add(new Sent(wish, deadline));
    } else if (answer instanceof Answer.Full full) {
      met("refused by " + full.cap().limit().kind());
      money.full(full);
      if (full.freesAt() != null) comeBack(wish, full);
    }
  }

  private Answer reserve(Wish wish) {
    Answer answer = change(rules -> rules.reserve(wish));
    log(
        "%s %s %s at %d -> %s"
            .formatted(wish.id(), wish.key(), wish.scope(), wish.price(), answer));
    return answer;
  }

  /** Nobody spends until the time that was told: it goes through. */
  private void comeBack(Wish wish, Answer.Full full) {
    boolean isQuiet = flying.isEmpty() && ended.stream().allMatch(sent -> sent.isOver(now()));
    if (!isQuiet || !mayWait || random.nextInt(3) > 0) return;
    // A ledger in memory forgets scopes that are idle for a month.
    boolean isRemembered = storages.isKept() || full.freesAt() - start < 30 * 24 * HOUR;
    if (!isRemembered) return;
    // What it counts already is not its own any more when its key begins a new entry.
    Entry known = storage.look(rows -> rows.find(wish.name(), List.of()).entry());
    if (known != null && full.freesAt() - known.at() >= Rules.KEY_LIFE) return;
    pass(full.freesAt() - now());
    Wish again =
        new Wish(
            name("r"),
            wish.account(),
            wish.operation(),
            wish.key(),
            null,
            null,
            wish.scope(),
            wish.caps(),
            wish.price(),
            wish.atMost());
    Answer answer = reserve(again);
    // What a total waits for may be charged.
    boolean isRefused =
        answer instanceof Answer.Full still && still.cap().limit().kind() != SpendLimit.Kind.TOTAL;
    check(!isRefused, "refused at the time that was told");
    if (!(answer instanceof Answer.Held)) return;
    met("free when told");
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
        Debit unused = debit(sent);
        sent.mayBeLost = true;
        met("answer lost");
      }
      default -> {
        Debit debit = debit(sent);
        sent.charged = true;
        sent.load = sent.wish.key() == null ? null : debit.load();
      }
    }
  }

  /** A call ends before the service may forget the key that it has reserved. */
  private boolean isTooOldToSend(Sent sent) {
    Entry entry = storage.look(rows -> rows.find(sent.wish.name(), List.of()).entry());
    if (entry == null) return false;
    return now() - entry.at() >= Rules.KEY_LIFE || sent.at() < entry.at();
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
      money.told(sent, told);
      if (sent.told == null) sent.told = told;
      if (times == 2) {
        met("completed twice");
        if (random.nextBoolean()) pass(random.nextInt((int) (2 * MINUTE)));
      }
    }
    // A request may be on its way for five minutes after its caller has given up.
    sent.onItsWayUntil = Math.min(sent.onItsWayUntil, now() + 5 * MINUTE);
    flying.remove(sent);
    ended.add(sent);
  }

  // --- persons, balances and machines ---

  private void persons() {
    switch (random.nextInt(4)) {
      case 0, 1 -> settle();
      case 2 -> {
        long amount = (random.nextInt(5) - 2) * 25 * 100 * CENT;
        String name = name("adjustment ");
        service.credit(amount);
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

  /** By the truth, and some of what is open. */
  private void settle() {
    for (Entry entry : books.entries()) {
      boolean isSure =
          all().stream()
              .filter(sent -> sent.thing().equals(EntriesJudge.thing(entry)))
              .allMatch(sent -> sent.isOver(now()));
      if (!entry.isOpen() || !isSure || random.nextInt(3) > 0) continue;
      boolean charged = books.debitOf(entry) != null;
      String name = name("settlement ");
      for (int times = 1 + random.nextInt(2); times > 0; times--) {
        change(rules -> rules.settle(name, List.of(entry.id()), charged, "ann", "seen"));
      }
      log("settled " + entry.name() + " charged=" + charged);
      met("settled");
    }
  }

  /** The service's balance, and what it settles. */
  private void compare() {
    Map<Long, Entry> open = new HashMap<>();
    for (Entry entry : books.entries()) if (entry.isOpen()) open.put(entry.id(), entry);
    Reconciling.Before before = storage.look(Reconciling::before);
    long balance = service.balance();
    if (random.nextInt(3) == 0) {
      mayWait = false;
      begin();
      send();
      mayWait = true;
    }
    String name = name("comparison ");
    Map<String, BigDecimal> prices = service.prices();
    Line.Comparison found = null;
    for (int times = 1 + random.nextInt(2); times > 0; times--) {
      found = storage.change(rows -> new Reconciling(rows).compare(name, before, prices, balance));
    }
    log(Objects.requireNonNull(found).toString());
    met(found.openedAnew() ? "compared: " + found.reason() : "compared");
    check(found.unexplained() == 0, "nobody else moved money: " + found);
    for (Entry entry : books.entries()) {
      boolean settled = Reconciling.WHO.equals(entry.settledBy()) && open.containsKey(entry.id());
      if (!settled) continue;
      met("settled by the balance");
      boolean charged = entry.outcome() == Charge.Kind.CHARGED;
      check(charged == (books.debitOf(entry) != null), "settled wrongly: " + entry);
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
}
