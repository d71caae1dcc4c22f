package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.spend.LedgerMemory;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spring.boot.FreightProperties;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.support.CronExpression;

/**
 * Compares ledgers with balances, at the times of the properties and some minutes after a charge
 * that nobody knows, and deletes what is old. All instances ask; of those that share a ledger one
 * does it. What is due is looked for each second by the clock, which a test may move.
 */
final class FreightJobs implements SmartLifecycle {
  private static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");
  private static final Duration RECENTLY = Duration.ofMinutes(10);

  /** So long after it was told a request may be on its way, and nothing is settled. */
  private static final Duration ON_ITS_WAY = Duration.ofMinutes(5);

  /** Unknown charges of so long share a comparison. */
  private static final Duration TOGETHER = Duration.ofMinutes(1);

  /** The turn of a job is remembered so long. */
  private static final Duration REMEMBERED = Duration.ofDays(2);

  private static final int MAX_TRIES = 30;

  private static final Duration LOOK = Duration.ofSeconds(1);

  private record Task(Instant at, long number, Runnable run) {}

  private final Map<String, FreightClient> clients;
  private final Kept kept;
  private final FreightProperties.Reconcile reconcile;
  private final FreightProperties.Purge purge;
  private final ZoneId zone;
  private final @Nullable CronExpression reconcileAt;
  private final @Nullable CronExpression purgeAt;

  /** The name of this instance among those that share a ledger. */
  private final String instance = UUID.randomUUID().toString();

  private final Clock clock;
  private final Supplier<ScheduledThreadPoolExecutor> threads;

