package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Live prices of the client's price book, and the last known ones for texts that must not wait. */
final class Prices {
  // Long enough that the calls of one turn share a free read, short enough that a changed price is
  // noticed.
  private static final Duration MAX_AGE = Duration.ofSeconds(5);

  private final FreightClient client;
  private final Map<Operation, BigDecimal> seen = new ConcurrentHashMap<>();

  Prices(FreightClient client) {
    this.client = client;
  }

  /** The price of a call made now, in USD, at most 5 s old. */
  BigDecimal live(Operation operation) {
    return read(operation, MAX_AGE);
  }

  /** The model has seen this price: if the price book has another one, it is read again. */
  void shown(Operation operation, BigDecimal priceUsd) {
    try {
      BigDecimal book = client.quote(operation, 1).totalUsd();
      if (book.compareTo(priceUsd) != 0) read(operation, Duration.ZERO);
    } catch (FreightException | IllegalStateException | Refusal e) {
      // No price can be read: the next paid call reads it, or is refused.
    }
  }

  private BigDecimal read(Operation operation, Duration maxAge) {
    try {
      BigDecimal priceUsd = client.prices().quote(operation, 1, maxAge).totalUsd();
      seen.put(operation, priceUsd);
      return priceUsd;
    } catch (FreightException e) {
      throw Failures.of(
          PriceUnavailableException.unpriced(
              FailureFacts.refused(operation, NextStep.RETRY_LATER, null), e));
    } catch (IllegalStateException unnamed) {
      throw Failures.priceUnknown();
    }
  }

  /** The price as it was last read; null before the first time. */
  @Nullable BigDecimal lastSeen(Operation operation) {
    return seen.get(operation);
  }

  /**
   * Reads the prices for the texts and waits for them at most this long; prices that arrive later
   * are shown from then on.
   */
  void expect(Duration within) {
    CompletableFuture<?>[] reads =
        ToolFactory.PAID.stream()
            .map(
                paid ->
                    client
                        .prices()
                        .quoteAsync(paid, 1)
                        .thenAccept(quote -> seen.putIfAbsent(paid, quote.totalUsd())))
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(reads).get(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The text refers to get_pricing instead.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
