package io.freightsdk.benchmark;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The machine's clock, or another time. */
final class PastClock extends Clock {
  private volatile @Nullable Instant past;

  /** Stands still at a time; null to go on with the machine. */
  void set(@Nullable Instant time) {
    past = time;
  }

  @Override
  public Instant instant() {
    Instant set = past;
    return set == null ? Instant.now() : set;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException();
  }
}
