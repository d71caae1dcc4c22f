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
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The prices of one client. All calls share one read of the price list. Its prices are used for
 * {@link #VALIDITY}, and refreshed in the background when a fifth of that time remains. While the
 * list cannot be read, they are used up to {@link #MAX_AGE}. Safe for concurrent use.
 *
 * <p>Tests: {@code PriceUnavailableTest} for a price before each paid call, {@code PricesTest} for
 * shared reads.
 */
public class PriceCache {
  /**
   * A price.
   *
   * @param usd null if the service does not state it
   * @param readAt when the list was requested; null if the price is not from the list
   */
  public record Price(@Nullable BigDecimal usd, @Nullable Instant readAt) {}

  /** The time for which a price is used before the list is read again. */
  static final Duration VALIDITY = Duration.ofSeconds(10);

  private static final Duration REFRESH_AFTER = VALIDITY.multipliedBy(4).dividedBy(5);

  /** The maximum age of a price while the list cannot be read. */
  static final Duration MAX_AGE = Duration.ofMinutes(5);

  /** The minimum pause between two requests while reading the list fails. */
  private static final Duration PAUSE_WHILE_FAILING = Duration.ofSeconds(5);

  /** The maximum wait of a call that has an older price. */
  private static final Duration MAX_REFRESH_WAIT = Duration.ofMillis(500);

  /**
   * The maximum wait of a call that may be sent without a price while there is no price, at first
   * or after {@link #MAX_AGE} without a list. A cold JVM, a DNS lookup and a TLS handshake easily
   * take more than half a second.
   */
  private static final Duration MAX_FIRST_WAIT = Duration.ofSeconds(5);

  private static final Price UNPRICED = new Price(null, null);

  /** A request for the price list, which no caller can cancel for the others. */
  private record PriceRequest(Moment requestedAt, CompletableFuture<PriceList> response) {}

  /**
   * The price list of one read.
   *
   * @param requestedAt when the list was requested: the age of the prices counts from then
   */
  private record PriceList(Pricing pricing, Moment requestedAt) {
    /** Has no amount if the list does not name the operation, and 0 for a free operation. */
    Price price(Operation operation) {
      return new Price(usd(operation), requestedAt.timeOfDay());
    }

    private @Nullable BigDecimal usd(Operation operation) {
      if (operation.priceKey() == null) return BigDecimal.ZERO;
      BigDecimal usd = pricing.prices().get(operation.priceKey());
      // A negative price would raise the remaining budget under limits, and is no charge.
      return usd == null || usd.signum() < 0 ? null : usd;
    }
  }

  private final Supplier<CompletableFuture<Pricing>> fetch;
  private final TimeSource time;

  /** The list of the last read that succeeded; null before the first. */
  private volatile @Nullable PriceList lastList;

  /** The last request, which may be in flight or have failed. */
  private final AtomicReference<@Nullable PriceRequest> lastRequest = new AtomicReference<>();

  /**
   * @param fetch reads the price list once, without blocking
   * @param time its monotonic clock counts, too, so that a system clock that was set back does not
   *     extend the validity of a price
   */
  public PriceCache(Supplier<CompletableFuture<Pricing>> fetch, TimeSource time) {
    this.fetch = fetch;
    this.time = time;
  }

  // --- for calls ---

  /**
   * The price while it is valid; null if the list has to be read first. Starts a read in the
   * background when a fifth of the validity remains.
   */
  public @Nullable Price cachedPrice(Operation operation) {
    PriceList last = youngerThan(VALIDITY);
    if (last == null) return null;
    if (age(last.requestedAt()).compareTo(REFRESH_AFTER) >= 0) {
      CompletableFuture<?> unused = readList(REFRESH_AFTER); // In the background.
    }
    return last.price(operation);
  }

  /**
   * Returns the price for a call, and waits for it on this thread. Has no amount if none is known.
   *
   * @param isNeeded whether the call is not sent without a price
   * @param wait how the call waits
   * @throws CompletionException with the failure of the read, if there is no older price
   */
  public Price read(Operation operation, boolean isNeeded, Duration atMost, AbortableWait wait) {
    Price cachedPrice = cachedPrice(operation);
    if (cachedPrice != null) return cachedPrice;
    CompletableFuture<Price> future = readAsync(operation);
    Duration maxWait = atMost;
    if (lastKnownPrice(operation).usd() != null) {
      maxWait = shorter(MAX_REFRESH_WAIT, atMost);
    } else if (!isNeeded) {
      // A list that hangs must leave time to send calls that need no price.
      maxWait = shorter(MAX_FIRST_WAIT, atMost.dividedBy(2));
    }
    return wait.await(maxWait, future) ? future.join() : lastKnownPrice(operation);
  }

  /**
   * Reads the price list, or joins the read in flight. If that fails, completes with the price of
   * {@link #lastKnownPrice} if there is one, and otherwise fails. Cancelling the future has no
   * effect on other callers.
   */
  CompletableFuture<Price> readAsync(Operation operation) {
    return readList(VALIDITY)
        .thenApply(read -> read.price(operation))
        .exceptionally(
            failure -> {
              Price old = lastKnownPrice(operation);
              if (old.usd() == null) throw (CompletionException) failure;
              return old;
            });
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * The price while the list cannot be read: from the last list, if it is younger than {@link
   * #MAX_AGE}. Otherwise it has no amount.
   */
  public Price lastKnownPrice(Operation operation) {
    PriceList last = youngerThan(MAX_AGE);
    return last == null ? UNPRICED : last.price(operation);
  }

  // --- reads ---

  private @Nullable PriceList youngerThan(Duration age) {
    PriceList last = lastList;
    return last == null || age(last.requestedAt()).compareTo(age) >= 0 ? null : last;
  }

  private Duration age(Moment requestedAt) {
    return time.moment().since(requestedAt);
  }

  /** Returns the last read if it is in flight or young enough, and otherwise starts a new one. */
  private CompletableFuture<PriceList> readList(Duration maxAge) {
    PriceRequest last = lastRequest.get();
    if (last != null) {
      boolean failed = last.response.isCompletedExceptionally();
      Duration validity = failed ? PAUSE_WHILE_FAILING : maxAge;
      boolean isUsable = !last.response.isDone() || age(last.requestedAt).compareTo(validity) < 0;
      if (isUsable) return last.response;
    }
    PriceRequest newRequest = new PriceRequest(time.moment(), new CompletableFuture<>());
    boolean isFirst = lastRequest.compareAndSet(last, newRequest);
    // Another thread may have sent a request at the same time.
    if (!isFirst) return Objects.requireNonNull(lastRequest.get()).response;
    send(newRequest);
    return newRequest.response;
  }

  private void send(PriceRequest request) {
    try {
      CompletableFuture<?> unused =
          fetch.get().whenComplete((pricing, failure) -> listReceived(request, pricing, failure));
    } catch (Throwable thrown) {
      request.response.completeExceptionally(thrown);
    }
  }

  private void listReceived(
      PriceRequest request, @Nullable Pricing pricing, @Nullable Throwable failure) {
    if (pricing == null) {
      request.response.completeExceptionally(Objects.requireNonNull(failure));
      return;
    }
    PriceList read = new PriceList(pricing, request.requestedAt);
    lastList = read;
    request.response.complete(read);
  }

  // --- for the application ---

  /**
   * The price that a call would use now, in USD; waits for the list if there is none.
   *
   * @throws IllegalStateException if the service's price list does not name the operation
   */
  public BigDecimal price(Operation operation) {
    Price cached = cachedPrice(Objects.requireNonNull(operation, "operation"));
    if (cached == null) cached = await(readAsync(operation));
    BigDecimal usd = cached.usd();
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

  /** Waits on a thread of the application, outside a call. Throws the failure of the read. */
  private Price await(CompletableFuture<Price> future) {
    Thread here = Thread.currentThread();
    CompletableFuture<?> unused = future.whenComplete((any, failed) -> LockSupport.unpark(here));
    AtomicBoolean interrupted = new AtomicBoolean();
    time.awaitOthers(
        TimeSource.FOREVER,
        () -> {
          if (Thread.interrupted()) interrupted.set(true);
          return future.isDone() || interrupted.get();
        });
    if (interrupted.get()) here.interrupt();
    if (!future.isDone()) {
      throw new FreightCancelledException(
          FailedCall.of(Operation.GET_PRICING), "the calling thread was interrupted");
    }
    try {
      return future.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException failure ? failure : failed;
    }
  }
}
