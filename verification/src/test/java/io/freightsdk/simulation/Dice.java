package io.freightsdk.simulation;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A pseudorandom generator (SplitMix64), for use by one thread. */
final class Dice implements RandomGenerator {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private final long seed;

  /** The time of the world; null for a sequence that does not depend on it. */
  private final @Nullable LongSupplier nanos;

  private long state;
  private long at = -1;

  Dice(long seed) {
    this(seed, null);
  }

  private Dice(long seed, @Nullable LongSupplier nanos) {
    this.seed = seed;
    this.nanos = nanos;
    this.state = seed;
  }

  /** An independent sequence for one purpose. */
  static Dice of(long seed, long purpose) {
    return new Dice(seed ^ (purpose + 1) * 0xD1B54A32D192ED03L);
  }

  /**
   * A sequence that depends on the time only, not on earlier numbers. So the removal of earlier
   * actions does not change it.
   */
  static Dice timeDependent(long seed, long purpose, LongSupplier nanos) {
    return new Dice(of(seed, purpose).seed, nanos);
  }

  @Override
  public long nextLong() {
    if (nanos != null && nanos.getAsLong() != at) {
      at = nanos.getAsLong();
      state = of(seed, at).seed;
    }
    long z = state += GAMMA;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  int below(int bound) {
    return (int) ((nextLong() >>> 1) % bound);
  }

  boolean chance(int percent) {
    return below(100) < percent;
  }

  /** A random number of nanoseconds, up to these milliseconds. Short ones are more frequent. */
  long nanosUpToMillis(int maxMillis) {
    return (nextLong() >>> 1) % (1_000_000L * (1 + below(maxMillis)));
  }

  @SafeVarargs
  final <T> T pick(T... values) {
    return values[below(values.length)];
  }
}
