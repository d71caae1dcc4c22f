package io.freightsdk.server.domain.trip;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.Fence.Side;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
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
final class FixExplainer {
  private FixExplainer() {}

  static FixExplanation refused(Progress progress, Fix fix, PingRefusal reason) {
    List<String> events = List.of("refused: " + reason.code());
    return explain(progress, fix, reason.code(), progress, events);
  }

  static FixExplanation kept(Progress before, Fix fix, Progress after) {
    List<String> events = new ArrayList<>();
    addEvents(events, before, after);
    addWhyNotArrived(events, after, fix.coordinates());
    return explain(before, fix, null, after, events);
  }

  private static FixExplanation explain(
      Progress before, Fix fix, @Nullable String refusal, Progress after, List<String> events) {
    return new FixExplanation(
        fix,
        refusal,
        FixQuality.of(fix.accuracyMeters()).name(),
        fences(after.plan(), fix.coordinates()),
        streakOf(after.visits()),
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

  private static @Nullable FixStreak streakOf(Visits visits) {
    int open = visits.openStopIndex();
    if (visits.streak().isEmpty() || open == visits.stops().size()) return null;
    String kind = visits.stops().get(open).isArrived() ? "outside" : "inside";
    return new FixStreak(kind, open + 1, visits.streak().size(), visits.streak().get(0).time());
  }

  /** Explains why a truck inside a fence has not arrived at its stop, by the rules of arrivals. */
  private static void addWhyNotArrived(List<String> events, Progress after, Coordinates place) {
    Visits visits = after.visits();
    List<PlannedStop> stops = after.plan().stops();
    int open = visits.openStopIndex();
    if (open == stops.size()) return;
    boolean isArrived = visits.stops().get(open).isArrived();
    boolean isParked = visits.currentHalt() != null && visits.currentHalt().isParked();
    int visitEnd = after.plan().visitEnd(open);
    int inside = firstContaining(stops, open, place);
    if (!isArrived && inside < visitEnd) {
      addRequiresParking(events, stops.get(inside), place);
      return;
    }
    int later = firstContaining(stops, visitEnd, place);
    if (later == stops.size()) return;
    if (isArrived) {
      if (isParked) events.add(whyNotAtNext(stops.get(open), stops.get(later), place));
    } else if (open > 0) {
      events.add(
          String.format(
              Locale.ROOT,
              "inside stop %s, but stop %s comes first: it is missed when the truck parks here",
              later + 1,
              open + 1));
    } else if (isParked) {
      events.add(
          String.format(
              Locale.ROOT,
              "parked at stop %s, but the load was not seen at its pickup, stop 1: it is not loaded",
              later + 1));
    }
  }

  /** Index of the first stop from here whose fence contains a place; the size if there is none. */
  private static int firstContaining(List<PlannedStop> stops, int from, Coordinates place) {
    int stop = from;
    while (stop < stops.size() && !contains(stops.get(stop), place)) stop++;
    return stop;
  }

  private static boolean contains(PlannedStop stop, Coordinates place) {
    return stop.fence() != null && stop.fence().contains(place);
  }

  private static void addRequiresParking(List<String> events, PlannedStop stop, Coordinates place) {
    Fence fence = stop.fence();
    if (fence == null || !fence.requiresParkingAt(place)) return;
    events.add(
        String.format(
            Locale.ROOT,
            "inside stop %s, but over %,.0f m from a place that is known by %s: the truck arrives"
                + " when it parks",
            stop.sequence(),
            Fence.DEFAULT_RADIUS_METERS,
            stop.locatedBy()));
  }

  private static String whyNotAtNext(PlannedStop open, PlannedStop later, Coordinates place) {
    if (open.fence() == null || later.fence() == null) return "";
    double meters = later.fence().metersTo(place);
    double metersToOpen = open.fence().metersTo(place);
    boolean isOnePlace = open.fence().metersTo(later.fence().center()) <= TruckHalt.RADIUS_METERS;
    String when =
        isOnePlace
            ? later.isExact() ? "leaves stop %2$s" : "parks at a second place"
            : meters < metersToOpen
                ? "parks here after it has parked at stop %2$s"
                : "parks again, nearer to stop %1$s";
    return String.format(
        Locale.ROOT,
        "inside stop %1$s too, %3$,.0f m away, and %4$,.0f m from stop %2$s: the truck arrives"
            + " there when it "
            + when,
        later.sequence(),
        open.sequence(),
        meters,
        metersToOpen);
  }

  private static void addEvents(List<String> events, Progress before, Progress after) {
    for (int i = 0; i < after.stopVisits().size(); i++) {
      StopVisit was = before.stopVisits().get(i);
      StopVisit is = after.stopVisits().get(i);
      int sequence = i + 1;
      if (is.isMissed() && !was.isMissed()) {
        events.add("stop " + sequence + " missed: the truck parked at a later stop");
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
