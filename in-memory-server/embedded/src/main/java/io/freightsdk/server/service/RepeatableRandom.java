package io.freightsdk.server.service;

import java.util.Random;

/**
 * The numbers of {@link Random} for a seed, with a state that can be saved: what goes on from it
 * draws the same. Safe for use by several threads.
 */
public final class RepeatableRandom extends Random {
  private static final long serialVersionUID = 1L;
  private static final long MULTIPLIER = 0x5DEECE66DL;
  private static final long MASK = (1L << 48) - 1;

  private long state;

  private RepeatableRandom(long state) {
    super(0);
    this.state = state;
  }

  /** The first numbers are those of {@code new Random(seed)}. */
  public static RepeatableRandom seeded(long seed) {
    return new RepeatableRandom((seed ^ MULTIPLIER) & MASK);
  }

  /** Goes on from a saved state. */
  public static RepeatableRandom from(long state) {
    return new RepeatableRandom(state);
  }

  /** What goes on as this one would; this one itself if what it draws cannot be repeated. */
  public static Random copyOf(Random random) {
    return random instanceof RepeatableRandom known ? from(known.state()) : random;
  }

  public synchronized long state() {
    return state;
  }

  @Override
  protected synchronized int next(int bits) {
    state = (state * MULTIPLIER + 0xBL) & MASK;
    return (int) (state >>> (48 - bits));
  }
}
