package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.spend.Answer;
import io.freightsdk.internal.spend.Cap;
import io.freightsdk.internal.spend.Desk;
import io.freightsdk.internal.spend.Entry;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.NanoUsd;
import io.freightsdk.internal.spend.Outside;
import io.freightsdk.internal.spend.Reconciling;
import io.freightsdk.internal.spend.Refusals;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Rules;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.StoredMemory;
import io.freightsdk.internal.spend.Sum;
import io.freightsdk.internal.spend.Wish;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A ledger over a storage. */
final class StoredLedger implements SpendLedger {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(10);
  private static final int PAGE = 1000;
  private static final int MAX_PAGE = 10_000;
  private static final int PURGED_AT_ONCE = 500;
  private static final int MAX_WHO = 100;
  private static final int MAX_WHY = 1000;

  /** Newest limits that are remembered for gauges. */
  private static final int MET_AT_MOST = 1000;

  private final Storage storage;
  private final Outside outside;
  private final Desk desk;
  private final Refusals refusals;
  private final LedgerMemory memory;
  private final @Nullable String account;
  private final boolean recordsTopUps;
  private final SpendListener listener;

  /** Guarded by itself. */
  private final Map<SpendLimit, Cap> met =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SpendLimit, Cap> eldest) {
          return size() > MET_AT_MOST;
        }
      };

  /** A ledger that records no top-ups by itself. */
  StoredLedger(
      Storage storage,
      @Nullable Clock clock,
      @Nullable String account,
      SpendListener listener,
      Outside outside) {
    this(storage, clock, account, false, listener, outside);
  }

  /**
   * @param clock that was given; null for that of the storage
   */
  StoredLedger(
      Storage storage,
      @Nullable Clock clock,
      @Nullable String account,
      boolean recordsTopUps,
      SpendListener listener,
      Outside outside) {
    this.storage = storage;
    this.outside = outside;
    this.desk = new Desk(storage, outside);
    this.refusals = new Refusals(outside.nanos(), clock);
    this.memory = new StoredMemory(storage);
    this.account = account;
    this.recordsTopUps = recordsTopUps;
    this.listener = listener;
  }

  @Override
  public LedgerGuard guard(SpendLimits limits) {
    return new LedgerGuard(this, Require.nonNull(limits, "limits"), null);
  }

  @Nullable String account() {
    return account;
  }

  // What guards ask.

  CompletableFuture<Answer> reserve(Wish wish, Purchase purchase) {
    synchronized (met) {
      for (Cap cap : wish.caps()) met.put(cap.limit(), cap);
    }
    Desk.Work<Rules.Completed> takeBack = completing(wish.name(), purchase, Outcome.NONE);
    return desk.ask(
        storage -> refusals.answer(storage, wish),
        purchase.atMost(),
        answer -> answer instanceof Answer.Held,
        takeBack);
  }

  CompletableFuture<Charge.Kind> complete(String name, Purchase purchase, Outcome outcome) {
    return desk.make(completing(name, purchase, outcome))
        .thenApply(made -> made == null ? outcome.kind() : made.told());
  }

  private Desk.Work<Rules.Completed> completing(String name, Purchase purchase, Outcome outcome) {
    String id = purchase.id();
    return new Desk.Work<>(
        id,
        () -> endOf(purchase, outcome),
        rows -> new Rules(rows).complete(id, name, outcome),
        made -> {
          if (outcome.kind() == Charge.Kind.NONE) refusals.freed();
          Entry entry = made.entry();
          if (entry != null) tell(() -> listener.onEntry(SpendEntry.of(entry)));
        },
        failure -> listener.onUnstored(purchase, outcome, failure));
  }

  /** All that somebody needs who has to find it at the service. */
  private static String endOf(Purchase purchase, Outcome outcome) {
    StringBuilder what = new StringBuilder();
    what.append(
        "the end of %s, attempt %d of call %s (%s"
            .formatted(
                purchase.operation().id(), purchase.attempt(), purchase.callId(), outcome.kind()));
    if (purchase.quote() != null) what.append(", ").append(purchase.quote().usd()).append(" USD");
    String load = outcome.loadNumber() == null ? purchase.loadNumber() : outcome.loadNumber();
    if (load != null) what.append(", load ").append(load);
    if (purchase.idempotencyKey() != null) what.append(", key ").append(purchase.idempotencyKey());
    if (purchase.customerRef() != null) what.append(", reference ").append(purchase.customerRef());
    return what.append(')').toString();
  }

  void tellRefusal(Purchase purchase, LimitReached limit) {
    tell(() -> listener.onRefusal(purchase, limit));
  }

  private static void tell(Runnable what) {
    try {
      what.run();
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.ERROR, "a SpendListener failed", e);
    }
  }

  CompletableFuture<Void> flush(Duration atMost) {
    return desk.flush(atMost);
  }

  // Totals and limits.

  @Override
  public SpendTotals totals(SpendFilter filter) {
    desk.makeKept();
    if (!Require.nonNull(filter, "filter").isOfScopeOnly()) {
      Rows.Totals found = storage.look(rows -> rows.totals(filter.internal()));
      return new SpendTotals(NanoUsd.toUsd(found.charged()), NanoUsd.toUsd(found.unknown()));
    }
    String scope = Objects.requireNonNullElse(filter.scope(), SpendScope.CLIENT);
    Map<Sum, Long> sums =
        storage.look(
            rows -> rows.sums(List.of(all(scope, Sum.Kind.CHARGED), all(scope, Sum.Kind.UNKNOWN))));
    return new SpendTotals(
        NanoUsd.toUsd(sums.getOrDefault(new Sum(scope, Sum.Kind.CHARGED, 0), 0L)),
        NanoUsd.toUsd(sums.getOrDefault(new Sum(scope, Sum.Kind.UNKNOWN, 0), 0L)));
  }

  private static Sum.Range all(String scope, Sum.Kind kind) {
    return new Sum.Range(scope, kind, 0, 1);
  }

  @Override
  public BigDecimal reservedUsd() {
    Sum.Range held = all(SpendScope.CLIENT, Sum.Kind.HELD);
    return NanoUsd.toUsd(
        storage.look(rows -> rows.sums(List.of(held)).values().stream().mapToLong(n -> n).sum()));
  }

  @Override
  public List<LimitUse> limits() {
    List<SpendLimit> limits;
    synchronized (met) {
      limits = List.copyOf(met.keySet());
    }
    return uses(limits);
  }

  List<LimitUse> uses(List<SpendLimit> limits) {
    return limits.stream().map(limit -> use(new Cap(limit))).toList();
  }

  private LimitUse use(Cap cap) {
    Cap.Use use = storage.look(cap::use);
    BigDecimal remaining = NanoUsd.toUsd(Math.max(0, cap.nano() - use.used() - use.held()));
    double share = cap.nano() == 0 ? 1 : (double) (use.used() + use.held()) / cap.nano();
    return new LimitUse(
        cap.limit(), NanoUsd.toUsd(use.used()), NanoUsd.toUsd(use.held()), remaining, share);
  }

  // Rows.

  @Override
  public List<SpendEntry> page(SpendFilter filter, long afterId, int atMost) {
    Require.nonNull(filter, "filter");
    if (atMost < 1 || atMost > MAX_PAGE) {
      throw new IllegalArgumentException("atMost: expected 1 to 10,000, got " + atMost);
    }
    desk.makeKept();
    List<Line> lines = storage.look(rows -> rows.lines(filter.internal(), afterId, atMost));
    return lines.stream().map(SpendEntry::of).toList();
  }

  @Override
  public Stream<SpendEntry> stream(SpendFilter filter) {
    return Stream.iterate(
            page(filter, 0, PAGE),
            page -> !page.isEmpty(),
            page ->
                page.size() < PAGE ? List.of() : page(filter, page.get(page.size() - 1).id(), PAGE))
        .flatMap(List::stream);
  }

  // What a balance says.

  @Override
  public Reconciliation reconcile(FreightClient client) {
    Require.nonNull(client, "client");
    return compare(client::getPricing, client::getBalance);
  }

  @Override
  public Reconciliation compare(Supplier<Pricing> prices, Supplier<Balance> balance) {
    Require.nonNull(prices, "prices");
    Require.nonNull(balance, "balance");
    String name = "comparison " + UUID.randomUUID();
    Reconciling.Before before = storage.look(Reconciling::before);
    Map<String, BigDecimal> list = prices.get().prices();
    BigDecimal balanceUsd = balance.get().balanceUsd();
    if (balanceUsd == null) {
      throw new IllegalArgumentException("balance: expected balanceUsd, got none");
    }
    long nano = NanoUsd.of(balanceUsd);
    Line.Comparison made =
        storage.change(
            rows -> new Reconciling(rows, recordsTopUps).compare(name, before, list, nano));
    refusals.freed();
    Reconciliation found = Reconciliation.of(made);
    if (!found.agrees()) LOG.log(System.Logger.Level.WARNING, found.explanation());
    return found;
  }

  @Override
  public @Nullable Reconciliation lastReconciliation() {
    return storage.look(
        rows -> {
          Long last = rows.head().comparison();
          return last != null && rows.line((long) last) instanceof Line.Comparison made
              ? Reconciliation.of(made)
              : null;
        });
  }

  // What persons say.

  @Override
  public List<SpendEntry> settle(
      Collection<Long> entryIds, boolean charged, String who, String why) {
    List<Long> ids =
        Require.items(new ArrayList<>(Require.nonNull(entryIds, "entryIds")), "entryIds");
    requireText(who, "who", MAX_WHO);
    requireText(why, "why", MAX_WHY);
    String name = "settlement " + UUID.randomUUID();
    List<Rules.Settled> settled =
        storage.change(rows -> new Rules(rows).settle(name, ids, charged, who, why));
    for (Rules.Settled one : settled) {
      if (one.refusal() != null) throw new IllegalArgumentException("settle: " + one.refusal());
    }
    refusals.freed();
    return settled.stream()
        .map(one -> SpendEntry.of(Objects.requireNonNull(one.entry(), "entry")))
        .toList();
  }

  @Override
  public SpendEntry adjust(BigDecimal amountUsd, String who, String why) {
    long nano = exact(amountUsd);
    requireText(who, "who", MAX_WHO);
    requireText(why, "why", MAX_WHY);
    String name = "adjustment " + UUID.randomUUID();
    return SpendEntry.of(storage.change(rows -> new Rules(rows).adjust(name, nano, who, why)));
  }

  private static long exact(BigDecimal amountUsd) {
    try {
      return NanoUsd.of(
          Require.nonNull(amountUsd, "amountUsd")
              .setScale(NanoUsd.SCALE, RoundingMode.UNNECESSARY));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "amountUsd: expected at most 9 decimals and less than 9 billion USD, got " + amountUsd,
          e);
    }
  }

  private static void requireText(String text, String name, int atMost) {
    if (Require.notBlank(text, name).length() > atMost) {
      throw new IllegalArgumentException(
          "%s: expected at most %,d characters, got %,d".formatted(name, atMost, text.length()));
    }
  }

  @Override
  public long purge(Instant before) {
    long time = Micros.of(Require.nonNull(before, "before"));
    long all = 0;
    int some;
    do {
      some = storage.change(rows -> new Rules(rows).purge(time, PURGED_AT_ONCE));
      all += some;
    } while (some == PURGED_AT_ONCE);
    return all;
  }

  @Override
  public LedgerMemory memory() {
    return memory;
  }

  /** An interrupt is no reason to give money up: the bound is near enough. */
  @Override
  public void close() {
    desk.closing();
    await(flush(CLOSES_WITHIN), CLOSES_WITHIN.multipliedBy(2));
    desk.close();
    storage.close();
  }

  /** Waits for what ends by itself, and throws what it failed with. */
  <T> T await(CompletableFuture<T> comes) {
    await(comes, Timer.FOREVER);
    try {
      return comes.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException thrown) throw thrown;
      throw failed;
    }
  }

  /** An interrupt does not end the wait; the thread is interrupted again after it. */
  private void await(CompletableFuture<?> comes, Duration atMost) {
    if (comes.isDone()) return;
    Thread here = Thread.currentThread();
    CompletableFuture<?> unused = comes.whenComplete((any, failed) -> LockSupport.unpark(here));
    AtomicBoolean interrupted = new AtomicBoolean(Thread.interrupted());
    outside
        .timer()
        .awaitOthers(
            atMost,
            () -> {
              if (Thread.interrupted()) interrupted.set(true);
              return comes.isDone();
            });
    if (interrupted.get()) here.interrupt();
  }
}
