package io.freightsdk.server.view;

import java.time.Duration;
import java.time.Instant;

/**
 * The clock of a server, which tests read, advance and set. It is the time of statuses, expiries,
 * ledgers, the {@code Date} header and simulated trucks. By default, it starts at system time and
 * runs at normal speed. Thread-safe.
 */
public interface ServerClock {
  /** The server's current time. */
  Instant now();

  /**
   * Moves time forward. All due tasks (BOL timeouts, expiries, simulated trucks) run in the order
   * of their times before the call returns.
   *
   * @throws IllegalArgumentException if {@code duration} is negative; use {@link #set} to move
   *     backwards
   */
  void advance(Duration duration);

  /**
   * Sets the time. A later time has the effect of {@link #advance}. An earlier time undoes nothing
   * and runs no task, so that a drive recorded in January can be replayed in November.
   */
  void set(Instant instant);

  /** Returns a {@code java.time.Clock} view of this clock, in UTC. */
  java.time.Clock asClock();
}
