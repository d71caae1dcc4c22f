package io.freightsdk.server.domain.trip;

import static java.util.Objects.requireNonNull;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.Fence.Side;
import io.freightsdk.server.domain.trip.Stand.By;
import io.freightsdk.server.domain.trip.Stand.Left;
import io.freightsdk.server.domain.trip.Visits.Streak;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what one more fix, not earlier than any before it, means for the stops. Pure: the only
 * time it knows is that of the fix.
 */
final class VisitRules {
  static final Duration MIN_STAY = Duration.ofMinutes(1);
  static final int SHARP_FIXES_TO_MISS = 2;
  static final int COARSE_FIXES_TO_MISS = 5;

  /** Ten times as wide as the vaguest fix that counts is accurate: its truck is inside. */
  private static final double WIDE_TO_COARSE_FIXES_METERS = 1_500;

  static final int FIXES_TO_LEAVE = 2;

  private final TripPlan plan;
  private final Visits visits;
  private final Fix fix;
  private final FixQuality quality;
  private final Published published;
  private final int open;

  private VisitRules(TripPlan plan, Visits before, Fix fix, Published published) {
    this.plan = plan;
    this.fix = fix;
    this.quality = FixQuality.of(fix.accuracyMeters());
    this.published = published;
    this.open = before.open();
    this.visits = before.standing(Stand.next(before.stand(), standsBy(before), fix));
  }

  /** {@code visits} after {@code fix}, as far as {@code published} allows it. */
  static Visits step(TripPlan plan, Visits visits, Fix fix, Published published) {
    boolean isUsable = FixQuality.of(fix.accuracyMeters()) != FixQuality.UNUSABLE;
    boolean hasOpen = visits.open() < visits.stops().size();
    return isUsable && hasOpen ? new VisitRules(plan, visits, fix, published).step() : visits;
  }

  private Visits step() {
    boolean atStop = visits.stops().get(open).isArrived();
    Side side = sideOfOpen();
    Visits next = atStop ? whileAtStop(side) : onTheWay(side);
    return isAtOpen(next, side) ? next : lookAhead(next);
  }

  /** Whether the fix is inside the stop that is open now, or no stop is. */
  private boolean isAtOpen(Visits next, Side side) {
    int nowOpen = next.open();
    if (nowOpen == open) return side == Side.INSIDE;
    return nowOpen == plan.stops().size()
        || next.stops().get(nowOpen).isArrived()
        || sideOf(nowOpen) == Side.INSIDE;
  }

  private Visits onTheWay(Side side) {
    return switch (side) {
      case GREY_ZONE -> visits.watching(unlessStanding(visits.inside()), null, visits.ahead());
      case OUTSIDE -> visits.inside() == null ? visits : pastOpen(visits.inside());
      case INSIDE -> {
        Streak inside = grow(visits.inside(), open);
        yield arrives(inside)
            ? visits.arrive(plan, open, inside.since(), fix.time())
            : visits.watching(inside, null, visits.ahead());
      }
    };
  }

  /**
   * A truck that came into the open stop's fence and is outside now, or clearly at the next stop.
   * If it took its time to come here, it was slow inside: its phone may have slept at the dock, or
   * the driver may have closed the page.
   */
  private Visits pastOpen(Streak inside) {
    Streak whole = inside.until(fix);
    if (arrives(whole)) {
      return visits
          .arrive(plan, open, whole.since(), fix.time())
          .watching(null, grow(null, open), null);
    }
    boolean isStillInside = sideOf(open) == Side.INSIDE;
    return visits.watching(isStillInside ? whole : null, null, visits.ahead());
  }

  private boolean arrives(Streak inside) {
    return inside.provesArrival() && published.allowsArrival(inside.stop(), inside.since());
  }

