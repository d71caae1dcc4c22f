package io.freightsdk.server.view;

import java.time.Duration;
import java.time.Instant;

/**
 * The server's only clock: statuses, expiries, ledgers, the {@code Date} header and simulated
 * trucks use it. By default it starts at system time and runs at normal speed. Safe for use by
 * several threads.
 */
public interface ServerClock {
  /** The server's current time. */
  Instant now();

  /**
   * Moves time forward. Everything that becomes due (BOL timeouts, expiries, simulated trucks) runs
   * in the order of its time; the call returns when all of it is done.
   *
   * @throws IllegalArgumentException when {@code duration} is negative; {@link #set} goes backwards
   */
  void advance(Duration duration);

  /**
   * Sets the time. A later time acts as {@link #advance}. An earlier time undoes nothing and runs
   * nothing, so that a drive recorded in January can be replayed in November.
   */
  void set(Instant instant);

  /** A {@code java.time.Clock} view of this clock, in UTC. */
  java.time.Clock asClock();
}
