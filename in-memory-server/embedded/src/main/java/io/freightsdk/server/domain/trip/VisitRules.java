package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.Fence.Side;
import io.freightsdk.server.domain.trip.Visits.Stand;
import io.freightsdk.server.domain.trip.Visits.Streak;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what one more fix, later than all before it, means for the stops. Pure: the only time is
 * that of the fix.
 */
final class VisitRules {
  static final Duration MIN_STAY = Duration.ofMinutes(1);
  static final Duration MISSED_AFTER = Duration.ofMinutes(10);
  static final int FIXES_TO_MISS = 2;
  static final int FIXES_TO_LEAVE = 2;

  private final TripPlan plan;
  private final Visits visits;
  private final Fix fix;
  private final FixQuality quality;
  private final Published published;
  private final int open;

  private VisitRules(TripPlan plan, Visits visits, Fix fix, Published published) {
    this.plan = plan;
    this.visits = visits;
    this.fix = fix;
    this.quality = FixQuality.of(fix.accuracyMeters());
    this.published = published;
    this.open = visits.open();
  }

  /** {@code visits} after {@code fix}, as far as {@code published} allows it. */
  static Visits step(TripPlan plan, Visits visits, Fix fix, Published published) {
    return new VisitRules(plan, visits, fix, published).step();
  }

  private Visits step() {
    if (quality == FixQuality.UNUSABLE || open == visits.stops().size()) return visits;
    boolean atStop = visits.stops().get(open).isArrived();
    Side side = sideOfOpen();
    Visits next = atStop ? whileAtStop(side) : onTheWay(side);
    // A change of any stop also changes the open one.
    boolean nothingNew =
        side != Side.INSIDE && next.stops().get(open).equals(visits.stops().get(open));
    return nothingNew ? lookAhead(next) : next;
  }

  private Visits onTheWay(Side side) {
    return switch (side) {
      case GREY_ZONE -> visits;
      case OUTSIDE ->
          visits.inside() == null ? visits : visits.watching(null, null, visits.ahead());
      case INSIDE -> {
        Streak inside = grow(visits.inside(), open);
        boolean arrives = inside.provesArrival() && published.allowsArrival(open, inside.since());
        yield arrives
            ? visits.arrive(plan, open, inside.since(), fix.time())
            : visits.watching(inside, null, visits.ahead());
      }
    };
  }

  private Visits whileAtStop(Side side) {
    return switch (side) {
      case GREY_ZONE -> visits;
      case INSIDE -> {
        // What is inside the next stop is watched only beside what is outside this one.
        boolean watchesNothing = visits.outside() == null && visits.ahead() == null;
        Visits here = watchesNothing ? visits : visits.watching(null, null, null);
        yield sharesPlaceWithNext() ? atOnePlace(here) : here;
      }
      case OUTSIDE -> {
        Streak outside = grow(visits.outside(), open);
        Streak inside = insideNext();
        boolean gone =
            outside.fixes() >= FIXES_TO_LEAVE
                && hasStayed(MIN_STAY)
                && published.allowsDeparture(open, outside.since());
        yield gone
            ? leave(outside.since(), inside)
            : visits.watching(inside, outside, visits.ahead());
      }
    };
  }

  private boolean hasStayed(Duration time) {
    Instant arrivedAt = visits.stops().get(open).arrivedAt();
    return arrivedAt != null && !fix.time().isBefore(arrivedAt.plus(time));
  }

  /** Whether the next stop is so close that no fix may tell the two apart. */
  private boolean sharesPlaceWithNext() {
    int next = nextVisit();
    Fence here = plan.stops().get(open).fence();
    Fence there = next == plan.stops().size() ? null : plan.stops().get(next).fence();
    return here != null && there != null && Overlap.areOnePlace(here, there);
  }

  /**
   * In one yard the truck is at the first of two stops while it stays. In one ZIP code, where the
   * docks may be miles apart, it is at the second once it has driven from where it stood and stands
   * elsewhere.
   */
  private Visits atOnePlace(Visits here) {
    Stand stand = Stand.next(here.stand(), fix);
    int next = nextVisit();
    Instant left = stand.leftAt();
    if (left == null) return here.standing(stand);
    boolean isElsewhere =
        stand.isLongEnough()
            && !plan.stops().get(next).isExact()
            && published.allowsDeparture(open, left)
            && published.allowsArrival(next, stand.since());
    return isElsewhere
        ? here.depart(plan, open, left, fix.time()).arrive(plan, next, stand.since(), fix.time())
        : here.standing(stand);
  }

