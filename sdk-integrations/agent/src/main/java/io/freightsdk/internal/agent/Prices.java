package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Live prices as the client knows them, and the last known ones for texts that must not wait. */
final class Prices {
  private final FreightClient client;
  private final Map<Operation, BigDecimal> seen = new ConcurrentHashMap<>();

  Prices(FreightClient client) {
    this.client = client;
  }

  /** The price of a call made now, in USD. */
  BigDecimal live(Operation operation) {
    try {
      BigDecimal priceUsd = client.price(operation);
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
    CompletableFuture<?> read = client.async().getPricing().thenAccept(this::read);
    try {
      read.get(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The text refers to get_prices instead.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The price list was read. */
  void read(Pricing list) {
    for (Operation paid : ToolFactory.PAID) {
      BigDecimal priceUsd = list.prices().get(paid.priceKey());
      if (priceUsd != null && priceUsd.signum() >= 0) seen.put(paid, priceUsd);
    }
  }
}