  /** What waits for its time by the clock, the next one first. Guarded by itself. */
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparing(Task::at).thenComparing(Task::number));

  private final AtomicLong numbers = new AtomicLong();

  /** Set by the thread that starts and stops the context. */
  private volatile @Nullable ScheduledThreadPoolExecutor thread;

  /** When the last comparison after an unknown charge was planned. */
  private final AtomicReference<Instant> planned = new AtomicReference<>(Instant.MIN);

  /**
   * @param clock the client's and the ledgers'
   */
  FreightJobs(
      Map<String, FreightClient> clients, Kept kept, FreightProperties properties, Clock clock) {
    this(clients, kept, properties, clock, FreightJobs::daemon);
  }

  FreightJobs(
      Map<String, FreightClient> clients,
      Kept kept,
      FreightProperties properties,
      Clock clock,
      Supplier<ScheduledThreadPoolExecutor> threads) {
    this.clock = clock;
    this.threads = threads;
    this.clients = clients;
    this.kept = kept;
    this.reconcile = properties.reconcile();
    this.purge = properties.purge();
    ZoneId own = reconcile.zone();
    this.zone = own != null ? own : ZoneId.systemDefault();
    boolean purges =
        purge.keep() != null || purge.keepPositions() != null || purge.keepBookings() != null;
    Duration after = reconcile.afterUnknown();
    if (!after.isZero() && after.compareTo(ON_ITS_WAY) < 0) {
      throw new IllegalArgumentException(
          "freight.reconcile.after-unknown: expected 5 minutes or more, or 0, got " + after);
    }
    this.reconcileAt = cron("freight.reconcile.cron", reconcile.cron());
    this.purgeAt = purges ? cron("freight.purge.cron", purge.cron()) : null;
  }

  private static @Nullable CronExpression cron(String property, @Nullable String text) {
    if (text == null || text.isBlank() || text.equals("-")) return null;
    try {
      return CronExpression.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(property + ": " + e.getMessage(), e);
    }
  }

  private static ScheduledThreadPoolExecutor daemon() {
    return new ScheduledThreadPoolExecutor(
        1,
        task -> {
          Thread made = new Thread(task, "freight-jobs");
          made.setDaemon(true);
          return made;
        });
  }

  @Override
  public void start() {
    start(threads);
  }

  synchronized void start(Supplier<ScheduledThreadPoolExecutor> threads) {
    ScheduledThreadPoolExecutor jobs = threads.get();
    thread = jobs;
    if (reconcile.atStart()) {
      each((name, ledger) -> later(Duration.ZERO, () -> atStart(name, ledger)));
    }
    if (reconcileAt != null) {
      every(reconcileAt, at -> each((name, ledger) -> once(name, ledger, at)));
    }
    if (purgeAt != null) every(purgeAt, planned -> purge(clock.instant()));
    Future<?> unused =
        jobs.scheduleWithFixedDelay(this::runDue, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Runs a task once, when so much time has passed by the clock, unless all is stopped by then. */
  void later(Duration delay, Runnable run) {
    Task task = new Task(clock.instant().plus(delay), numbers.incrementAndGet(), run);
    synchronized (tasks) {
      tasks.add(task);
    }
  }

  /** Runs what is due by the clock, and what that makes due. */
  void runDue() {
    for (Task task = nextDue(); task != null; task = nextDue()) {
      try {
        task.run.run();
      } catch (Throwable e) {
        LOG.warn("a job of the freight client failed; it runs again at its next time", e);
      }
    }
  }

  private @Nullable Task nextDue() {
    Instant now = clock.instant();
    synchronized (tasks) {
      Task next = tasks.peek();
      return next == null || next.at.isAfter(now) ? null : tasks.poll();
    }
  }

  private void each(BiConsumer<String, SpendLedger> then) {
    Ledgers.each(clients, then);
  }

  /** Plans a comparison, because nobody knows what a call has cost. On any thread; waits not. */
  void unknown() {
    if (thread == null || reconcile.afterUnknown().isZero()) return;
    Instant now = clock.instant();
    Instant last = planned.get();
    boolean isSoon = Duration.between(last, now).compareTo(TOGETHER) < 0;
    if (isSoon || !planned.compareAndSet(last, now)) return;
    later(
        reconcile.afterUnknown().plus(TOGETHER),
        () -> each((name, ledger) -> afterUnknown(name, ledger, now)));
  }

  private void afterUnknown(String name, SpendLedger ledger, Instant told) {
    tries(
        name,
        () -> {
          if (ledger.totals().unknownUsd().signum() == 0) return null;
          Reconciliation last = ledger.lastReconciliation();
          boolean isDone = last != null && last.at().isAfter(told.plus(TOGETHER).plus(ON_ITS_WAY));
          return isDone ? null : reconciled(name, ledger);
        },
        1);
  }

  private interface Job {
    void at(Instant time);
  }

  private void every(CronExpression cron, Job job) {
    next(cron, now(), job);
  }

  private ZonedDateTime now() {
    return clock.instant().atZone(zone);
  }

  private void next(CronExpression cron, ZonedDateTime after, Job job) {
    ZonedDateTime at = cron.next(after);
    if (at == null) return;
    later(
        Duration.between(clock.instant(), at),
        () -> {
          // A run that took long leaves out what it missed.
          next(cron, now(), job);
          job.at(at.toInstant());
        });
  }

  private void atStart(String name, SpendLedger ledger) {
    tries(
        name,
        () -> {
          Reconciliation last = ledger.lastReconciliation();
          if (last == null) return reconciled(name, ledger);
          if (last.at().isAfter(clock.instant().minus(RECENTLY))) return null;
          return isMyTurn(ledger, "start after " + last.at()) ? reconciled(name, ledger) : null;
        },
        1);
  }

  private void once(String name, SpendLedger ledger, Instant at) {
    tries(name, () -> isMyTurn(ledger, at.toString()) ? reconciled(name, ledger) : null, 1);
  }

  /** Whether this instance is the first to ask for it; it may ask again. */
  private boolean isMyTurn(SpendLedger ledger, String run) {
    String turn = "spring reconcile " + run;
    Instant until = clock.instant().plus(REMEMBERED);
    LedgerMemory memory = ledger.memory();
    return memory.putIfAbsent(turn, instance, until) || instance.equals(memory.get(turn));
  }

  private interface Look {
    @Nullable Reconciliation now();
  }

  /** Looks, and again in a minute if that fails. */
  private void tries(String name, Look look, int run) {
    try {
      Reconciliation found = look.now();
      // The ledger warns by itself where they do not agree.
      if (found != null) LOG.info("%s: reconciled: %s".formatted(name, found.explanation()));
    } catch (FreightException | SpendLedgerException e) {
      LOG.warn("%s: cannot reconcile: %s".formatted(name, e.getMessage()));
      if (run == MAX_TRIES) return;
      later(Duration.ofMinutes(1), () -> tries(name, look, run + 1));
    }
  }

  private Reconciliation reconciled(String name, SpendLedger ledger) {
    FreightClient client = Objects.requireNonNull(clients.get(name));
    return ledger.reconcile(client);
  }

  void purge(Instant at) {
    if (purge.keep() != null) purgeLedgers(at.minus(purge.keep()));
    if (purge.keepPositions() != null) kept.purgePositions(at.minus(purge.keepPositions()));
    if (purge.keepBookings() != null) kept.purgeBookings(at.minus(purge.keepBookings()));
  }

  private void purgeLedgers(Instant before) {
    each(
        (name, ledger) ->
            LOG.info(
                "%s: %d ledger entries of before %s deleted"
                    .formatted(name, ledger.purge(before), before)));
  }

  /** When what waits is due. */
  List<Instant> waiting() {
    synchronized (tasks) {
      return tasks.stream().map(Task::at).sorted().toList();
    }
  }

  /** Runs a task after the jobs that were due at the last look. */
  synchronized Future<?> run(Runnable task) {
    return Objects.requireNonNull(thread).submit(task);
  }

  @Override
  public synchronized void stop() {
    if (thread != null) thread.shutdownNow();
    thread = null;
    synchronized (tasks) {
      tasks.clear();
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return thread != null;
  }
}
