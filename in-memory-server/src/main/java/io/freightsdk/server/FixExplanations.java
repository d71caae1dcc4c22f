package io.freightsdk.server;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.FixExplanation.FenceDistance;
import io.freightsdk.server.FixExplanation.FixStreak;
import io.freightsdk.server.domain.trip.Explanation;
import io.freightsdk.server.domain.trip.Streak;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes explanations of what the domain decided. */
final class FixExplanations {
  private FixExplanations() {}

  static FixExplanation of(Explanation decided) {
    return new FixExplanation(
        decided.fix(),
        decided.refusal() == null ? null : decided.refusal().code(),
        decided.quality().name(),
        fences(decided),
        streak(decided),
        LoadStatus.of(decided.before().name()),
        LoadStatus.of(decided.after().name()),
        decided.events());
  }

  private static List<FenceDistance> fences(Explanation decided) {
    return decided.fences().stream()
        .map(
            fence ->
                new FenceDistance(
                    fence.sequence(),
                    fence.distanceMeters(),
                    fence.side() == null ? "OUTSIDE" : fence.side().name()))
        .toList();
  }

  private static @Nullable FixStreak streak(Explanation decided) {
    if (decided.ahead() != null) return streak("ahead", decided.ahead());
    if (decided.outside() != null) return streak("outside", decided.outside());
    return decided.inside() == null ? null : streak("inside", decided.inside());
  }

  private static FixStreak streak(String kind, Streak streak) {
    return new FixStreak(kind, streak.stop() + 1, streak.fixes(), streak.since());
  }
}
