package io.freightsdk.internal.environment;

import java.time.Clock;
import java.time.Instant;

/**
 * The time that passes while others work, whatever a caller's clock says: for requests on sockets,
 * for a guard that keeps its caller waiting, for {@code close()}.
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

  /** The clock of the machine, where a caller has given none. */
  Clock UTC = Clock.systemUTC();

  /** Runs only forward; its start means nothing. */
  long nanos();

  /** The time of day, which somebody may set. */
  Instant now();
}
