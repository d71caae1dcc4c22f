package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spring.boot.FreightProperties;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.support.CronExpression;

/**
 * Compares ledgers with balances and deletes what is old, at the times of the properties. All
 * instances ask; of those that share a book one does it.
 */
final class FreightJobs implements SmartLifecycle {
  private static final Log LOG = LogFactory.getLog("io.freightsdk.spring.boot");
  private static final Duration RECENTLY = Duration.ofMinutes(10);
  private static final int MAX_TRIES = 30;

  private final Map<String, FreightClient> clients;
  private final Kept kept;
  private final FreightProperties.Reconcile reconcile;
  private final FreightProperties.Purge purge;
  private final ZoneId zone;
  private final @Nullable CronExpression reconcileAt;
  private final @Nullable CronExpression purgeAt;

  private final Clock clock;
  private final Supplier<ScheduledThreadPoolExecutor> threads;

  // Of the thread that starts and stops the context.
  private @Nullable ScheduledThreadPoolExecutor thread;

  /**
   * @param clock the client's, which the times of its books are of
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
      clients.forEach((name, client) -> later(jobs, Duration.ZERO, () -> atStart(jobs, name)));
    }
    if (reconcileAt != null) {
      every(jobs, reconcileAt, at -> clients.keySet().forEach(name -> once(jobs, name, at)));
    }
    if (purgeAt != null) every(jobs, purgeAt, this::purge);
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

  private void atStart(ScheduledThreadPoolExecutor jobs, String name) {
    tries(
        jobs,
        name,
        ledger -> {
          Reconciliation last = ledger.lastReconciliation();
          if (last == null) return ledger.reconcile();
          if (last.at().isAfter(clock.instant().minus(RECENTLY))) return null;
          return ledger.reconcileOnce("start after " + last.at());
        },
        1);
  }

  private void once(ScheduledThreadPoolExecutor jobs, String name, Instant at) {
    tries(jobs, name, ledger -> ledger.reconcileOnce(at.toString()), 1);
  }

  private interface Look {
    @Nullable Reconciliation at(SpendLedger ledger);
  }

  private void tries(ScheduledThreadPoolExecutor jobs, String name, Look look, int run) {
    SpendLedger ledger = Objects.requireNonNull(clients.get(name)).ledger();
    Reconciliation found;
    try {
      found = look.at(ledger);
      if (found == null) return;
      if (found.verdict() == Verdict.MONEY_CAME) found = recorded(ledger, found);
    } catch (FreightException | SpendStoreException e) {
      LOG.warn("%s: cannot reconcile: %s".formatted(name, e.getMessage()));
      found = null;
    }
    if (found != null && found.verdict() != Verdict.NOT_NOW) {
      tell(name, found);
    } else if (run < MAX_TRIES) {
      // This instance has the turn.
      later(jobs, Duration.ofMinutes(1), () -> tries(jobs, name, SpendLedger::reconcile, run + 1));
    }
  }

  /** Money that came while every entry is explained can only be a top-up, or money given back. */
  Reconciliation recorded(SpendLedger ledger, Reconciliation came) {
    if (!reconcile.recordTopUps() || came.openEntries() > 0) return came;
    BigDecimal amountUsd = came.missingUsd().negate();
    ledger.adjust(amountUsd);
    LOG.info("%s USD came and are recorded as a top-up".formatted(amountUsd.toPlainString()));
    return ledger.reconcile();
  }

  private static void tell(String name, Reconciliation found) {
    String line = "%s: reconciled: %s".formatted(name, found.explanation());
    switch (found.verdict()) {
      case OPENED, NOTHING, ALL, NOT_NOW -> LOG.info(line);
      case BETWEEN, MONEY_CAME, DOES_NOT_FIT -> LOG.warn(line);
    }
  }

  void purge(Instant at) {
    if (purge.keep() != null) kept.purgeBooks(at.minus(purge.keep()));
    if (purge.keepPositions() != null) kept.purgePositions(at.minus(purge.keepPositions()));
    if (purge.keepBookings() != null) kept.purgeBookings(at.minus(purge.keepBookings()));
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
