package io.freightsdk.server.domain.trip;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive fixes that agree on one side of a fence.
 *
 * @param stop index in the plan of the stop whose fence it is about
 * @param since the first fix of the streak
 * @param sharp whether one of them was sharp
 */
public record Streak(int stop, int fixes, Instant since, boolean sharp) {
  static Streak grow(@Nullable Streak streak, int stop, Instant time, boolean sharp) {
    return streak == null || streak.stop != stop
        ? new Streak(stop, 1, time, sharp)
        : new Streak(stop, streak.fixes + 1, streak.since, streak.sharp || sharp);
  }

  /** The same run, counted from {@code time} where it began before. */
  Streak notBefore(Instant time) {
    return since.isBefore(time) ? new Streak(stop, fixes, time, sharp) : this;
  }

  boolean provesArrival() {
    return sharp || fixes >= 2;
  }
}
