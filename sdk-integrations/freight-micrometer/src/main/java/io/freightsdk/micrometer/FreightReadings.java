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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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
 * or for a database: {@link #books()} and {@link #balanceUsd()} return what was read last, and
 * start a newer reading in the background when that is old; {@link #booksNow()} and {@link
 * #balanceNow()} are for those who may wait. Safe for concurrent use.
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

  /**
   * A figure, and its age.
   *
   * @param at when its reading began, by the clock of this machine: it is not older
   */
  public record Reading<T>(T value, Instant at) {}

  public FreightReadings(FreightClient client) {
    this(
        Objects.requireNonNull(client, "client"),
        Clock.systemUTC(),
        System::nanoTime,
        FreightReadings::start);
  }

  FreightReadings(FreightClient client, Clock clock, LongSupplier nanoTime, Executor background) {
    this.books =
        new InBackground<>(
            BOOKS_LIFE,
            clock,
            nanoTime,
            () -> CompletableFuture.supplyAsync(() -> read(client.ledger()), background));
    this.balance =
        new InBackground<>(
            BALANCE_LIFE,
            clock,
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

  /**
   * Reads the books, or joins a reading that has begun. Fails if they cannot be read; whoever waits
   * for it limits the time, because a database may hang.
   */
  public CompletableFuture<Reading<Books>> booksNow() {
    return books.now().copy();
  }

  /** Reads the balance, or joins a reading that has begun; as {@link #booksNow()}. */
  public CompletableFuture<Reading<BigDecimal>> balanceNow() {
    return balance.now().copy();
  }

  /** The last books that were read, however old; null if they never were. */
  public @Nullable Reading<Books> lastBooks() {
    return books.last();
  }

  /** The last balance that was read, however old; null if it never was. */
  public @Nullable Reading<BigDecimal> lastBalance() {
    return balance.last();
  }

  /** A value that is read in the background, one reading at a time. */
  private static final class InBackground<T> {
    /** A reading that takes longer hangs. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private final long lifeNanos;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Supplier<CompletableFuture<T>> read;

    // Guarded by this.
    private @Nullable Reading<T> last;
    private @Nullable Throwable failure;
    private @Nullable CompletableFuture<Reading<T>> running;
    private boolean asked;
    private long askedAt;

    InBackground(
        Duration life, Clock clock, LongSupplier nanoTime, Supplier<CompletableFuture<T>> read) {
      this.clock = clock;
      this.lifeNanos = life.toNanos();
      this.nanoTime = nanoTime;
      this.read = read;
    }

    @Nullable T get() {
      if (isDue()) {
        CompletableFuture<Reading<T>> unused = now();
      }
      synchronized (this) {
        return last == null || failure != null || hangs() ? null : last.value;
      }
    }

    /** The reading that runs; a new one if none does. */
    CompletableFuture<Reading<T>> now() {
      CompletableFuture<Reading<T>> mine = new CompletableFuture<>();
      synchronized (this) {
        if (running != null) return running;
        running = mine;
        asked = true;
        askedAt = nanoTime.getAsLong();
      }
      Instant at = clock.instant();
      try {
        CompletableFuture<T> unused =
            read.get().whenComplete((value, thrown) -> ended(mine, at, value, thrown));
      } catch (Throwable e) {
        ended(mine, at, null, e); // No thread, or a client that an application made up.
      }
      return mine;
    }

    private void ended(
        CompletableFuture<Reading<T>> mine,
        Instant at,
        @Nullable T value,
        @Nullable Throwable thrown) {
      Throwable why = thrown instanceof CompletionException ? thrown.getCause() : thrown;
      Reading<T> reading = value == null ? null : new Reading<>(value, at);
      synchronized (this) {
        if (reading != null) last = reading;
        failure = why;
        running = null;
      }
      if (reading != null) mine.complete(reading);
      else mine.completeExceptionally(why == null ? new IllegalStateException("nothing") : why);
    }

    synchronized @Nullable Reading<T> last() {
      return last;
    }

    private synchronized boolean isDue() {
      return running == null && (!asked || nanoTime.getAsLong() - askedAt >= lifeNanos);
    }

    private boolean hangs() {
      return running != null && nanoTime.getAsLong() - askedAt >= PATIENCE_NANOS;
    }

    synchronized @Nullable Throwable failure() {
      if (!hangs()) return failure;
      return new IllegalStateException("no answer for 10 seconds");
    }
  }
}
