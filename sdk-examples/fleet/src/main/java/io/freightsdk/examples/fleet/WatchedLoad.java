package io.freightsdk.examples.fleet;

import io.freightsdk.reads.PositionReading;
import org.jspecify.annotations.Nullable;

/**
 * What one watch needs to continue on any machine.
 *
 * @param latest the last reading; null before the first
 * @param paidReads reads that were charged, or may have been
 * @param failuresInARow failed reads since the last that succeeded
 */
record WatchedLoad(@Nullable PositionReading latest, int paidReads, int failuresInARow) {
  static final WatchedLoad NEW = new WatchedLoad(null, 0, 0);

  WatchedLoad read(PositionReading reading, boolean paid) {
    return new WatchedLoad(reading, paid ? paidReads + 1 : paidReads, 0);
  }

  WatchedLoad failed(boolean maybePaid) {
    return new WatchedLoad(latest, maybePaid ? paidReads + 1 : paidReads, failuresInARow + 1);
  }
}