  private Visits whileAtStop(Side side) {
    return switch (side) {
      case GREY_ZONE -> {
        Streak outside = unlessStanding(visits.outside());
        boolean staysHere = visits.outside() != null && outside == null;
        // Otherwise the truck could arrive at the next stop before it has left this one.
        Streak inside = staysHere ? null : unlessOutsideNext(visits.inside());
        yield moveOnIfStandingAtNext(visits.watching(inside, outside, visits.ahead()));
      }
      case INSIDE -> moveOnIfStandingAtNext(visits.watching(null, null, null));
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

  /**
   * A streak while the truck is between the two circles of its fence, where the side does not
   * change. A truck that stands there ends the streak, so that one stray fix does not start an
   * arrival or departure that is completed hours later.
   */
  private @Nullable Streak unlessStanding(@Nullable Streak streak) {
    return requireNonNull(visits.stand()).isLongEnough() ? null : streak;
  }

  private boolean hasStayed(Duration time) {
    Instant arrivedAt = visits.stops().get(open).arrivedAt();
    return arrivedAt != null && !fix.time().isBefore(arrivedAt.plus(time));
  }

  /** The next stop's fence; null when there is none. */
  private @Nullable Fence nextFence() {
    int next = nextVisit();
    return next == plan.stops().size() ? null : plan.stops().get(next).fence();
  }

  /** Whether the next stop is so close that a truck may stand at both at once. */
  private boolean sharesPlaceWithNext() {
    Fence here = plan.stops().get(open).fence();
    Fence there = nextFence();
    return here != null && there != null && Overlap.areOnePlace(here, there);
  }

  /** The stop at which a truck would stand that stands at the place of this fix. */
  private By standsBy(Visits before) {
    Fence here = plan.stops().get(open).fence();
    Fence there = nextFence();
    if (here == null || !before.stops().get(open).isArrived()) return By.NONE;
    boolean isNearNext = there != null && Overlap.standsThere(here, there, fix.coordinates());
    if (isNearNext && sideOf(open) != Side.OUTSIDE) return By.NEXT;
    return here.contains(fix.coordinates()) ? By.OPEN : By.NONE;
  }

  /**
   * A truck that has stood at the open stop and now stands at the next one has driven from the
   * first to the second, although their fences overlap. In one yard no stand distinguishes the two;
   * in one ZIP code, where the docks may be miles apart, a stand at another place does.
   */
  private Visits moveOnIfStandingAtNext(Visits here) {
    Stand stand = requireNonNull(visits.stand());
    Left left = stand.left();
    int next = nextVisit();
    if (left == null || left.by() != By.OPEN || !stand.isLongEnough()) return here;
    boolean isInOneZipCode =
        stand.by() == By.OPEN && sharesPlaceWithNext() && !plan.stops().get(next).isExact();
    boolean isAtNext =
        (stand.by() == By.NEXT || isInOneZipCode)
            && published.allowsDeparture(open, left.at())
            && published.allowsArrival(next, stand.since());
    return isAtNext
        ? here.depart(plan, open, left.at(), fix.time())
            .arrive(plan, next, stand.since(), fix.time())
        : here;
  }

  /**
   * The fixes that prove a departure may be the first inside the next stop: they count there too. A
   * truck that leaves the place of two stops after standing there, or near the second, leaves both.
   */
  private Visits leave(Instant at, @Nullable Streak inside) {
    Visits left = visits.depart(plan, open, at, fix.time());
    int next = nextVisit();
    boolean leavesBoth =
        inside == null
            && hasStoodForBoth()
            && published.allowsArrival(next, at)
            && published.allowsDeparture(next, at);
    if (leavesBoth) {
      return left.arrive(plan, next, at, fix.time()).depart(plan, next, at, fix.time());
    }
    Streak ahead = visits.ahead() == null ? null : visits.ahead().notBefore(at);
    if (inside == null) return left.watching(null, null, ahead);
    return arrives(inside)
        ? left.arrive(plan, next, inside.since(), fix.time())
        : left.watching(inside, null, ahead);
  }

  /**
   * Whether the truck has stood where it may have served both stops. A driver may live near the
   * next stop, so nothing is loaded before the truck has stood at the first.
   */
  private boolean hasStoodForBoth() {
    Left left = requireNonNull(visits.stand()).left();
    if (left == null) return false;
    boolean isLoaded = open > 0;
    return sharesPlaceWithNext()
        || (left.isUnseen() && mayHaveSleptAtBoth(left.first()))
        || (isLoaded && left.by() == By.NEXT);
  }

  /**
   * Whether a truck that was seen at this place, and then for a while nowhere, may have been at
   * either stop. A narrow fence that does not hold the place says that its stop was not meant.
   */
  private boolean mayHaveSleptAtBoth(Coordinates place) {
    Fence here = plan.stops().get(open).fence();
    Fence there = nextFence();
    return here != null
        && there != null
        && here.metersTo(there.center()) <= Stand.ASLEEP_WITHIN_METERS
        && here.contains(place)
        && there.contains(place);
  }

  /** A streak inside the next stop ends with a fix outside it, wherever else that fix may be. */
  private @Nullable Streak unlessOutsideNext(@Nullable Streak inside) {
    int next = nextVisit();
    boolean isOutside = next == plan.stops().size() || sideOf(next) == Side.OUTSIDE;
    return isOutside ? null : inside;
  }

  private @Nullable Streak insideNext() {
    int next = nextVisit();
    if (next == plan.stops().size()) return null;
    return switch (sideOf(next)) {
      case INSIDE -> grow(visits.inside(), next);
      case GREY_ZONE -> unlessStanding(visits.inside());
      case OUTSIDE -> null;
    };
  }

  /** A truck that stands inside a later stop's fence has missed the earlier stops. */
  private Visits lookAhead(Visits next) {
    Streak ahead = next.ahead();
    int seenAt = firstContaining(plan.visitEnd(next.open()));
    if (seenAt == plan.stops().size()) {
      boolean drifting = ahead != null && sideOf(ahead.stop()) == Side.GREY_ZONE;
      Streak kept = drifting ? unlessStanding(ahead) : null;
      return next.watching(next.inside(), next.outside(), kept);
    }
    Streak grown = grow(ahead, seenAt);
    Visits seen = next.watching(next.inside(), next.outside(), grown);
    boolean missed =
        (quality == FixQuality.SHARP || isSeenByMany(plan, grown))
            && seen.first().isArrived()
            && standsAhead(plan, seen)
            && published.allowsSkipping(seen, seenAt, grown.since());
    return missed
        ? seen.skipTo(seenAt, grown.since(), fix.time())
            .arrive(plan, seenAt, grown.since(), fix.time())
        : seen;
  }

  /**
   * Whether the truck stands inside a later stop's fence. If it was seen at the first stop, the
   * stops in between are then missed. If it was not, the load is not loaded: the driver may live
   * near the later stop.
   */
  static boolean standsAhead(TripPlan plan, Visits visits) {
    Streak ahead = visits.ahead();
    Stand stand = visits.stand();
    return ahead != null
        && stand != null
        && (ahead.sharp() >= SHARP_FIXES_TO_MISS || isSeenByMany(plan, ahead))
        && stand.isLongEnough(ahead.since());
  }

  /** Whether fixes show the truck in a later stop's fence however coarse they are. */
  private static boolean isSeenByMany(TripPlan plan, Streak ahead) {
    Fence fence = plan.stops().get(ahead.stop()).fence();
    return ahead.fixes() >= COARSE_FIXES_TO_MISS
        && fence != null
        && fence.radiusMeters() >= WIDE_TO_COARSE_FIXES_METERS;
  }

  /** The first stop of the first visit from {@code begin} on whose fence holds the fix. */
  private int firstContaining(int begin) {
    List<PlannedStop> stops = plan.stops();
    for (int i = begin; i < stops.size(); i++) {
      Fence fence = stops.get(i).fence();
      if (fence != null && fence.contains(fix.coordinates())) return plan.visitStart(i);
    }
    return stops.size();
  }

  private int nextVisit() {
    return plan.visitEnd(open);
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
   * Side of the open stop's fence. If the next stop's fence overlaps it, a truck that is clearly at
   * the next stop is outside: it neither arrives here while it passes, nor stays here for ever
   * after it has left for the next stop. If the next stop is in the same place, the one after it
   * counts as well.
   */
  private Side sideOfOpen() {
    Side side = sideOf(open);
    Fence here = plan.stops().get(open).fence();
    if (side == Side.OUTSIDE || here == null) return side;
    for (int next = nextVisit(); next < plan.stops().size(); next = plan.visitEnd(next)) {
      Fence there = plan.stops().get(next).fence();
      if (there == null) return side;
      if (Overlap.isClearlyThere(here, there, fix.coordinates(), quality)) return Side.OUTSIDE;
      if (!Overlap.areOnePlace(here, there)) return side;
    }
    return side;
  }
}
