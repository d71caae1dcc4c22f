package io.freightsdk.testing;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Timeouts in real time. On a busy machine a short one may end before the request starts, or end a
 * request that should succeed. A fault of the client also appears with a long one.
 */
public final class ShortTimeouts {
  private static final Duration MAX = Duration.ofSeconds(16);

  /** From a timeout for idle machines to the decisive timeout. */
  public static final List<Duration> ALL =
      List.of(Duration.ofMillis(250), Duration.ofSeconds(2), MAX);

  private ShortTimeouts() {}

  /** Repeats the check with longer timeouts until it passes. The longest decides. */
  public static void check(Consumer<Duration> whatHolds) {
    for (Duration time : ALL.subList(0, ALL.size() - 1)) {
      try {
        whatHolds.accept(time);
        return;
      } catch (AssertionError | RuntimeException mayBeBusy) {
        // The next one is longer.
      }
    }
    whatHolds.accept(MAX);
  }
}
