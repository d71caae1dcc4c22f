package io.freightsdk.internal.environment;

import java.time.Clock;
import java.time.Instant;

/**
 * The time of the machine, whatever an application's clock says: for requests on sockets, for a
 * guard that keeps its caller waiting, for {@code close()}.
 */
public interface MachineTime {
  /** The machine on which this runs. */
  MachineTime SYSTEM =
      new MachineTime() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public Instant now() {
          return Instant.now();
        }
      };

  /** The clock of a client that was given none. */
  Clock UTC = Clock.systemUTC();

  /** A monotonic clock with an arbitrary start. */
  long nanos();

  /** The time of day, which may be set back. */
  Instant now();
}
