package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.Fence.Side;
import io.freightsdk.server.domain.trip.Visits.AtStop;
import io.freightsdk.server.domain.trip.Visits.OnTheWay;
import io.freightsdk.server.domain.trip.Visits.Stay;
import io.freightsdk.server.domain.trip.Visits.Streak;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides the effect of the next fix on the stops. The fix is not earlier than the fixes before it.
 * Pure: the only time here is the time of the fix.
 */
final class VisitRules {
  static final Duration MIN_TIME_AT_STOP = Duration.ofMinutes(1);
  static final int SHARP_FIXES_FOR_MISSED_STOP = 2;
  static final int COARSE_FIXES_FOR_MISSED_STOP = 5;

  /**
   * Ten times the worst accuracy that counts (150 m), so a truck with a coarse fix inside is
   * inside.
   */
  private static final double MIN_RADIUS_FOR_COARSE_FIXES_METERS = 1_500;

  static final int FIXES_FOR_DEPARTURE = 2;

  private final TripPlan plan;
  private final Fix fix;
  private final FixQuality quality;

  /** Index of the open stop, the first that the truck has not passed. */
  private final int open;

  /** Index of the first stop of the visit after it; the number of stops if there is none. */
  private final int next;

  private final @Nullable Overlap overlap;
  private final Standstill standstill;

  private VisitRules(TripPlan plan, Visits before, Fix fix) {
    this.plan = plan;
    this.fix = fix;
    this.quality = FixQuality.of(fix.accuracyMeters());
    this.open = before.openStop();
    this.next = plan.visitEnd(open);
    this.overlap = Overlap.of(plan, open);
    this.standstill = continueOrStartStandstill(before);
  }

  /** {@code visits} after {@code fix}. */
  static Visits step(TripPlan plan, Visits visits, Fix fix) {
    boolean isUsable = FixQuality.of(fix.accuracyMeters()) != FixQuality.UNUSABLE;
    boolean hasOpen = visits.openStop() < visits.stops().size();
    return isUsable && hasOpen ? new VisitRules(plan, visits, fix).decide(visits) : visits;
  }

  private Visits decide(Visits before) {
    Visits visits = before.withStandstill(standstill);
    Side side = sideOfOpen();
    Visits after =
        visits.phase() instanceof AtStop at
            ? whileAtStop(visits, endStay(at, before.standstill()), side)
            : onTheWay(visits, side);
    return isAtOpen(after, side) ? after : lookAhead(after);
  }

  /** Whether the fix is inside the stop that is open now, or no stop is. */
  private boolean isAtOpen(Visits after, Side side) {
    int nowOpen = after.openStop();
    if (nowOpen == open) return side == Side.INSIDE;
    return nowOpen == plan.stops().size()
        || after.phase() instanceof AtStop
        || sideOf(nowOpen) == Side.INSIDE;
  }

  private Standstill continueOrStartStandstill(Visits before) {
    Standstill last = before.standstill();
    if (last == null) return Standstill.startAt(fix);
    // The docks of two near stops may be nearer to each other than a standstill is wide.
    boolean isAtOtherStop =
        before.phase() instanceof AtStop
            && standsAtNext(last.center()) != standsAtNext(fix.coordinates());
    return last.includes(fix) && !isAtOtherStop ? last.extendTo(fix) : Standstill.startAt(fix);
  }

  /** {@code at}, with the stay that ends if the truck has left its last standstill. */
  private AtStop endStay(AtStop at, @Nullable Standstill last) {
    if (last == null || overlap == null || standstill.since().equals(last.since())) return at;
    boolean hasSlept = last.sleepsUntil(fix);
    boolean isStay = hasSlept || last.isLongEnough();
    boolean isHere = overlap.first().contains(last.center()) || standsAtNext(last.center());
    return isStay && isHere
        ? at.withStay(new Stay(last, last.phoneSlept() || hasSlept, fix.time()))
        : at;
  }

  private Visits onTheWay(Visits visits, Side side) {
    Streak before = visits.inside();
    return switch (side) {
      case GREY_ZONE -> visits.withPhase(new OnTheWay(dropIfStanding(before)));
      case OUTSIDE -> before == null ? visits : leaveOpenFence(visits, before);
      case INSIDE -> {
        Streak inside = grow(before, open);
        yield inside.provesArrival()
            ? visits.arrive(plan, open, inside.since(), fix.time())
            : visits.withPhase(new OnTheWay(inside));
      }
    };
  }

  /**
   * Handles a truck that was inside the open stop's fence and is now outside, or clearly at the
   * next stop. If it needed long to come here, it was slow inside: its phone may have slept at the
   * dock, or the driver may have closed the page.
   */
  private Visits leaveOpenFence(Visits visits, Streak inside) {
    Streak whole = inside.extendTo(fix);
    if (whole.provesArrival()) {
      return visits
          .arrive(plan, open, whole.since(), fix.time())
          .withPhase(AtStop.ARRIVED.withStreaks(grow(null, open), null));
    }
    boolean isStillInside = sideOf(open) == Side.INSIDE;
    return visits.withPhase(new OnTheWay(isStillInside ? whole : null));
  }

