package io.freightsdk.internal.money;

import io.freightsdk.error.FailedCall;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.internal.concurrent.AbortableWait;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.environment.TimeSource.Moment;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The prices of one client: one reading of the price list serves all calls. A reading is used for
 * {@link #LIFE}, and refreshed in the background when a fifth of that is left. While the list
 * cannot be read, it is used up to {@link #MAX_AGE}. Safe for concurrent use.
 *
 * <p>Tests: {@code PriceUnavailableTest} for a price before each paid call, {@code PricesTest} for
 * one reading for all.
 */
public class PriceCache {
  /**
   * A price in USD; null when the service does not name it.
   *
   * @param readAt when the list was requested; null if the price is not from the list
   */
  public record Price(@Nullable BigDecimal usd, @Nullable Instant readAt) {}

  /** How long a price is used before the list is read again. */
  static final Duration LIFE = Duration.ofSeconds(10);

  private static final Duration REFRESH_AFTER = LIFE.multipliedBy(4).dividedBy(5);

  /** How long a price is used while the list cannot be read. */
  static final Duration MAX_AGE = Duration.ofMinutes(5);

  /** While reading fails, the list is requested no more often than this. */
  private static final Duration PAUSE_WHILE_FAILING = Duration.ofSeconds(5);

  /** How long a call that has an older price waits for a new reading. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /**
   * How long a call that may be sent without a price waits for a reading while there is no price,
   * at first or after {@link #MAX_AGE} without a list. A cold JVM, the look-up of a name and a TLS
   * handshake easily take more than half a second.
   */
  private static final Duration PATIENCE_AT_FIRST = Duration.ofSeconds(5);

  private static final Price UNPRICED = new Price(null, null);

  /** A request for the price list, which no caller can cancel for the others. */
  private record PriceRequest(Moment asked, CompletableFuture<PriceList> answer) {}

  /**
   * The price list, as one reading gave it.
   *
   * @param prices by the names of the price list, such as {@code load_create}
   * @param asked when the list was requested: the age of the prices counts from then
   */
  private record PriceList(Map<String, BigDecimal> prices, Moment asked) {
    /** Without an amount if the list does not name the operation; 0 for a free one. */
    Price price(Operation operation) {
      return new Price(usd(operation), asked.timeOfDay());
    }

    private @Nullable BigDecimal usd(Operation operation) {
      if (operation.priceKey() == null) return BigDecimal.ZERO;
      BigDecimal usd = prices.get(operation.priceKey());
      // A price below zero would make room under limits, and is no charge.
      return usd == null || usd.signum() < 0 ? null : usd;
    }
  }

  private final Supplier<CompletableFuture<Pricing>> fetch;
  private final TimeSource time;

  /** The newest reading that succeeded; null before the first. */
  private volatile @Nullable PriceList latest;

  /** The newest request, which may be in flight or have failed. */
  private final AtomicReference<@Nullable PriceRequest> newest = new AtomicReference<>();

  /**
   * @param fetch reads the price list once, without blocking
   * @param time whose monotonic clock counts too, so that a clock that was set back does not extend
   *     the life of a price
   */
  public PriceCache(Supplier<CompletableFuture<Pricing>> fetch, TimeSource time) {
    this.fetch = fetch;
    this.time = time;
  }

  // --- for calls ---

  /** The price within its life; null if the list has to be read first, by {@link #learn}. */
  public @Nullable Price fresh(Operation operation) {
    PriceList last = youngerThan(LIFE);
    if (last == null) return null;
    if (age(last.asked()).compareTo(REFRESH_AFTER) >= 0) {
      CompletableFuture<?> unused = read(REFRESH_AFTER); // In the background.
    }
    return last.price(operation);
  }

  /**
   * The price for a call, which waits for it on its thread; without an amount if none is known.
   *
   * @param needed whether the call is not sent without a price
   * @param wait how the call waits
   * @throws CompletionException with the failure of the reading, if there is no older price
   */
  public Price read(Operation operation, boolean needed, Duration atMost, AbortableWait wait) {
    Price fresh = fresh(operation);
    if (fresh != null) return fresh;
    CompletableFuture<Price> comes = learn(operation);
    boolean came = wait.await(patience(operation, needed, atMost), comes);
    return came ? comes.join() : staleIfError(operation);
  }

  /**
   * Reads the price list, or joins the reading in flight. If that fails, completes with the price
   * of {@link #staleIfError} if there is one, and otherwise fails. Cancelling the future has no
   * effect on other callers.
   */
  CompletableFuture<Price> learn(Operation operation) {
    return read(LIFE)
        .thenApply(read -> read.price(operation))
        .exceptionally(
            failure -> {
              Price old = staleIfError(operation);
              if (old.usd() != null) return old;
              throw failure instanceof CompletionException known
                  ? known
                  : new CompletionException(failure);
            });
  }

  /**
   * How long a call waits for the future of {@link #learn} before it continues with {@link
   * #staleIfError}.
   *
   * @param needed whether the call is not sent without a price
   * @param atMost what the call has left
   */
  Duration patience(Operation operation, boolean needed, Duration atMost) {
    if (staleIfError(operation).usd() != null) return shorter(PATIENCE, atMost);
    if (needed) return atMost;
    // A list that hangs must leave time to send what can do without it.
    return shorter(PATIENCE_AT_FIRST, atMost.dividedBy(2));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * The price while the list cannot be read: that of the last reading while it is younger than
   * {@link #MAX_AGE}; without an amount if there is none.
   */
  public Price staleIfError(Operation operation) {
    PriceList last = youngerThan(MAX_AGE);
    return last == null ? UNPRICED : last.price(operation);
  }

  // --- reading ---

  private @Nullable PriceList youngerThan(Duration age) {
    PriceList last = latest;
    return last == null || age(last.asked()).compareTo(age) >= 0 ? null : last;
  }

  private Duration age(Moment asked) {
    return time.moment().since(asked);
  }

  /** The newest reading if it is young enough or in flight, otherwise a new one. */
  private CompletableFuture<PriceList> read(Duration youngerThan) {
    PriceRequest last = newest.get();
    if (last != null) {
      boolean failed = last.answer.isCompletedExceptionally();
      Duration good = failed ? PAUSE_WHILE_FAILING : youngerThan;
      boolean stands = !last.answer.isDone() || age(last.asked).compareTo(good) < 0;
      if (stands) return last.answer;
    }
    PriceRequest mine = new PriceRequest(time.moment(), new CompletableFuture<>());
    boolean first = newest.compareAndSet(last, mine);
    // Another thread may have asked at the same time.
    if (!first) return Objects.requireNonNull(newest.get()).answer;
    ask(mine);
    return mine.answer;
  }

  private void ask(PriceRequest request) {
    CompletableFuture<Pricing> list;
    try {
      list = fetch.get();
    } catch (Throwable thrown) {
      list = CompletableFuture.failedFuture(thrown);
    }
    CompletableFuture<?> unused =
        list.whenComplete((pricing, failure) -> answered(request, pricing, failure));
  }

  private void answered(
      PriceRequest request, @Nullable Pricing pricing, @Nullable Throwable failure) {
    try {
      if (failure != null) throw failure;
      Pricing list = Objects.requireNonNull(pricing, "no prices");
      PriceList read = new PriceList(Map.copyOf(list.prices()), request.asked);
      latest = read;
      request.answer.complete(read);
    } catch (Throwable thrown) {
      request.answer.completeExceptionally(thrown);
    }
  }

  // --- for the application ---

  /**
   * The price that a call would use now, in USD; waits for the list if there is none.
   *
   * @throws IllegalStateException if the service's price list does not name the operation
   */
  public BigDecimal price(Operation operation) {
    Price found = fresh(Objects.requireNonNull(operation, "operation"));
    if (found == null) found = await(learn(operation));
    BigDecimal usd = found.usd();
    if (usd == null) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "the service's price list has no price %s for %s; check it with getPricing()",
              operation.priceKey(),
              operation.id()));
    }
    return usd;
  }

  /** Waits on the thread of an application, outside of a call; throws what the reading threw. */
  private Price await(CompletableFuture<Price> comes) {
    Thread here = Thread.currentThread();
    CompletableFuture<?> unused = comes.whenComplete((any, failed) -> LockSupport.unpark(here));
    AtomicBoolean interrupted = new AtomicBoolean();
    time.awaitOthers(
        TimeSource.FOREVER,
        () -> {
          if (Thread.interrupted()) interrupted.set(true);
          return comes.isDone() || interrupted.get();
        });
    if (interrupted.get()) here.interrupt();
    if (!comes.isDone()) {
      throw new FreightCancelledException(
          FailedCall.of(Operation.GET_PRICING), "the calling thread was interrupted");
    }
    try {
      return comes.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException failure) throw failure;
      if (failed.getCause() instanceof Error error) throw error;
      throw failed;
    }
  }
}
