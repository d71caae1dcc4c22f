package io.freightsdk.server.journal;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waiting on a log, with a failure that says what did arrive. */
final class Awaiting {
  private Awaiting() {}

  static <T> T found(
      BoundedLog<T> log,
      Predicate<T> matcher,
      Duration timeout,
      String what,
      Supplier<String> seen) {
    @Nullable T entry;
    try {
      entry = log.await(matcher, timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a matching " + what, e);
    }
    if (entry != null) return entry;
    throw new AssertionError(
        "no matching " + what + " within " + timeout.toMillis() + " ms; " + seen.get());
  }
}
