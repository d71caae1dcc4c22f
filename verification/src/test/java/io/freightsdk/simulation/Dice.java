package io.freightsdk.simulation;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Numbers that look random and are the same for the same seed (SplitMix64). One thread. */
final class Dice implements RandomGenerator {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private final long seed;

  /** Null for dice that do not look at the time. */
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

  /** Dice of their own for one thing, the same whatever else was thrown before. */
  static Dice of(long seed, long thing) {
    return new Dice(seed ^ (thing + 1) * 0xD1B54A32D192ED03L);
  }

  /**
   * The same at the same time, whatever was thrown before: leaving out what happened earlier
   * changes nothing about what happens now.
   */
  static Dice inTime(long seed, long thing, LongSupplier nanos) {
    return new Dice(of(seed, thing).seed, nanos);
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

  boolean percent(int chance) {
    return below(100) < chance;
  }

  /** Nanoseconds of so many milliseconds at most, short ones more often. */
  long upToMillis(int most) {
    return (nextLong() >>> 1) % (1_000_000L * (1 + below(most)));
  }

  @SafeVarargs
  final <T> T pick(T... of) {
    return of[below(of.length)];
  }
}
