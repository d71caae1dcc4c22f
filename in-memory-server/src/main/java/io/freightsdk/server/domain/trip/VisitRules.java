package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.fence.Fence;
import io.freightsdk.server.domain.fence.FixQuality;
import io.freightsdk.server.domain.fence.Side;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what one more fix, later than all before, means for the stops. Pure: time is the fix's
 * own.
 */
final class VisitRules {
  static final Duration MIN_STAY = Duration.ofMinutes(1);
  static final Duration MISSED_AFTER = Duration.ofMinutes(10);
  static final int FIXES_TO_LEAVE = 2;

  private VisitRules() {}

  static Visits step(TripPlan plan, Visits visits, Fix fix) {
    FixQuality quality = FixQuality.of(fix.accuracyMeters());
    int open = visits.open();
    if (quality == FixQuality.UNUSABLE || open == visits.stops().size()) {
      return visits;
    }
    boolean atStop = visits.stops().get(open).isArrived();
    Side side = sideOfOpen(plan, visits, open, fix);
    Visits next =
        atStop
            ? whileAtStop(plan, visits, open, side, fix, quality)
            : onTheWay(plan, visits, open, side, fix, quality);
    // Whatever happens to any stop happens to the open one too.
    boolean nothingNew =
        side != Side.INSIDE && next.stops().get(open).equals(visits.stops().get(open));
    return nothingNew ? lookAhead(plan, next, open, fix, quality) : next;
  }

  private static Visits onTheWay(
      TripPlan plan, Visits visits, int open, Side side, Fix fix, FixQuality quality) {
    return switch (side) {
      case GREY_ZONE -> visits;
      case OUTSIDE ->
          visits.inside() == null ? visits : visits.watching(null, null, visits.ahead());
      case INSIDE -> {
        Streak inside = Streak.grow(visits.inside(), open, fix.time(), quality == FixQuality.SHARP);
        yield inside.provesArrival()
            ? visits.arrive(plan, open, inside.since(), fix.time())
            : visits.watching(inside, null, visits.ahead());
      }
    };
  }

  private static Visits whileAtStop(
      TripPlan plan, Visits visits, int open, Side side, Fix fix, FixQuality quality) {
    return switch (side) {
      case GREY_ZONE -> visits;
      case INSIDE ->
          visits.outside() == null && visits.inside() == null && visits.ahead() == null
              ? visits
              : visits.watching(null, null, null);
      case OUTSIDE -> {
        Streak outside =
            Streak.grow(visits.outside(), open, fix.time(), quality == FixQuality.SHARP);
        Streak inside = insideNext(plan, visits, open, fix, quality);
        Instant arrivedAt = visits.stops().get(open).arrivedAt();
        boolean stayedLongEnough =
            arrivedAt != null && !fix.time().isBefore(arrivedAt.plus(MIN_STAY));
        boolean gone = outside.fixes() >= FIXES_TO_LEAVE && stayedLongEnough;
        yield gone
            ? leave(plan, visits, open, outside, inside, fix.time())
            : visits.watching(inside, outside, visits.ahead());
      }
    };
  }

  /**
   * The fixes that prove a departure may be the first inside the next stop: they count there too.
   */
  private static Visits leave(
      TripPlan plan,
      Visits visits,
      int open,
      Streak outside,
      @Nullable Streak inside,
      Instant knownAt) {
    Visits left = visits.depart(plan, open, outside.since(), knownAt);
    if (inside == null) {
      return left.watching(null, null, visits.ahead());
    }
    return inside.provesArrival()
        ? left.arrive(plan, inside.stop(), inside.since(), knownAt)
        : left.watching(inside, null, visits.ahead());
  }

  private static @Nullable Streak insideNext(
      TripPlan plan, Visits visits, int open, Fix fix, FixQuality quality) {
    int next = nextOpenAfter(plan, visits, open);
    if (next == plan.stops().size()) {
      return null;
    }
    return switch (sideOf(plan, next, fix)) {
      case INSIDE -> Streak.grow(visits.inside(), next, fix.time(), quality == FixQuality.SHARP);
      case GREY_ZONE -> visits.inside();
      case OUTSIDE -> null;
    };
  }

  /** A truck that stays inside a later stop's fence was missed at the earlier ones. */
  private static Visits lookAhead(
      TripPlan plan, Visits visits, int open, Fix fix, FixQuality quality) {
    Streak ahead = visits.ahead();
    int seenAt = firstContaining(plan, open + 1, fix);
    if (seenAt == plan.stops().size()) {
      boolean drifting = ahead != null && sideOf(plan, ahead.stop(), fix) == Side.GREY_ZONE;
      return ahead == null || drifting
          ? visits
          : visits.watching(visits.inside(), visits.outside(), null);
    }
    if (quality != FixQuality.SHARP) {
      boolean moved = ahead != null && ahead.stop() != seenAt;
      return moved ? visits.watching(visits.inside(), visits.outside(), null) : visits;
    }
    Streak grown = Streak.grow(ahead, seenAt, fix.time(), true);
    boolean stayed = !fix.time().isBefore(grown.since().plus(MISSED_AFTER));
    return grown.fixes() >= 2 && stayed
        ? visits
            .skipTo(seenAt, grown.since(), fix.time())
            .arrive(plan, seenAt, grown.since(), fix.time())
        : visits.watching(visits.inside(), visits.outside(), grown);
  }

  private static int firstContaining(TripPlan plan, int from, Fix fix) {
    List<PlannedStop> stops = plan.stops();
    for (int i = from; i < stops.size(); i++) {
      Fence fence = stops.get(i).fence();
      if (fence != null && fence.contains(fix.at())) {
        return i;
      }
    }
    return stops.size();
  }

  private static int nextOpenAfter(TripPlan plan, Visits visits, int open) {
    int next = open + 1;
    while (next < plan.stops().size()
        && (visits.stops().get(next).isArrived() || Visits.isOneVisit(plan, next - 1, next))) {
      next++;
    }
    return next;
  }

  /** Side of a stop's fence, as a truck on its way there sees it. */
  private static Side sideOf(TripPlan plan, int stop, Fix fix) {
    Fence fence = plan.stops().get(stop).fence();
    return fence == null ? Side.OUTSIDE : fence.sideOf(fence.metersTo(fix.at()));
  }

  /**
   * Side of the open stop's fence. Where the next stop's fence overlaps it, a truck clearly at that
   * one is outside: neither arriving on the way past it, nor held for ever once it has gone there.
   */
  private static Side sideOfOpen(TripPlan plan, Visits visits, int stop, Fix fix) {
    Side side = sideOf(plan, stop, fix);
    int next = nextOpenAfter(plan, visits, stop);
    if (side == Side.OUTSIDE || next == plan.stops().size()) {
      return side;
    }
    Fence here = plan.stops().get(stop).fence();
    Fence there = plan.stops().get(next).fence();
    return here != null && there != null && Overlap.isClearlyThere(here, there, fix.at())
        ? Side.OUTSIDE
        : side;
  }
}