  private Visits whileAtStop(Visits visits, AtStop at, Side side) {
    return switch (side) {
      case GREY_ZONE -> {
        Streak outside = dropIfStanding(at.outside());
        boolean staysHere = at.outside() != null && outside == null;
        // Otherwise the truck could arrive at the next stop before it has left this one.
        Streak insideNext = staysHere ? null : dropIfOutsideNext(at.insideNext());
        yield arriveAtNextIfStanding(
            visits.withPhase(at.withStreaks(outside, insideNext)), at.stay());
      }
      case INSIDE ->
          arriveAtNextIfStanding(
              visits.withPhase(at.withStreaks(null, null)).withAhead(null), at.stay());
      case OUTSIDE -> {
        Streak outside = grow(at.outside(), open);
        Streak insideNext = continueInsideNext(at.insideNext());
        boolean gone = outside.fixes() >= FIXES_FOR_DEPARTURE && hasStayed(visits);
        yield gone
            ? departFromOpen(visits, outside.since(), insideNext, at.stay())
            : visits.withPhase(at.withStreaks(outside, insideNext));
      }
    };
  }

  /**
   * Keeps a streak while the truck is between the two circles of its fence, where the side does not
   * change. A truck that stands there ends the streak, so that a stray fix does not start an
   * arrival or departure that is completed hours later.
   */
  private @Nullable Streak dropIfStanding(@Nullable Streak streak) {
    return standstill.isLongEnough() ? null : streak;
  }

  private boolean hasStayed(Visits visits) {
    Instant arrivedAt = visits.stops().get(open).arrivedAt();
    return arrivedAt != null && !fix.time().isBefore(arrivedAt.plus(MIN_TIME_AT_STOP));
  }

  private boolean standsAtNext(Coordinates place) {
    return overlap != null && overlap.standsAtSecond(place);
  }

  /**
   * Arrives at the next stop if the truck has stood at the open stop and now stands at the next.
   * Their fences may overlap. In one yard, no standstill distinguishes the two. In one ZIP code,
   * where the docks may be miles apart, a standstill at another place does.
   */
  private Visits arriveAtNextIfStanding(Visits here, @Nullable Stay stay) {
    if (stay == null || overlap == null || !standstill.isLongEnough()) return here;
    boolean hasStoodHere = !standsAtNext(stay.standstill().center());
    boolean isElsewhereInOneZipCode =
        overlap.isOnePlace()
            && !plan.stops().get(next).isExact()
            && overlap.first().contains(standstill.center());
    boolean isAtNext =
        hasStoodHere && (standsAtNext(standstill.center()) || isElsewhereInOneZipCode);
    return isAtNext
        ? here.depart(plan, open, stay.leftAt(), fix.time())
            .arrive(plan, next, standstill.since(), fix.time())
        : arriveAheadIfStanding(here, stay);
  }

  /**
   * Arrives at a later stop if the truck has stood in the open stop's fence and now stands clearly
   * at the later stop. The stops between are missed. If all fences of a town overlap, the truck
   * never leaves the open stop's fence.
   */
  private Visits arriveAheadIfStanding(Visits here, Stay stay) {
    boolean isLoaded = open > 0;
    if (!isLoaded) return here;
    Visits left = here.depart(plan, open, stay.leftAt(), fix.time());
    int stop = next;
    while (stop < plan.stops().size() && !isClearlyAtOnly(stop)) stop = plan.visitEnd(stop);
    return stop < plan.stops().size()
        ? left.missStopsBefore(stop, standstill.since(), fix.time())
            .arrive(plan, stop, standstill.since(), fix.time())
        : here;
  }

  /** Whether the truck is clearly at this stop, and not at the open one or a stop between. */
  private boolean isClearlyAtOnly(int stop) {
    Fence there = plan.stops().get(stop).fence();
    if (there == null) return false;
    for (int i = open; i < stop; i++) {
      Fence other = plan.stops().get(i).fence();
      boolean isElsewhere =
          other == null || new Overlap(other, there).isClearlyAtSecond(fix.coordinates(), quality);
      if (!isElsewhere) return false;
    }
    return true;
  }

  /**
   * Departs from the open stop. The fixes that prove a departure may be the first inside the next
   * stop, and then they count there, too. A truck that leaves the place of two stops after standing
   * there, or near the second, leaves both.
   */
  private Visits departFromOpen(
      Visits visits, Instant at, @Nullable Streak insideNext, @Nullable Stay stay) {
    Visits left = visits.depart(plan, open, at, fix.time());
    if (insideNext == null && hasStoodForBoth(stay)) {
      return left.arrive(plan, next, at, fix.time()).depart(plan, next, at, fix.time());
    }
    if (insideNext != null && insideNext.provesArrival()) {
      return left.arrive(plan, next, insideNext.since(), fix.time());
    }
    Streak ahead = visits.ahead() == null ? null : visits.ahead().notBefore(at);
    return left.withPhase(new OnTheWay(insideNext)).withAhead(ahead);
  }