  /**
   * The fixes that prove a departure may be the first inside the next stop: they count there too.
   * Who leaves the place of two stops after standing there leaves both.
   */
  private Visits leave(Instant at, @Nullable Streak inside) {
    Visits left = visits.depart(plan, open, at, fix.time());
    int next = nextVisit();
    boolean leavesBoth =
        inside == null
            && sharesPlaceWithNext()
            && visits.stand() != null
            && visits.stand().hasStood()
            && published.allowsArrival(next, at)
            && published.allowsDeparture(next, at);
    if (leavesBoth) {
      return left.arrive(plan, next, at, fix.time()).depart(plan, next, at, fix.time());
    }
    Streak ahead = visits.ahead() == null ? null : visits.ahead().notBefore(at);
    if (inside == null) return left.watching(null, null, ahead);
    boolean arrives =
        inside.provesArrival() && published.allowsArrival(inside.stop(), inside.since());
    return arrives
        ? left.arrive(plan, inside.stop(), inside.since(), fix.time())
        : left.watching(inside, null, ahead);
  }

  private @Nullable Streak insideNext() {
    int next = nextVisit();
    if (next == plan.stops().size()) return null;
    return switch (sideOf(next)) {
      case INSIDE -> grow(visits.inside(), next);
      case GREY_ZONE -> visits.inside();
      case OUTSIDE -> null;
    };
  }

  /** A truck that stays inside a later stop's fence has missed the earlier stops. */
  private Visits lookAhead(Visits next) {
    Streak ahead = next.ahead();
    int seenAt = firstContaining(nextVisit());
    if (seenAt == plan.stops().size()) {
      boolean drifting = ahead != null && sideOf(ahead.stop()) == Side.GREY_ZONE;
      return ahead == null || drifting ? next : next.watching(next.inside(), next.outside(), null);
    }
    if (quality != FixQuality.SHARP) {
      boolean moved = ahead != null && ahead.stop() != seenAt;
      return moved ? next.watching(next.inside(), next.outside(), null) : next;
    }
    Streak grown = grow(ahead, seenAt);
    boolean missed =
        provesMissed(next, grown) && published.allowsSkipping(next, seenAt, grown.since());
    return missed
        ? next.skipTo(seenAt, grown.since(), fix.time())
            .arrive(plan, seenAt, grown.since(), fix.time())
        : next.watching(next.inside(), next.outside(), grown);
  }

  /**
   * After ten minutes in a later fence the stops before it count as missed, once the truck was seen
   * at the first. A load that was not seen at its pickup is not loaded: its driver may live there.
   */
  private boolean provesMissed(Visits next, Streak ahead) {
    return next.first().isArrived() && isStay(ahead, fix);
  }

  static boolean isStay(Streak ahead, Fix fix) {
    return ahead.fixes() >= FIXES_TO_MISS && !fix.time().isBefore(ahead.since().plus(MISSED_AFTER));
  }

  /** The first stop of the first visit from {@code begin} on whose fence holds the fix. */
  private int firstContaining(int begin) {
    List<PlannedStop> stops = plan.stops();
    for (int i = begin; i < stops.size(); i++) {
      Fence fence = stops.get(i).fence();
      if (fence != null && fence.contains(fix.at())) return plan.visitStart(i);
    }
    return stops.size();
  }

  private int nextVisit() {
    return plan.visitEnd(open);
  }

  private Streak grow(@Nullable Streak streak, int stop) {
    return Streak.grow(streak, stop, fix.time(), quality == FixQuality.SHARP);
  }

  /** Side of a stop's fence for a truck on its way there. */
  private Side sideOf(int stop) {
    Fence fence = plan.stops().get(stop).fence();
    return fence == null ? Side.OUTSIDE : fence.sideOf(fence.metersTo(fix.at()));
  }

  /**
   * Side of the open stop's fence. If the next stop's fence overlaps it, a truck that is clearly at
   * the next stop is outside: it neither arrives here while it passes, nor stays here for ever
   * after it has left for the next stop. If the next stop is in the same place, the one after it
   * counts as well.
   */
  private Side sideOfOpen() {
    Side side = sideOf(open);
    Fence here = plan.stops().get(open).fence();
    if (side == Side.OUTSIDE || here == null) return side;
    boolean hasArrived = visits.stops().get(open).isArrived();
    for (int next = nextVisit(); next < plan.stops().size(); next = plan.visitEnd(next)) {
      Fence there = plan.stops().get(next).fence();
      if (there == null) return side;
      if (Overlap.isClearlyThere(here, there, fix.at(), quality, hasArrived)) return Side.OUTSIDE;
      if (!Overlap.areOnePlace(here, there)) return side;
    }
    return side;
  }
}
