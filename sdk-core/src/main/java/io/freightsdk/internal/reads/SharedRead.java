package io.freightsdk.internal.reads;

import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.watch.PositionReading;
import java.time.Duration;
import java.util.Map;

/** The answer to a caller whom a read of somebody else served: no attempt, no charge. */
final class SharedRead {
  private SharedRead() {}

  static FreightResponse<LoadPosition> of(PositionReading reading) {
    return new FreightResponse<>(
        reading.position(), 200, Map.of(), 0, Charge.NONE, Duration.ZERO, null);
  }

  static FreightResponse<LoadPosition> of(FreightResponse<LoadPosition> paid) {
    return new FreightResponse<>(
        paid.value(), paid.status(), paid.headers(), 0, Charge.NONE, Duration.ZERO, null);
  }
}
