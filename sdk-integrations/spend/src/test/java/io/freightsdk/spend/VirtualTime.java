package io.freightsdk.spend;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Time that passes only when a test says so. */
public final class VirtualTime extends Clock {
  private volatile Instant now;

  public VirtualTime(Instant start) {
    this.now = start;
  }

  public VirtualTime() {
    this(Instant.parse("2026-11-20T09:00:00Z"));
  }

  public void advance(Duration time) {
    set(instant().plus(time));
  }

  public void set(Instant then) {
    now = then;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
