package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.Fence.Side;
import io.freightsdk.server.domain.trip.Visits.Streak;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
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

  /**
   * After this time at the first of two stops that no fix tells apart, the truck counts as at the
   * next.
   */
  static final Duration DWELL_AT_ONE_PLACE = Duration.ofMinutes(30);

  /**
   * A truck that was seen at no pickup must stay this long at the last stop to count as unloaded.
   */
  static final Duration UNLOADED_AFTER = Duration.ofMinutes(30);

  static final int FIXES_TO_UNLOAD = 3;

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

  /**
   * The fences that a fix must at least come near to change {@code visits}; null when any fix may
   * change them.
   */
  static @Nullable List<Fence> fencesThatMatter(TripPlan plan, Visits visits) {
    List<PlannedStop> stops = plan.stops();
    int open = visits.open();
    if (open == stops.size()) return List.of();
    boolean isOnTheWay = !visits.stops().get(open).isArrived();
    // One outside the open stop begins only after the arrival there.
    boolean hasStreak = visits.inside() != null || visits.ahead() != null;
    if (!isOnTheWay || hasStreak) return null;
    return stops.subList(open, stops.size()).stream()
        .map(PlannedStop::fence)
        .filter(Objects::nonNull)
        .toList();
  }

  private Visits step() {
    if (quality == FixQuality.UNUSABLE || open == visits.stops().size()) return visits;
    boolean atStop = visits.stops().get(open).isArrived();
    Side side = sideOfOpen();
    Visits next = atStop ? whileAtStop(side) : onTheWay(side);
    boolean nearPickup = side != Side.OUTSIDE && plan.stops().get(open).isPickup();
    if (nearPickup) next = next.seeingPickup();
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
        if (isDoneAtOnePlace() && published.allowsDeparture(open, fix.time())) {
          yield leave(fix.time(), grow(null, nextVisit()));
        }
        // What is inside the next stop is watched only beside what is outside this one.
        boolean watchesNothing = visits.outside() == null && visits.ahead() == null;
        yield watchesNothing ? visits : visits.watching(null, null, null);
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

  /**
   * Whether the truck, inside two stops that this fix does not tell apart, has been there so long
   * that it counts as done at the first one. In one yard or one ZIP code nothing else can show it.
   */
  private boolean isDoneAtOnePlace() {
    int next = nextVisit();
    Fence here = plan.stops().get(open).fence();
    Fence there = next == plan.stops().size() ? null : plan.stops().get(next).fence();
    return here != null
        && there != null
        && there.contains(fix.at())
        && Overlap.areOnePlace(here, there)
        && !Overlap.isClearlyThere(there, here, fix.at(), quality)
        && hasStayed(DWELL_AT_ONE_PLACE);
  }

  /**
   * The fixes that prove a departure may be the first inside the next stop: they count there too.
   */
  private Visits leave(Instant at, @Nullable Streak inside) {
    Visits left = visits.depart(plan, open, at, fix.time());
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
    int seenAt = firstContaining();
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
   * After ten minutes in a later fence, the stops before it count as missed. If this would end a
   * load although the truck was never near its pickup, it takes half an hour of fixes, because a
   * truck that waits close to the consignee on its way to the pickup has delivered nothing.
   */
  private boolean provesMissed(Visits next, Streak ahead) {
    boolean endsLoad = plan.visitEnd(ahead.stop()) == plan.stops().size();
    boolean mayStillLoad = endsLoad && !next.pickupSeen() && hasPickupOnTheMap();
    Duration stay = mayStillLoad ? UNLOADED_AFTER : MISSED_AFTER;
    int fixes = mayStillLoad ? FIXES_TO_UNLOAD : FIXES_TO_MISS;
    return ahead.fixes() >= fixes && !fix.time().isBefore(ahead.since().plus(stay));
  }

  private boolean hasPickupOnTheMap() {
    return plan.stops().stream().anyMatch(stop -> stop.isPickup() && stop.fence() != null);
  }

  /** The first stop of the first later visit whose fence holds the fix. */
  private int firstContaining() {
    List<PlannedStop> stops = plan.stops();
    for (int i = nextVisit(); i < stops.size(); i++) {
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
   * after it has left for the next stop.
   */
  private Side sideOfOpen() {
    Side side = sideOf(open);
    int next = nextVisit();
    if (side == Side.OUTSIDE || next == plan.stops().size()) return side;
    Fence here = plan.stops().get(open).fence();
    Fence there = plan.stops().get(next).fence();
    boolean isThere =
        here != null && there != null && Overlap.isClearlyThere(here, there, fix.at(), quality);
    return isThere ? Side.OUTSIDE : side;
  }
}
