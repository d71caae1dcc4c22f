package io.freightsdk.internal.reads;

import io.freightsdk.FreightResponse;
import io.freightsdk.internal.call.CallPlan;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.watch.PositionReading;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Where a read that this process does not have comes from: the wire, or another process. */
@FunctionalInterface
interface PositionSource {
  /**
   * What came.
   *
   * @param readAt when the read that brought it was started, here or elsewhere
   */
  record Arrival(FreightResponse<LoadPosition> response, Instant readAt) {
    PositionReading reading() {
      return new PositionReading(response.value(), readAt);
    }
  }

  CompletableFuture<Arrival> read(
      CallPlan plan, Supplier<CompletableFuture<FreightResponse<LoadPosition>>> send);

  /** The wire, always. Ending the future ends the call. */
  static PositionSource wire(Clock clock) {
    return (plan, send) -> {
      Instant startedAt = clock.instant();
      return new Relay<>(send.get(), response -> new Arrival(response, startedAt));
    };
  }
}
