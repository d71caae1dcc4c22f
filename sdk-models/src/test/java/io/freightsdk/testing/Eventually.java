package io.freightsdk.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits until a condition holds, with a bound. */
public final class Eventually {
  /** Far longer than a slow machine needs. */
  public static final Duration BOUND = Duration.ofMinutes(2);

  private static final long MIN_PAUSE_NANOS = 1_000_000;
  private static final long MAX_PAUSE_NANOS = 20_000_000;

  private Eventually() {}

  /** A condition that another thread or process fulfils. */
  public interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Returns as soon as the condition holds. If it never does, fails with the text of {@code seen}.
   */
  public static void until(Condition condition, Supplier<String> seen) {
    long end = System.nanoTime() + BOUND.toNanos();
    long pause = MIN_PAUSE_NANOS;
    while (!holds(condition)) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + BOUND.toSeconds() + " s: " + seen.get());
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
    }
  }

  /** Calls {@code look} until its value is expected, and returns it. Fails with the last value. */
  public static <T> T until(Callable<T> look, Predicate<? super T> expected) {
    AtomicReference<T> last = new AtomicReference<>();
    until(
        () -> {
          last.set(look.call());
          return expected.test(last.get());
        },
        () -> "seen last: " + last);
    return last.get();
  }

  private static boolean holds(Condition condition) {
    try {
      return condition.holds();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