  /**
   * Whether the truck has stood where it may have served both stops. A driver may live near the
   * next stop, so nothing is loaded before the truck has stood at the first.
   */
  private boolean hasStoodForBoth(@Nullable Stay stay) {
    if (stay == null || overlap == null) return false;
    boolean isLoaded = open > 0;
    return overlap.isOnePlace()
        || (stay.phoneSlept() && overlap.mayHaveSleptAtBoth(stay.standstill().firstPlace()))
        || (isLoaded && overlap.standsAtSecond(stay.standstill().center()));
  }

  /** Ends a streak inside the next stop if the fix is outside this stop. */
  private @Nullable Streak dropIfOutsideNext(@Nullable Streak insideNext) {
    boolean isOutside = next == plan.stops().size() || sideOf(next) == Side.OUTSIDE;
    return isOutside ? null : insideNext;
  }

  private @Nullable Streak continueInsideNext(@Nullable Streak before) {
    if (next == plan.stops().size()) return null;
    return switch (sideOf(next)) {
      case INSIDE -> grow(before, next);
      case GREY_ZONE -> dropIfStanding(before);
      case OUTSIDE -> null;
    };
  }

  /** Marks the earlier stops as missed if the truck stands inside a later stop's fence. */
  private Visits lookAhead(Visits visits) {
    Streak ahead = visits.ahead();
    int seenAt = firstContaining(plan.visitEnd(visits.openStop()));
    if (seenAt == plan.stops().size()) {
      boolean drifting = ahead != null && sideOf(ahead.stop()) == Side.GREY_ZONE;
      Streak kept = drifting ? dropIfStanding(ahead) : null;
      return visits.withAhead(kept);
    }
    Streak grown = grow(ahead, seenAt);
    Visits seen = visits.withAhead(grown);
    boolean missed =
        (quality == FixQuality.SHARP || hasManyFixes(plan, grown))
            && seen.firstStop().isArrived()
            && standsAhead(plan, seen);
    return missed
        ? seen.missStopsBefore(seenAt, grown.since(), fix.time())
            .arrive(plan, seenAt, grown.since(), fix.time())
        : seen;
  }

  /**
   * Whether the truck stands inside a later stop's fence. If it was seen at the first stop, the
   * stops in between are then missed. Otherwise nothing is loaded, because the driver may live near
   * the later stop.
   */
  static boolean standsAhead(TripPlan plan, Visits visits) {
    Streak ahead = visits.ahead();
    Standstill stand = visits.standstill();
    return ahead != null
        && stand != null
        && (ahead.sharpFixes() >= SHARP_FIXES_FOR_MISSED_STOP || hasManyFixes(plan, ahead))
        && stand.isLongEnough(ahead.since());
  }

  /** Whether the fixes prove a truck in a later stop's fence, even if all are coarse. */
  private static boolean hasManyFixes(TripPlan plan, Streak ahead) {
    Fence fence = plan.stops().get(ahead.stop()).fence();
    return ahead.fixes() >= COARSE_FIXES_FOR_MISSED_STOP
        && fence != null
        && fence.radiusMeters() >= MIN_RADIUS_FOR_COARSE_FIXES_METERS;
  }

  /** The first stop of the first visit from {@code begin} on whose fence contains the fix. */
  private int firstContaining(int begin) {
    List<PlannedStop> stops = plan.stops();
    for (int i = begin; i < stops.size(); i++) {
      Fence fence = stops.get(i).fence();
      if (fence != null && fence.contains(fix.coordinates())) return plan.visitStart(i);
    }
    return stops.size();
  }

  private Streak grow(@Nullable Streak streak, int stop) {
    Fence fence = plan.stops().get(stop).fence();
    return Streak.grow(
        streak, stop, fix, fence != null && fence.arrivesAtAnySpeed(fix.coordinates()));
  }

  /** Side of a stop's fence for a truck on its way there. */
  private Side sideOf(int stop) {
    Fence fence = plan.stops().get(stop).fence();
    return fence == null ? Side.OUTSIDE : fence.sideOf(fence.metersTo(fix.coordinates()));
  }

  /**
   * Side of the open stop's fence. A truck that is clearly at the next stop is outside, also where
   * the fences overlap. Otherwise it would arrive here while it passes, or never leave for the next
   * stop. If the next stop is in the same place, the stop after it counts as well.
   */
  private Side sideOfOpen() {
    Side side = sideOf(open);
    Fence here = plan.stops().get(open).fence();
    if (side == Side.OUTSIDE || here == null) return side;
    for (int later = next; later < plan.stops().size(); later = plan.visitEnd(later)) {
      Fence there = plan.stops().get(later).fence();
      if (there == null) return side;
      Overlap both = new Overlap(here, there);
      if (both.isClearlyAtSecond(fix.coordinates(), quality)) return Side.OUTSIDE;
      if (!both.isOnePlace()) return side;
    }
    return side;
  }
}
