package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
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
  void expect(Duration within, Timer timer) {
    CompletableFuture<?> read = client.async().getPricing().thenAccept(this::read);
    Thread here = Thread.currentThread();
    CompletableFuture<?> unused = read.whenComplete((done, failed) -> LockSupport.unpark(here));
    // If it fails or takes longer, the text refers to get_prices instead.
    timer.await(within, () -> read.isDone() || here.isInterrupted());
  }

  /** The price list was read. */
  void read(Pricing list) {
    for (Operation paid : ToolFactory.PAID) {
      BigDecimal priceUsd = list.prices().get(paid.priceKey());
      if (priceUsd != null && priceUsd.signum() >= 0) seen.put(paid, priceUsd);
    }
  }
}
