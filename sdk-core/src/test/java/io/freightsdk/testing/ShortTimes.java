package io.freightsdk.testing;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Time-outs of real time that a test waits for. On a busy machine a short one may be up before what
 * it is to end has begun, or end what is not to be ended; what is wrong in the client is wrong with
 * a long one too.
 */
public final class ShortTimes {
  private static final Duration LONGEST = Duration.ofSeconds(16);

  /** From the one that an idle machine keeps to the one that decides. */
  public static final List<Duration> ALL =
      List.of(Duration.ofMillis(250), Duration.ofSeconds(2), LONGEST);

  private ShortTimes() {}

  /** Checks with the shortest time that does; the longest has the last word. */
  public static void check(Consumer<Duration> whatHolds) {
    for (Duration time : ALL.subList(0, ALL.size() - 1)) {
      try {
        whatHolds.accept(time);
        return;
      } catch (AssertionError | RuntimeException mayBeBusy) {
        // The next one is longer.
      }
    }
    whatHolds.accept(LONGEST);
  }
}
