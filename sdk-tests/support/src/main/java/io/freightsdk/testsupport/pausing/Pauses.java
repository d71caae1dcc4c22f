package io.freightsdk.testsupport.pausing;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Where threads pause. The seed decides which visit of a place is a long one; which thread that is,
 * the machine decides.
 *
 * <ul>
 *   <li>{@code freight.pauses.seed}: of the dice; 1
 *   <li>{@code freight.pauses.chance}: one visit in so many pauses; 4000
 *   <li>{@code freight.pauses.millis}: the longest pause; 15
 *   <li>{@code freight.pauses.most}: how many pauses a test has; 200
 *   <li>{@code freight.pauses.at}: a method, such as {@code PriceCache.known}, that always pauses,
 *       and no other does
 * </ul>
 */
public final class Pauses {
  /** The one method that pauses; empty if all may. */
  static final String AT = System.getProperty("freight.pauses.at", "");

  private static final int CHANCE = Integer.getInteger("freight.pauses.chance", 4_000);
  private static final int MILLIS = Integer.getInteger("freight.pauses.millis", 15);
  private static final AtomicLong VISITS = new AtomicLong();
  private static final int MOST = Integer.getInteger("freight.pauses.most", 200);
  private static final AtomicLong OF_TEST = new AtomicLong();
  private static final AtomicLong MADE = new AtomicLong();
  private static volatile long seed = Long.getLong("freight.pauses.seed", 1);

  private Pauses() {}

  static long seed() {
    return seed;
  }

  /** From here on with this seed, as if nothing had paused yet. */
  static void begin(long nextSeed) {
    seed = nextSeed;
    VISITS.set(0);
    MADE.set(0);
  }

  /** A test that does much would pause for minutes. */
  static void beginTest() {
    OF_TEST.set(0);
  }

  /** How many pauses there were. */
  static long made() {
    return MADE.get();
  }

  /** Called by what the agent has instrumented. */
  public static void here() {
    long dice = mixed(seed + VISITS.incrementAndGet() * 0x9E3779B97F4A7C15L);
    if (AT.isEmpty() && Long.remainderUnsigned(dice, CHANCE) != 0) return;
    if (OF_TEST.incrementAndGet() > MOST) return;
    MADE.incrementAndGet();
    try {
      // Not parkNanos: it takes the permit of an unpark that is meant for the code.
      Thread.sleep(1 + Long.remainderUnsigned(dice >>> 32, MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long mixed(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
