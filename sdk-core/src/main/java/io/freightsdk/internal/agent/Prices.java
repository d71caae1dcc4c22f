package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Live prices of the client's price book, and the last one seen for texts that must not wait. */
final class Prices {
  private final FreightClient client;
  private final Map<Operation, BigDecimal> seen = new ConcurrentHashMap<>();

  Prices(FreightClient client) {
    this.client = client;
  }

  /** The price of a call made now, in USD. */
  BigDecimal live(Operation operation) {
    try {
      BigDecimal priceUsd = client.quote(operation, 1).totalUsd();
      seen.put(operation, priceUsd);
      return priceUsd;
    } catch (FreightException | IllegalStateException e) {
      throw Refusal.of("PRICE_UNKNOWN", Retry.AFTER_DELAY)
          .because(
              "The live price could not be read, so the call was not sent.",
              "Try once more in a minute, then tell the user.");
    }
  }

  /** The price as it was last read; null before the first time. */
  @Nullable BigDecimal lastSeen(Operation operation) {
    return seen.get(operation);
  }

  /** Reads a price for the texts; that it cannot be read now is no reason to fail. */
  void warm(Operation operation) {
    try {
      live(operation);
    } catch (Refusal e) {
      // The text says where the price is to be found instead.
    }
  }
}
