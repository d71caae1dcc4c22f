package io.freightsdk.micrometer;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Balance;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a client's money, for metrics and dashboards. No method waits, for the service
 * or for a database: each returns what was read last, and starts a newer reading in the background
 * when that is old. Safe for concurrent use.
 */
public final class FreightReadings {
  private static final Duration BALANCE_LIFE = Duration.ofMinutes(1);
  private static final Duration BOOKS_LIFE = Duration.ofSeconds(5);

  private final InBackground<Books> books;
  private final InBackground<BigDecimal> balance;

  /**
   * The books at one moment.
   *
   * @param heldUsd money set aside for calls that have not ended
   * @param remaining what each of the client's own limits still allows
   * @param reconciliation what the last comparison with the balance found; null if there was none
   */
  public record Books(
      SpendTotals totals,
      BigDecimal heldUsd,
      List<SpendLedger.Remaining> remaining,
      @Nullable Reconciliation reconciliation) {}

  public FreightReadings(FreightClient client) {
    this(Objects.requireNonNull(client, "client"), System::nanoTime, FreightReadings::start);
  }

  FreightReadings(FreightClient client, LongSupplier nanoTime, Executor background) {
    this.books =
        new InBackground<>(
            BOOKS_LIFE,
            nanoTime,
            () -> CompletableFuture.supplyAsync(() -> read(client.ledger()), background));
    this.balance =
        new InBackground<>(
            BALANCE_LIFE,
            nanoTime,
            // Not on the thread that asks: the first call of a client loads a hundred classes.
            () ->
                CompletableFuture.completedFuture(client.async())
                    .thenComposeAsync(AsyncFreightClient::getBalance, background)
                    .thenApply(Balance::balanceUsd));
  }

  private static Books read(SpendLedger ledger) {
    return new Books(
        ledger.totals(),
        ledger.heldUsd(),
        ledger.remaining(SpendScope.client(SpendLimits.none())),
        ledger.lastReconciliation());
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "freight-readings");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * The books, at most 5 seconds old when this was asked last; null while they are unknown: before
   * the first reading has ended, after one has failed, and while one hangs.
   */
  public @Nullable Books books() {
    return books.get();
  }

  /** Why the books are unknown; null if they are known, or not read yet. */
  public @Nullable Throwable booksFailure() {
    return books.failure();
  }

  /** The prepaid balance, read at most once a minute; null while it is unknown. */
  public @Nullable BigDecimal balanceUsd() {
    return balance.get();
  }

  /** A value that is read in the background, one reading at a time. */
  private static final class InBackground<T> {
    /** A reading that takes longer hangs. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private final long lifeNanos;
    private final LongSupplier nanoTime;
    private final Supplier<CompletableFuture<@Nullable T>> read;

    // Guarded by this.
    private @Nullable T known;
    private @Nullable Throwable failure;
    private boolean reads;
    private boolean asked;
    private long askedAt;

    InBackground(
        Duration life, LongSupplier nanoTime, Supplier<CompletableFuture<@Nullable T>> read) {
      this.lifeNanos = life.toNanos();
      this.nanoTime = nanoTime;
      this.read = read;
    }

    @Nullable T get() {
      if (isDue()) start();
      synchronized (this) {
        return hangs() ? null : known;
      }
    }

    private void start() {
      try {
        CompletableFuture<@Nullable T> unused = read.get().whenComplete(this::ended);
      } catch (Throwable e) {
        ended(null, e); // No thread, or a client that an application made up.
      }
    }

    private synchronized boolean isDue() {
      long now = nanoTime.getAsLong();
      if (reads || (asked && now - askedAt < lifeNanos)) return false;
      reads = true;
      asked = true;
      askedAt = now;
      return true;
    }

    private synchronized void ended(@Nullable T value, @Nullable Throwable thrown) {
      known = value;
      failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
      reads = false;
    }

    private boolean hangs() {
      return reads && nanoTime.getAsLong() - askedAt >= PATIENCE_NANOS;
    }

    synchronized @Nullable Throwable failure() {
      if (!hangs()) return failure;
      return new IllegalStateException("no answer for 10 seconds");
    }
  }
}
