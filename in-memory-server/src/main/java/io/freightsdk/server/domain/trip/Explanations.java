package io.freightsdk.server.domain.trip;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.Fence.Side;
import io.freightsdk.server.domain.trip.Visits.AtStop;
import io.freightsdk.server.domain.trip.Visits.OnTheWay;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.domain.trip.Visits.Streak;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.FixExplanation.FenceDistance;
import io.freightsdk.server.view.FixExplanation.FixStreak;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Explains in words what one fix did to a trip, and why. */
final class Explanations {
  private Explanations() {}

  static FixExplanation refused(Progress progress, Fix fix, PingRefusal reason) {
    List<String> events = List.of("refused: " + reason.code());
    return explain(progress, fix, reason.code(), progress, events);
  }

  static FixExplanation kept(Progress before, Fix fix, Progress after) {
    List<String> events = new ArrayList<>();
    addEvents(events, before, after);
    addNotLoaded(events, after);
    addNotMissed(events, after);
    addNotAtNext(events, after, fix.coordinates());
    addTooFastToArrive(events, after, fix.coordinates());
    return explain(before, fix, null, after, events);
  }

  private static FixExplanation explain(
      Progress before, Fix fix, @Nullable String refusal, Progress after, List<String> events) {
    return new FixExplanation(
        fix,
        refusal,
        FixQuality.of(fix.accuracyMeters()).name(),
        fences(after.plan(), fix.coordinates()),
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
    String precision = stop.address().precision();
    if (fence == null) {
      return new FenceDistance(stop.sequence(), null, Side.OUTSIDE.name(), precision);
    }
    double meters = fence.metersTo(place);
    return new FenceDistance(stop.sequence(), meters, fence.sideOf(meters).name(), precision);
  }

  private static @Nullable FixStreak streak(Visits visits) {
    if (visits.ahead() != null) return streak("ahead", visits.ahead());
    if (visits.phase() instanceof AtStop at && at.outside() != null) {
      return streak("outside", at.outside());
    }
    Streak inside = inside(visits);
    return inside == null ? null : streak("inside", inside);
  }

  /** The run of fixes inside the stop to which the truck is on its way, also while it leaves. */
  private static @Nullable Streak inside(Visits visits) {
    return visits.phase() instanceof AtStop at ? at.insideNext() : visits.inside();
  }

  private static FixStreak streak(String kind, Streak streak) {
    return new FixStreak(kind, streak.stop() + 1, streak.fixes(), streak.since());
  }

  /** Explains why a load stays PLANNED while its truck stands at the consignee. */
  private static void addNotLoaded(List<String> events, Progress after) {
    Visits visits = after.visits();
    Streak ahead = visits.ahead();
    boolean isLoaded = visits.firstStop().isArrived();
    if (isLoaded || ahead == null || !VisitRules.standsAhead(after.plan(), visits)) return;
    events.add(
        String.format(
            Locale.ROOT,
            "inside stop %s since %s, but the load was not seen at its pickup, stop 1: it is not loaded",
            ahead.stop() + 1,
            ahead.since()));
  }

  /** Explains why a truck inside a later stop's fence has neither missed a stop nor arrived. */
  private static void addNotMissed(List<String> events, Progress after) {
    Visits visits = after.visits();
    Streak ahead = visits.ahead();
    boolean isOnTheWay = visits.firstStop().isArrived() && visits.phase() instanceof OnTheWay;
    if (!isOnTheWay || ahead == null || VisitRules.standsAhead(after.plan(), visits)) return;
    events.add(
        String.format(
            Locale.ROOT,
            "inside stop %1$s since %2$s, but stop %3$s was not seen: stop %3$s is missed once the"
                + " truck has stood there for %4$s minutes",
            ahead.stop() + 1,
            ahead.since(),
            visits.openStop() + 1,
            Standstill.MIN_DURATION.toMinutes()));
  }

  /** Explains why a truck that stands inside the fences of two stops is only at the first. */
  private static void addNotAtNext(List<String> events, Progress after, Coordinates place) {
    Visits visits = after.visits();
    boolean stands = visits.standstill() != null && visits.standstill().isLongEnough();
    if (!stands || !(visits.phase() instanceof AtStop)) return;
    int open = visits.openStop();
    Overlap both = Overlap.of(after.plan(), open);
    if (both == null || !both.second().contains(place)) return;
    int next = after.plan().visitEnd(open);
    boolean isExact = after.plan().stops().get(next).isExact();
    events.add(
        String.format(
            Locale.ROOT,
            whyNotAtNext(both, isExact, place),
            next + 1,
            open + 1,
            both.second().metersTo(place),
            both.first().metersTo(place)));
  }

  private static String whyNotAtNext(Overlap both, boolean isExact, Coordinates place) {
    if (both.isOnePlace()) {
      return isExact
          ? "inside stop %1$s too: fixes cannot distinguish it from stop %2$s, so it is visited when"
              + " the truck leaves"
          : "inside stop %1$s too, at the place of stop %2$s: a truck is there once it stands at a"
              + " second place";
    }
    return both.standsAtSecond(place)
        ? "inside stop %1$s too, and nearer to it: a truck is there once it has stood at stop %2$s"
            + " before"
        : "inside stop %1$s too, %3$,.0f m away, and %4$,.0f m from stop %2$s: a truck is there once"
            + " it stands a tenth nearer to it than to stop %2$s";
  }

  /** Explains why a truck has not arrived that drives through the wide part of a fence. */
  private static void addTooFastToArrive(List<String> events, Progress after, Coordinates place) {
    Streak inside = inside(after.visits());
    if (inside == null || !inside.isCertain() || inside.provesArrival()) return;
    PlannedStop stop = after.plan().stops().get(inside.stop());
    Fence fence = stop.fence();
    if (fence == null || !fence.contains(place)) return;
    Double mph = inside.speed().mph();
    events.add(
        String.format(
            Locale.ROOT,
            "inside stop %s, but %s: beyond %,.0f m from a place that is known by %s, a truck"
                + " arrives once it moves at under %.0f mph for a minute",
            stop.sequence(),
            mph == null
                ? "its speed is not yet known"
                : String.format(Locale.ROOT, "at %.0f mph", mph),
            Fence.DEFAULT_RADIUS_METERS,
            stop.locatedBy(),
            StreakSpeed.SLOW_MPH));
  }

  private static void addEvents(List<String> events, Progress before, Progress after) {
    for (int i = 0; i < after.stopVisits().size(); i++) {
      StopVisit was = before.stopVisits().get(i);
      StopVisit is = after.stopVisits().get(i);
      int sequence = i + 1;
      if (is.isMissed() && !was.isMissed()) {
        events.add("stop " + sequence + " missed: the truck stood at a later stop");
        continue;
      }
      if (is.isArrived() && !was.isArrived()) {
        events.add("arrived at stop " + sequence + " at " + is.arrivedAt());
      }
      if (is.isPassed() && !was.isPassed()) {
        events.add("departed from stop " + sequence + " at " + is.departedAt());
      }
    }
  }
}
