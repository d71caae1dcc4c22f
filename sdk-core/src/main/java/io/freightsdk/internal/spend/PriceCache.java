package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.PriceChange;
import io.freightsdk.spend.PriceQuote;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The price book of one client. Asks the service only when somebody asks it. */
public final class PriceCache implements PriceBook {
  private static final System.Logger LOG = System.getLogger(PriceCache.class.getName());

  /** After a failure the last known price stands this long before the service is asked again. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);

  private final Supplier<CompletableFuture<Pricing>> fetch;
  private final Clock clock;
  private final Duration life;
  private final Duration refreshAfter;
  private final List<Consumer<PriceChange>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicReference<@Nullable CompletableFuture<PriceList>> underWay =
      new AtomicReference<>();
  private volatile @Nullable CompletableFuture<PriceList> known;
  private volatile Instant quietUntil = Instant.MIN;

  /**
   * @param fetch reads the price list once, without blocking
   * @param life how long a price is good
   */
  public PriceCache(Supplier<CompletableFuture<Pricing>> fetch, Clock clock, Duration life) {
    this.fetch = fetch;
    this.clock = clock;
    this.life = life;
    this.refreshAfter = life.multipliedBy(4).dividedBy(5);
  }

  /** The prices to go by: complete at once while they are good, or while a failure is recent. */
  CompletableFuture<PriceList> current() {
    CompletableFuture<PriceList> last = known;
    if (last == null) return copyOf(refresh());

    Instant now = clock.instant();
    Duration age = last.join().age(now);
    boolean fresh = age.compareTo(refreshAfter) < 0;
    boolean quiet = now.isBefore(quietUntil);
    if (fresh || quiet) return last;

    CompletableFuture<PriceList> refreshed = refresh();
    boolean stillGood = age.compareTo(life) < 0;
    return stillGood ? last : refreshed.exceptionallyCompose(failure -> last);
  }

  /** The price last heard, without asking; null if none was. */
  @Nullable BigDecimal lastKnown(Operation operation) {
    CompletableFuture<PriceList> last = known;
    return last == null ? null : last.join().price(operation);
  }

  /** The service stated this price in passing; a difference makes the book read the whole list. */
  void heard(Operation operation, BigDecimal priceUsd) {
    BigDecimal last = lastKnown(operation);
    if (last != null && last.compareTo(priceUsd) != 0) {
      CompletableFuture<PriceList> unused = refresh();
    }
  }

  private CompletableFuture<PriceList> refresh() {
    CompletableFuture<PriceList> promise = new CompletableFuture<>();
    CompletableFuture<PriceList> shared = underWay.compareAndExchange(null, promise);
    if (shared != null) return shared;

    CompletableFuture<Pricing> unused =
        ask().whenComplete((pricing, failure) -> finish(promise, pricing, failure));
    return promise;
  }

  private CompletableFuture<Pricing> ask() {
    try {
      return fetch.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void finish(
      CompletableFuture<PriceList> promise,
      @Nullable Pricing pricing,
      @Nullable Throwable failure) {
    Instant now = clock.instant();
    CompletableFuture<PriceList> before = known;
    if (pricing == null) {
      quietUntil = now.plus(PAUSE_AFTER_FAILURE);
      underWay.set(null);
      promise.completeExceptionally(failure == null ? new NullPointerException() : failure);
      return;
    }
    PriceList list = new PriceList(pricing.prices(), now);
    known = CompletableFuture.completedFuture(list);
    quietUntil = Instant.MIN;
    underWay.set(null);
    promise.complete(list);
    if (before != null) before.join().changesTo(list).forEach(this::tell);
  }

  private void tell(PriceChange change) {
    for (Consumer<PriceChange> listener : listeners) {
      try {
        listener.accept(change);
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "a listener of price changes failed", e);
      }
    }
  }

  @Override
  public PriceQuote quote(Operation operation, int count) {
    return Waiting.on(quoteAsync(operation, count), Operation.GET_PRICING);
  }

  @Override
  public CompletableFuture<PriceQuote> quoteAsync(Operation operation, int count) {
    if (count < 0) throw new IllegalArgumentException("count: expected 0 or more, got " + count);
    return current().thenApply(list -> list.quote(operation, count, clock.instant()));
  }

  @Override
  public Runnable onChange(Consumer<PriceChange> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Cancelling a copy leaves the original to the others. */
  private static CompletableFuture<PriceList> copyOf(CompletableFuture<PriceList> shared) {
    return shared.thenApply(list -> list);
  }
}
