package io.freightsdk.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is moved. */
public final class MovableClock extends Clock {
  private volatile Instant now;

  /**
   * Starts years ago: a test that mixes it with the real clock fails on the day it is written, and
   * not some day later.
   */
  public MovableClock() {
    this(Instant.parse("2024-05-14T10:00:00Z"));
  }

  public MovableClock(Instant start) {
    now = start;
  }

  public void advance(Duration by) {
    now = now.plus(by);
  }

  /** Sets it, forward or back. */
  public void set(Instant now) {
    this.now = now;
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
