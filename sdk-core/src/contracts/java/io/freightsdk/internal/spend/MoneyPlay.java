package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.MovableClock;
import io.freightsdk.testing.SharedBooksInMemory;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Plays random commands against the naive service, in one process and in processes that share. */
final class MoneyPlay {
  /** Calls that contradict what was settled are told at ERROR, and here they do it all the time. */
  private static final Logger LOG = Logger.getLogger("io.freightsdk.internal.spend");

  private MoneyPlay() {}

  /** What became of the first world that broke a promise; null if none of so many did. */
  static @Nullable String play(long firstSeed, long worlds) {
    LOG.setLevel(Level.OFF);
    try {
      for (long seed = firstSeed; seed < firstSeed + worlds; seed++) {
        try {
          MoneyCommands.play(world(seed), new Random(seed));
        } catch (Throwable broken) {
          return "seed " + seed + ": " + broken;
        }
      }
      return null;
    } finally {
      LOG.setLevel(null);
    }
  }

  private static SpendWorld world(long seed) {
    MovableClock clock = new MovableClock();
    if (seed % 2 == 0) return new SpendWorld(SpendStore.inMemory(), clock, null);
    MovableClock ofStore = new MovableClock();
    return new SpendWorld(new SharedBooksInMemory(ofStore), clock, ofStore);
  }
}
