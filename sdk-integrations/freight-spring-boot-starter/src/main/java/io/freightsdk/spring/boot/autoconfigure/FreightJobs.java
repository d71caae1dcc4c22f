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
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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
 * does it.
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
  public synchronized void start() {
    ScheduledThreadPoolExecutor jobs = threads.get();
    thread = jobs;
    if (reconcile.atStart()) {
      each((name, ledger) -> later(jobs, Duration.ZERO, () -> atStart(jobs, name, ledger)));
    }
    if (reconcileAt != null) {
      every(jobs, reconcileAt, at -> each((name, ledger) -> once(jobs, name, ledger, at)));
    }
    if (purgeAt != null) every(jobs, purgeAt, this::purge);
  }

  private void each(BiConsumer<String, SpendLedger> then) {
    Ledgers.each(clients, then);
  }

  /** Plans a comparison, because nobody knows what a call has cost. On any thread; waits not. */
  void unknown() {
    ScheduledThreadPoolExecutor jobs = thread;
    if (jobs == null || reconcile.afterUnknown().isZero()) return;
    Instant now = clock.instant();
    Instant last = planned.get();
    boolean isSoon = Duration.between(last, now).compareTo(TOGETHER) < 0;
    if (isSoon || !planned.compareAndSet(last, now)) return;
    later(
        jobs,
        reconcile.afterUnknown().plus(TOGETHER),
        () -> each((name, ledger) -> afterUnknown(jobs, name, ledger, now)));
  }

  private void afterUnknown(
      ScheduledThreadPoolExecutor jobs, String name, SpendLedger ledger, Instant told) {
    tries(
        jobs,
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

  private void every(ScheduledThreadPoolExecutor jobs, CronExpression cron, Job job) {
    next(jobs, cron, now(), job);
  }

  private ZonedDateTime now() {
    return clock.instant().atZone(zone);
  }

  private void next(
      ScheduledThreadPoolExecutor jobs, CronExpression cron, ZonedDateTime after, Job job) {
    ZonedDateTime at = cron.next(after);
    if (at == null) return;
    later(
        jobs,
        Duration.between(clock.instant(), at),
        () -> {
          // A run that took long leaves out what it missed; one that came early does not run twice.
          ZonedDateTime now = now();
          next(jobs, cron, now.isAfter(at) ? now : at, job);
          job.at(at.toInstant());
        });
  }

  private static void later(ScheduledThreadPoolExecutor jobs, Duration delay, Runnable task) {
    if (jobs.isShutdown()) return;
    Future<?> unused =
        jobs.schedule(
            () -> {
              try {
                task.run();
              } catch (Throwable e) {
                LOG.warn("a job of the freight client failed; it runs again at its next time", e);
              }
            },
            delay.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private void atStart(ScheduledThreadPoolExecutor jobs, String name, SpendLedger ledger) {
    tries(
        jobs,
        name,
        () -> {
          Reconciliation last = ledger.lastReconciliation();
          if (last == null) return reconciled(name, ledger);
          if (last.at().isAfter(clock.instant().minus(RECENTLY))) return null;
          return isMyTurn(ledger, "start after " + last.at()) ? reconciled(name, ledger) : null;
        },
        1);
  }

  private void once(ScheduledThreadPoolExecutor jobs, String name, SpendLedger ledger, Instant at) {
    tries(jobs, name, () -> isMyTurn(ledger, at.toString()) ? reconciled(name, ledger) : null, 1);
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
  private void tries(ScheduledThreadPoolExecutor jobs, String name, Look look, int run) {
    try {
      Reconciliation found = look.now();
      // The ledger warns by itself where they do not agree.
      if (found != null) LOG.info("%s: reconciled: %s".formatted(name, found.explanation()));
    } catch (FreightException | SpendLedgerException e) {
      LOG.warn("%s: cannot reconcile: %s".formatted(name, e.getMessage()));
      if (run == MAX_TRIES) return;
      later(jobs, Duration.ofMinutes(1), () -> tries(jobs, name, look, run + 1));
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

  /** Runs a task after the jobs that are due. */
  synchronized Future<?> run(Runnable task) {
    return Objects.requireNonNull(thread).submit(task);
  }

  @Override
  public synchronized void stop() {
    if (thread != null) thread.shutdownNow();
    thread = null;
  }

  @Override
  public synchronized boolean isRunning() {
    return thread != null;
  }
}
