package io.freightsdk.server.domain.trip;

import static java.util.Objects.requireNonNull;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.Fence.Side;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the next fix at which stops the truck has arrived, departed or not been at all. These
 * are the first three rules of {@code CHOICES.md}. {@link TrackReplay} is the fourth.
 *
 * <ol>
 *   <li>A truck arrives with its first fix inside the fence of its next stop, and departs with the
 *       first of two fixes outside.
 *   <li>Where one fix proves little, it arrives when it parks: in the outer part of an inexact
 *       fence, in the fence of a stop where it has parked, and at a later stop. At a stop within
 *       200 m, it arrives when it leaves both.
 *   <li>It parks with the first fix of {@link TruckHalt#PARKED_AFTER} within 200 m of one place.
 * </ol>
 *
 * <p>The next stop is the open stop here, also while the truck is there.
 */
final class ArrivalRules {
  /** The API description requires this time between an arrival and a departure. */
  private static final Duration MIN_STAY = Duration.ofMinutes(1);

  /** The API description requires this, because one fix may be wrong. */
  private static final int FIXES_FOR_DEPARTURE = 2;

  /** Drivers skip a stop, but hardly two. A fuel stop in a city may be near any of the others. */
  private static final int NEXT_STOPS_COMPARED = 2;

  private final TripPlan plan;
  private final Fix fix;
  private final TruckHalt halt;

  private List<StopVisit> stops;
  private List<Fix> streak;
  private @Nullable TruckHalt endedHalt;

  /** Index of the open stop, the first that the truck has not passed. */
  private int open;

  /** Index of the first stop of the visit after it; the number of stops if there is none. */
  private int next;

  private ArrivalRules(TripPlan plan, Visits visits, Fix fix) {
    this.plan = plan;
    this.fix = fix;
    stops = visits.stops();
    streak = visits.streak();
    endedHalt = visits.endedHalt();
    open = visits.openStopIndex();
    next = plan.visitEnd(open);
    TruckHalt last = visits.currentHalt();
    halt = last == null || changesDock(last) ? TruckHalt.startAt(fix) : last.next(fix);
  }

  /** {@code visits} after {@code fix}, which is not earlier than the fixes before it. */
  static Visits step(TripPlan plan, Visits visits, Fix fix) {
    boolean isUsable = FixQuality.of(fix.accuracyMeters()) != FixQuality.UNUSABLE;
    boolean hasOpen = visits.openStopIndex() < visits.stops().size();
    if (!isUsable || !hasOpen) return visits;
    return new ArrivalRules(plan, visits, fix).decide(visits.currentHalt());
  }

  private Visits decide(@Nullable TruckHalt last) {
    if (last != null && !last.since().equals(halt.since())) endHalt(last);
    if (hasOpen() && isArrived()) departIfOutside();
    else if (hasOpen()) arriveIfInside(fix);
    if (hasOpen()) park(halt);
    return new Visits(stops, streak, halt, endedHalt);
  }

  private boolean hasOpen() {
    return open < stops.size();
  }

  private boolean isArrived() {
    return stops.get(open).isArrived();
  }

  private boolean isExact(int stop) {
    return plan.stops().get(stop).isExact();
  }

  private void arriveIfInside(Fix seen) {
    switch (sideForArrival(seen)) {
      case OUTSIDE -> streak = List.of();
      case GREY_ZONE -> dropStreakIfParked();
      case INSIDE -> {
        addToStreak(seen);
        boolean isSharp = FixQuality.of(seen.accuracyMeters()) == FixQuality.SHARP;
        if (isSharp || streak.size() >= 2) arrive(open, streak.get(0).time());
      }
    }
  }

  private void departIfOutside() {
    switch (sideOf(open, fix.coordinates())) {
      case INSIDE -> streak = List.of();
      case GREY_ZONE -> {
        // It may be outside the next stop.
        if (!streak.isEmpty()) addToStreak(fix);
        dropStreakIfParked();
      }
      case OUTSIDE -> {
        addToStreak(fix);
        Instant arrivedAt = requireNonNull(stops.get(open).arrivedAt());
        long outside =
            streak.stream().filter(it -> sideOf(open, it.coordinates()) == Side.OUTSIDE).count();
        boolean isGone =
            outside >= FIXES_FOR_DEPARTURE && !fix.time().isBefore(arrivedAt.plus(MIN_STAY));
        if (isGone) depart(streak);
      }
    }
  }

  /** Departs from the open stop. The fixes that show it may be the first inside the next stop. */
  private void depart(List<Fix> away) {
    leave(away.get(0).time(), stops.size());
    for (Fix seen : away) {
      if (hasOpen() && !isArrived()) arriveIfInside(seen);
    }
  }

  private void addToStreak(Fix seen) {
    streak = new ArrayList<>(streak);
    streak.add(seen);
  }

  /** A stray fix before the truck parked starts no event that is completed hours later. */
  private void dropStreakIfParked() {
    if (halt.isParked()) streak = List.of();
  }

  /** Remembers a halt that ended, if the truck may have been at the open stop. */
  private void endHalt(TruckHalt last) {
    TruckHalt ended = last.endedBy(fix);
    boolean phoneSlept = last.sleepsUntil(fix);
    if (phoneSlept) park(ended);
    if (!hasOpen() || !isArrived() || !contains(open, last.place())) return;
    boolean isVisit =
        phoneSlept
            || last.isParked()
            || (stopAt(last.place()) == open && lastsLongEnoughAt(open, last));
    if (isVisit) endedHalt = ended;
  }

  private void park(TruckHalt at) {
    if (isArrived()) parkAgain(at);
    else if (!at.isParked()) return;
    else if (contains(open, at.place())) arrive(open, at.since());
    else if (open > 0) goTo(stopAt(at.place()), at.since(), at.since());
  }

  /** Goes to a later stop if the truck has parked at the open stop and now parks elsewhere. */
  private void parkAgain(TruckHalt at) {
    if (endedHalt == null || sideOf(open, at.place()) == Side.OUTSIDE) return;
    int stayedAt = stopAt(endedHalt.place());
    // A driver may live near a later stop: nothing is loaded before a stay at the first pickup.
    boolean isLoaded = open > 0 || stayedAt == open;
    boolean isSamePlace = endedHalt.place().metersTo(at.place()) <= TruckHalt.RADIUS_METERS;
    int stop = stopAt(at.place());
    if (stop == open && !isSamePlace && isOneInexactPlace()) stop = next;
    boolean parks = isSamePlace ? at.isParked() && stop != stayedAt : lastsLongEnoughAt(stop, at);
    if (isLoaded && parks) goTo(stop, endedHalt.until(), at.since());
  }

  /** A minute shows a truck at exact coordinates. A traffic light on the way lasts as long. */
  private boolean lastsLongEnoughAt(int stop, TruckHalt at) {
    boolean isExact = stop <= next && isExact(stop);
    return at.lasts(isExact ? MIN_STAY : TruckHalt.PARKED_AFTER);
  }

  /** Whether the next stop has the same ZIP code, so that another dock may be the next stop. */
  private boolean isOneInexactPlace() {
    return next < stops.size() && !isExact(next) && isOnePlace(open, next);
  }

  /** Whether the truck moved between two near docks, of the open stop and of the next. */
  private boolean changesDock(TruckHalt last) {
    return next < stops.size()
        && isArrived()
        && isExact(next)
        && last.metersTo(fix) > TruckHalt.MAX_DRIFT_METERS
        && (stopAt(last.place()) == next) != (stopAt(fix.coordinates()) == next);
  }

  /**
   * The stop at which a truck parks at this place: the nearest of the open stop and the next two
   * whose fences contain it. Outside the next stop's fence, it may be one of the others, the first
   * that is nearer than all before it.
   */
  private int stopAt(Coordinates place) {
    int found = open;
    boolean mayBeOpen = isArrived() || contains(open, place);
    double nearest = mayBeOpen ? metersTo(open, place) : Double.POSITIVE_INFINITY;
    int compared = 0;
    for (int stop = next; stop < stops.size(); stop = plan.visitEnd(stop)) {
      boolean isNearer = metersTo(stop, place) < nearest && contains(stop, place);
      if (isNearer && !isOnePlace(open, stop)) {
        found = stop;
        nearest = metersTo(stop, place);
      }
      boolean isClear = found != open || contains(next, place);
      if (++compared >= NEXT_STOPS_COMPARED && isClear) break;
    }
    return found;
  }

  /** Leaves the open stop for a later one; the stops between are missed. */
  private void goTo(int stop, Instant leftAt, Instant parkedAt) {
    if (stop == open) return;
    if (isArrived()) leave(leftAt, stop);
    Instant arrivedAt = notBeforeDeparture(parkedAt);
    change(open, stop, visit -> visit.pass(arrivedAt, fix.time()));
    arrive(stop, arrivedAt);
  }

  /** Leaves the open stop, and each stop before {@code end} that the truck has visited with it. */
  private void leave(Instant at, int end) {
    int begin = next;
    int left = next;
    while (left < end && isVisitedWithOpen(left)) left = plan.visitEnd(left);
    change(open, begin, visit -> visit.pass(at, fix.time()));
    change(begin, left, visit -> visit.arrive(at, fix.time()).pass(at, fix.time()));
  }

  private boolean isVisitedWithOpen(int stop) {
    if (endedHalt == null || contains(stop, fix.coordinates())) return false;
    boolean isHidden =
        endedHalt.phoneSlept() && metersBetween(open, stop) <= TruckHalt.MAX_METERS_ASLEEP;
    boolean isUnclear = (isHidden || isOnePlace(open, stop)) && contains(stop, endedHalt.place());
    return isUnclear || (open > 0 && stopAt(endedHalt.place()) == stop);
  }

  private void arrive(int stop, Instant at) {
    Instant arrivedAt = notBeforeDeparture(at);
    change(stop, plan.visitEnd(stop), visit -> visit.arrive(arrivedAt, fix.time()));
  }

  /** A truck may have parked before it departed: in the ring around a fence, nothing changes. */
  private Instant notBeforeDeparture(Instant at) {
    Instant departedAt = open == 0 ? at : requireNonNull(stops.get(open - 1).passedAt());
    return at.isBefore(departedAt) ? departedAt : at;
  }

  private void change(int from, int to, UnaryOperator<StopVisit> how) {
    if (from == to) return;
    stops = new ArrayList<>(stops);
    stops.subList(from, to).replaceAll(how);
    while (hasOpen() && stops.get(open).isPassed()) open++;
    next = plan.visitEnd(open);
    streak = List.of();
    endedHalt = null;
  }

  /** In the outer part of an inexact fence, a fix neither shows nor rules out an arrival. */
  private Side sideForArrival(Fix seen) {
    Coordinates place = seen.coordinates();
    return innermostSide(
        open,
        fence -> {
          Side side = fence.sideOf(fence.metersTo(place));
          boolean mustPark = side == Side.INSIDE && fence.requiresParkingAt(place);
          return mustPark ? Side.GREY_ZONE : side;
        });
  }

  private Side sideOf(int stop, Coordinates place) {
    return innermostSide(stop, fence -> fence.sideOf(fence.metersTo(place)));
  }

  private boolean contains(int stop, Coordinates place) {
    return sideOf(stop, place) == Side.INSIDE;
  }

  /** A truck is inside a visit if it is inside one of its fences, and outside if outside all. */
  private Side innermostSide(int stop, Function<Fence, Side> sideOfFence) {
    Side innermost = Side.OUTSIDE;
    for (PlannedStop visited : plan.stops().subList(stop, plan.visitEnd(stop))) {
      if (visited.fence() == null) continue;
      Side side = sideOfFence.apply(visited.fence());
      if (side.compareTo(innermost) < 0) innermost = side;
    }
    return innermost;
  }

  private double metersTo(int stop, Coordinates place) {
    Fence fence = plan.stops().get(stop).fence();
    return fence == null ? Double.POSITIVE_INFINITY : fence.metersTo(place);
  }

  private double metersBetween(int stop, int other) {
    Fence fence = plan.stops().get(other).fence();
    return fence == null ? Double.POSITIVE_INFINITY : metersTo(stop, fence.center());
  }

  /** Whether no halt can distinguish two stops. */
  private boolean isOnePlace(int stop, int other) {
    return metersBetween(stop, other) <= TruckHalt.RADIUS_METERS;
  }
}
