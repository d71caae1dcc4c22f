package io.freightsdk.server.domain.trip;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.Fence.Side;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.domain.trip.Visits.Streak;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.FixExplanation.FenceDistance;
import io.freightsdk.server.view.FixExplanation.FixStreak;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains in words what one fix did to a trip, and why. */
final class Explanations {
  private Explanations() {}

  static FixExplanation refused(Progress progress, Fix fix, PingRefusal reason) {
    List<String> events = List.of("refused: " + reason.code());
    return explain(progress, fix, reason.code(), progress, events);
  }

  static FixExplanation kept(Progress before, @Nullable Silence silence, Fix fix, Progress after) {
    List<String> events = new ArrayList<>();
    tellUnseen(events, before, silence, fix, after);
    tellEvents(events, before, after);
    tellWhyNotMissed(events, fix, after);
    return explain(before, fix, null, after, events);
  }

  private static FixExplanation explain(
      Progress before, Fix fix, @Nullable String refusal, Progress after, List<String> events) {
    return new FixExplanation(
        fix,
        refusal,
        FixQuality.of(fix.accuracyMeters()).name(),
        fences(after.plan(), fix.at()),
        streak(after.visits()),
        LoadStatus.of(before.status().name()),
        LoadStatus.of(after.status().name()),
        events);
  }

  private static List<FenceDistance> fences(TripPlan plan, Coordinates place) {
    return plan.stops().stream().map(stop -> fence(stop, place)).toList();
  }

  private static FenceDistance fence(PlannedStop stop, Coordinates place) {
    Fence fence = stop.fence();
    if (fence == null) return new FenceDistance(stop.sequence(), null, Side.OUTSIDE.name());
    double meters = fence.metersTo(place);
    return new FenceDistance(stop.sequence(), meters, fence.sideOf(meters).name());
  }

  private static @Nullable FixStreak streak(Visits visits) {
    if (visits.ahead() != null) return streak("ahead", visits.ahead());
    if (visits.outside() != null) return streak("outside", visits.outside());
    return visits.inside() == null ? null : streak("inside", visits.inside());
  }

  private static FixStreak streak(String kind, Streak streak) {
    return new FixStreak(kind, streak.stop() + 1, streak.fixes(), streak.since());
  }

  private static void tellUnseen(
      List<String> events, Progress before, @Nullable Silence silence, Fix fix, Progress after) {
    for (int i = 0; i < after.stops().size(); i++) {
      boolean isNew = after.visits().mayHaveMissed(i) && !before.visits().mayHaveMissed(i);
      if (!isNew) continue;
      String why =
          silence == null
              ? "a fix too coarse to decide anything lies inside stop "
              : "no fix for %s minutes, which is time to drive at 75 mph to stop "
                  .formatted(minutes(silence, fix));
      events.add(why + (i + 1) + ": it may have been visited unseen");
    }
    int open = after.visits().open();
    boolean isTold = open == after.stops().size() || after.stops().get(open).isArrived();
    if (silence == null || isTold || after.visits().mayHaveMissed(open)) return;
    if (!silence.allowsVisit(after.plan().stops().get(open).fence(), fix)) return;
    events.add(
        "no fix for %s minutes, which does not count as time for stop %s: this fix may be of a truck that was inside a later stop already"
            .formatted(minutes(silence, fix), open + 1));
  }

  private static long minutes(Silence silence, Fix fix) {
    return Duration.between(silence.since(), fix.time()).toMinutes();
  }

  /** What a driver asks who stands at the consignee's while his load is PLANNED. */
  private static void tellWhyNotMissed(List<String> events, Fix fix, Progress after) {
    Streak ahead = after.visits().ahead();
    if (ahead == null || !VisitRules.isStay(ahead, fix)) return;
    int first = VisitRules.firstThatCounts(after.plan(), after.visits(), ahead.stop());
    if (first == ahead.stop()) return;
    events.add(
        "inside stop %s since %s, but stop %s comes first: no time without fixes counts as time to drive there and on at 75 mph"
            .formatted(ahead.stop() + 1, ahead.since(), first + 1));
  }

  private static void tellEvents(List<String> events, Progress before, Progress after) {
    for (int i = 0; i < after.stops().size(); i++) {
      StopVisit was = before.stops().get(i);
      StopVisit is = after.stops().get(i);
      int sequence = i + 1;
      if (is.missed() && !was.missed()) {
        String why =
            before.visits().mayHaveMissed(i)
                ? " missed: it may have been visited unseen, and the truck then stayed at a later stop"
                : " missed: it is not on the map, and the truck stayed at a later stop";
        events.add("stop " + sequence + why);
        continue;
      }
      if (is.isArrived() && !was.isArrived()) {
        events.add("arrived at stop " + sequence + " at " + is.arrivedAt());
      }
      if (is.isClosed() && !was.isClosed()) {
        events.add("departed from stop " + sequence + " at " + is.departedAt());
      }
    }
  }
}
