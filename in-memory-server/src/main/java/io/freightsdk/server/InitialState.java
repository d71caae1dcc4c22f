package io.freightsdk.server;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clock, time scale, prices and brokers of a server after its start and after each reset.
 * Immutable.
 *
 * @param clockStart null for system time
 * @param prices the prices in USD that differ from the published prices, by operation key
 */
record InitialState(
    @Nullable Instant clockStart,
    double timeScale,
    Map<String, BigDecimal> prices,
    List<BrokerSettings> brokers) {
  InitialState {
    prices = Map.copyOf(prices);
    brokers = List.copyOf(brokers);
  }

  Instant time() {
    return clockStart == null ? Instant.now() : clockStart;
  }
}
