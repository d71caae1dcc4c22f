package io.freightsdk.micrometer;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.client.ClientSettings;
import io.freightsdk.model.Balance;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a client's money, for metrics and dashboards. No method waits, for the service
 * or for a database: {@link #ledger()} and {@link #balanceUsd()} return what was read last, and
 * start a newer reading in the background when that is old. Safe for concurrent use.
 */
public final class FreightReadings {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.micrometer");
  private static final Duration BALANCE_LIFE = Duration.ofMinutes(1);
  static final Duration DATABASE_LIFE = Duration.ofSeconds(5);

  private final @Nullable InBackground<SpendTotals> ledger;
  private final InBackground<BigDecimal> balance;
  private final List<Consumer<SpendTotals>> followers = new CopyOnWriteArrayList<>();

  /** Of a client and of the ledger of its spend guard, if that is a {@link LedgerGuard}. */
  public FreightReadings(FreightClient client) {
    this(Objects.requireNonNull(client, "client"), System::nanoTime, FreightReadings::start);
  }

  FreightReadings(FreightClient client, LongSupplier nanoTime, Executor background) {
    this.ledger =
        ClientSettings.guard(client) instanceof LedgerGuard guard
            ? new InBackground<>(
                DATABASE_LIFE,
                nanoTime,
                () -> CompletableFuture.supplyAsync(() -> read(guard), background))
            : null;
    this.balance =
        new InBackground<>(
            BALANCE_LIFE,
            nanoTime,
            // Not on the thread that asks: the first call of a client loads a hundred classes.
            () ->
                CompletableFuture.completedFuture(client.async())
                    .thenComposeAsync(AsyncFreightClient::getBalance, background)
                    .thenApply(FreightReadings::usd));
  }

  private static BigDecimal usd(Balance balance) {
    return Objects.requireNonNull(
        balance.balanceUsd(), "the service answered getBalance without balanceUsd");
  }

  private SpendTotals read(LedgerGuard guard) {
    SpendTotals state = guard.ledger().totals();
    for (Consumer<SpendTotals> follower : followers) {
      try {
        follower.accept(state);
      } catch (RuntimeException e) {
        // The figures are right, whatever a registry makes of them.
        LOG.log(System.Logger.Level.WARNING, "gauges of limits cannot be registered", e);
      }
    }
    return state;
  }

  static void start(Runnable task) {
    Thread thread = new Thread(task, "freight-readings");
    thread.setDaemon(true);
    thread.start();
  }

  /** Tells each new reading of the ledger, on the thread that read it. */
  void follow(Consumer<SpendTotals> follower) {
    followers.add(follower);
  }

  /** Whether the client has a ledger: otherwise nothing of it is ever known. */
  public boolean hasLedger() {
    return ledger != null;
  }

  /**
   * The ledger, at most 5 seconds old when this was asked last; null while it is unknown: before
   * the first reading has ended, after one has failed, and while one hangs.
   */
  public @Nullable SpendTotals ledger() {
    return ledger == null ? null : ledger.get();
  }

  /** Why the ledger is unknown; null if it is known, not read yet, or not there. */
  public @Nullable Throwable ledgerFailure() {
    return ledger == null ? null : ledger.failure();
  }

  /** The prepaid balance, read at most once a minute; null while it is unknown. */
  public @Nullable BigDecimal balanceUsd() {
    return balance.get();
  }

  /** A value that is read in the background, one reading at a time. */
  static final class InBackground<T> {
    /** A reading that takes longer hangs. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private final long lifeNanos;
    private final LongSupplier nanoTime;
    private final Supplier<CompletableFuture<T>> read;

    // Guarded by this.
    private @Nullable T last;
    private @Nullable Throwable failure;
    private boolean running;
    private boolean asked;
    private long askedAt;

    InBackground(Duration life, LongSupplier nanoTime, Supplier<CompletableFuture<T>> read) {
      this.lifeNanos = life.toNanos();
      this.nanoTime = nanoTime;
      this.read = read;
    }

    @Nullable T get() {
      if (isToBeRead()) read();
      synchronized (this) {
        return failure != null || hangs() ? null : last;
      }
    }

    private void read() {
      try {
        CompletableFuture<T> unused = read.get().whenComplete(this::ended);
      } catch (Throwable e) {
        ended(null, e); // No thread, or a client that an application made up.
      }
    }

    private synchronized void ended(@Nullable T value, @Nullable Throwable thrown) {
      if (value != null) last = value;
      failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
      running = false;
    }

    /** Whether a reading is due and none runs; then that of the caller runs. */
    private synchronized boolean isToBeRead() {
      long now = nanoTime.getAsLong();
      if (running || (asked && now - askedAt < lifeNanos)) return false;
      running = true;
      asked = true;
      askedAt = now;
      return true;
    }

    private boolean hangs() {
      return running && nanoTime.getAsLong() - askedAt >= PATIENCE_NANOS;
    }

    synchronized @Nullable Throwable failure() {
      if (!hangs()) return failure;
      return new IllegalStateException("no answer for 10 seconds");
    }
  }
}
