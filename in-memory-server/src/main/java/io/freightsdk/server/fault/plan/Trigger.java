package io.freightsdk.server.fault.plan;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Decides which of the calls a rule matches are struck. Safe for use by several threads. */
interface Trigger {
  /** Counts one matching call; true when it is struck. */
  boolean fires();

  /** Is told of a matching call that an earlier rule has struck. */
  void passOver();

  /** True when this trigger can never fire again. */
  boolean spent();

  /** Every call. */
  static Trigger always() {
    return times(Long.MAX_VALUE);
  }

  /** So many calls, not counting those that another rule strikes. */
  static Trigger times(long times) {
    return counting(1, times, false);
  }

  /** One call, counted from 1 over all that match, whatever strikes the others. */
  static Trigger nth(long n) {
    return counting(n, 1, true);
  }

  private static Trigger counting(long first, long times, boolean countsPassed) {
    AtomicLong seen = new AtomicLong();
    return new Trigger() {
      @Override
      public boolean fires() {
        long call = seen.incrementAndGet();
        return call >= first && call - first < times;
      }

      @Override
      public void passOver() {
        if (countsPassed) seen.incrementAndGet();
      }

      @Override
      public boolean spent() {
        return seen.get() - first + 1 >= times;
      }
    };
  }

  /** Each call by chance; the same seed strikes the same calls. */
  static Trigger chance(double probability, long seed) {
    Random random = new Random(seed);
    return new Trigger() {
      @Override
      public boolean fires() {
        return random.nextDouble() < probability;
      }

      @Override
      public void passOver() {
        random.nextDouble();
      }

      @Override
      public boolean spent() {
        return false;
      }
    };
  }
}
