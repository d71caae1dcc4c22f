package io.freightsdk.internal.money;

import io.freightsdk.internal.call.Spending.Price;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.concurrent.SingleFlight;
import io.freightsdk.internal.spend.Waiting;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.PriceQuote;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The price book of one client. It reads the price list only when a price is needed, with one
 * request for all concurrent callers. A price is valid for its life; when it is used shortly before
 * its end, it is read again in the background.
 */
public final class PriceCache implements PriceBook {
  private static final System.Logger LOG = System.getLogger(PriceCache.class.getName());

  /** How long after a failure the price list is not read again. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);

  private record Failed(Throwable reason, Instant at, long nanos) {}

  private final Supplier<CompletableFuture<Pricing>> fetch;
  private final Clock clock;
  private final LongSupplier nanoTime;
  private final Duration life;
  private final Duration refreshAfter;
  private final SingleFlight<Operation, PriceList> reading;
  private final List<Consumer<PriceBook.Change>> listeners = new CopyOnWriteArrayList<>();
  private volatile @Nullable PriceList list;
  private volatile @Nullable Failed failed;

  /**
   * @param fetch reads the price list once, without blocking
   * @param nanoTime a monotonic clock, so that a clock that was set back does not extend the life
   *     of a price
   * @param life how long a price is valid
   * @param threads where callers that wait for a reading continue
   */
  public PriceCache(
      Supplier<CompletableFuture<Pricing>> fetch,
      Clock clock,
      LongSupplier nanoTime,
      Duration life,
      Executor threads) {
    this.fetch = fetch;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.life = life;
    this.refreshAfter = life.multipliedBy(4).dividedBy(5);
    this.reading = new SingleFlight<>(threads);
  }

  /** The price while it is valid; null when it must be read. */
  @Nullable Price known(Operation operation) {
    PriceList last = list;
    if (last == null) return null;
    Duration age = age(last);
    if (age.compareTo(life) >= 0) return null;
    if (age.compareTo(refreshAfter) >= 0) refreshSoon();
    return new Price(last.price(operation), last.asOf());
  }

  /** Reads the price list, or joins a running read. Fails at once shortly after a failure. */
  CompletableFuture<Price> learn(Operation operation) {
    return new LinkedFuture<>(read(), read -> new Price(read.price(operation), read.asOf()));
  }

  /** The last known price, however old, without a request; null if none is known. */
  @Nullable BigDecimal lastKnown(Operation operation) {
    PriceList last = list;
    return last == null ? null : last.price(operation);
  }

  /**
   * The service stated this price in another answer: it is used at once, and the list is read
   * again.
   */
  void heard(Operation operation, BigDecimal priceUsd) {
    PriceList last = list;
    BigDecimal before = last == null ? null : last.price(operation);
    if (last == null || before == null || before.compareTo(priceUsd) == 0) return;
    take(last, last.with(operation, priceUsd));
    CompletableFuture<PriceList> unused = start();
  }

  private CompletableFuture<PriceList> read() {
    Failed recent = recentFailure();
    return recent != null ? CompletableFuture.failedFuture(recent.reason) : start();
  }

  /**
   * The last failure, if it is so recent by both clocks that the price list is not read again yet.
   */
  private @Nullable Failed recentFailure() {
    Failed last = failed;
    if (last == null) return null;
    Duration age = older(Duration.between(last.at, clock.instant()).abs(), last.nanos);
    return age.compareTo(PAUSE_AFTER_FAILURE) < 0 ? last : null;
  }

  private Duration age(PriceList list) {
    return older(Duration.between(list.asOf(), clock.instant()), list.readNanos());
  }

  /** The greater age by both clocks, so that a clock that was set back makes nothing younger. */
  private Duration older(Duration byClock, long sinceNanos) {
    Duration byNanos = Duration.ofNanos(nanoTime.getAsLong() - sinceNanos);
    return byClock.compareTo(byNanos) > 0 ? byClock : byNanos;
  }

  private void refreshSoon() {
    if (recentFailure() == null && reading.size() == 0) {
      CompletableFuture<PriceList> unused = start();
    }
  }

  private CompletableFuture<PriceList> start() {
    // There is one list for all operations, so any operation can be its key.
    return reading.join(
        Operation.GET_PRICING,
        () -> {
          PriceList before = list;
          return new LinkedFuture<>(
              fetch.get().whenComplete(this::note), pricing -> taken(before, pricing));
        },
        failure -> false);
  }

  private void note(@Nullable Pricing read, @Nullable Throwable thrown) {
    failed =
        thrown == null
            ? null
            : new Failed(LinkedFuture.causeOf(thrown), clock.instant(), nanoTime.getAsLong());
  }

  /**
   * @param before the list when this one was asked for
   */
  private PriceList taken(@Nullable PriceList before, Pricing pricing) {
    PriceList last = list;
    PriceList read = new PriceList(pricing.prices(), clock.instant(), nanoTime.getAsLong());
    PriceList now = before == null || last == null ? read : read.with(before.changesTo(last));
    take(last, now);
    return now;
  }

  private void take(@Nullable PriceList before, PriceList now) {
    list = now;
    if (before != null) before.changesTo(now).forEach(this::tell);
  }

  private void tell(PriceBook.Change change) {
    for (Consumer<PriceBook.Change> listener : listeners) {
      try {
        listener.accept(change);
      } catch (Throwable e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "a listener of price changes threw an exception; the others are called",
            e);
      }
    }
  }

  @Override
  public PriceQuote quote(Operation operation, int count) {
    return Waiting.on(quoteAsync(operation, count), Operation.GET_PRICING);
  }

  @Override
  public PriceQuote quote(Operation operation, int count, Duration maxAge) {
    requireCount(count);
    PriceList last = list;
    if (last != null && age(last).compareTo(maxAge) < 0) {
      return last.quote(operation, count, age(last));
    }
    return Waiting.on(
        new LinkedFuture<>(read(), found -> found.quote(operation, count, age(found))),
        Operation.GET_PRICING);
  }

  private static void requireCount(int count) {
    if (count < 0) throw new IllegalArgumentException("count: expected 0 or more, got " + count);
  }

  @Override
  public CompletableFuture<PriceQuote> quoteAsync(Operation operation, int count) {
    try {
      return quoted(operation, count);
    } catch (Throwable refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  private CompletableFuture<PriceQuote> quoted(Operation operation, int count) {
    requireCount(count);
    boolean stands = known(operation) != null;
    PriceList last = list;
    if (stands && last != null) {
      return CompletableFuture.completedFuture(last.quote(operation, count, age(last)));
    }
    // A quote spends nothing: an old price with its age is better than none.
    CompletableFuture<PriceList> read = read();
    CompletableFuture<PriceList> best = last == null ? read : read.exceptionally(failure -> last);
    return new LinkedFuture<>(best, found -> found.quote(operation, count, age(found)));
  }

  @Override
  public Runnable onChange(Consumer<PriceBook.Change> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }
}
