package io.freightsdk.server.fault.plan;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Decides which of the calls a rule matches are struck. Safe for use by several threads. */
interface Trigger {
  /** Counts one matching call; true when it is struck. */
  boolean fires();

  /** True when this trigger can never fire again. */
  boolean spent();

  /** Every call. */
  static Trigger always() {
    return window(1, Long.MAX_VALUE);
  }

  /** The calls from {@code first} on, counted from 1, {@code times} of them. */
  static Trigger window(long first, long times) {
    AtomicLong seen = new AtomicLong();
    return new Trigger() {
      @Override
      public boolean fires() {
        long call = seen.incrementAndGet();
        return call >= first && call - first < times;
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
      public boolean spent() {
        return false;
      }
    };
  }
}
