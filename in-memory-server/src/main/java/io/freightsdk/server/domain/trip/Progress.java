package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of a load: its plan, its visits so far and its end. Immutable. */
public record Progress(TripPlan plan, Visits visits, Closing closing) {
  /** Maximum time for which a load waits in AT_DELIVERY for its bill of lading. */
  public static final Duration BOL_TIMEOUT = Duration.ofHours(30);

  /** Time for which fixes are accepted after a load has ended. */
  private static final Duration TRACKING_GRACE = Duration.ofMinutes(1);

  /** Validity of the links of a load after its end. */
  public static final Duration LINK_VALIDITY = Duration.ofDays(7);

  /** A new load: PLANNED, no stop visited. */
  public static Progress of(TripPlan plan) {
    return new Progress(plan, Visits.initial(plan), Closing.NONE);
  }

  /**
   * The state after one more fix, which is not earlier than any before it. Pure; the fix must have
   * passed the ping rules.
   */
  public Progress advance(Fix fix) {
    if (status() == Status.CANCELLED) return this;
    return withVisits(ArrivalRules.step(plan, visits, fix));
  }

  /** One entry per stop of the plan, in its order. */
  public List<StopVisit> stopVisits() {
    return visits.stops();
  }

  public Status status() {
    if (closing.cancelledAt() != null) return Status.CANCELLED;
    if (closing.deliveredAt() != null) return Status.DELIVERED;
    if (visits.lastStop().isArrived()) {
      return deliveredAt() != null ? Status.DELIVERED : Status.AT_DELIVERY;
    }
    if (visits.firstStop().isPassed()) return Status.IN_TRANSIT;
    return visits.firstStop().isArrived() ? Status.AT_PICKUP : Status.PLANNED;
  }

  /**
   * The time of delivery; null before delivery. It is the arrival at the last stop, or the
   * confirmation of the bill of lading if the load waited for it. If that wait times out, it is the
   * arrival, so that the truck is not late.
   */
  public @Nullable Instant deliveredAt() {
    if (closing.deliveredAt() != null) return closing.deliveredAt();
    return plan.awaitsBol() ? null : visits.lastStop().arrivedAt();
  }

  /** The cause of the delivery; null before delivery. */
  public @Nullable DeliveredBy deliveredBy() {
    if (closing.deliveredBy() != null) return closing.deliveredBy();
    return deliveredAt() == null ? null : DeliveredBy.ARRIVAL;
  }

  /** The time by the latest confirmation; null before the first one. */
  public @Nullable Instant bolReceivedAt() {
    return closing.bolReceivedAt();
  }

  /**
   * Whether the wait for the bill of lading timed out, and no confirmation came since then. False
   * while the load waits.
   */
  public boolean bolMissing() {
    return closing.deliveredBy() == DeliveredBy.BOL_TIMEOUT && closing.bolReceivedAt() == null;
  }

  /**
   * The time at which a load in AT_DELIVERY becomes DELIVERED without its bill of lading; null in
   * every other status.
   */
  public @Nullable Instant bolDueAt() {
    Instant arrivedAt = visits.lastStop().arrivedAt();
    return arrivedAt == null || status() != Status.AT_DELIVERY ? null : arrivedAt.plus(BOL_TIMEOUT);
  }

  /**
   * Ends the wait for the bill of lading if it has timed out at {@code now}: the load was delivered
   * when it arrived. Otherwise returns this.
   */
  public Progress expireBol(Instant now) {
    Instant due = bolDueAt();
    Instant arrivedAt = visits.lastStop().arrivedAt();
    return due == null || arrivedAt == null || now.isBefore(due)
        ? this
        : withClosing(closing.deliver(arrivedAt, DeliveredBy.BOL_TIMEOUT));
  }

  /**
   * The state if no fix follows the latest one for this time. A truck that was last seen in the
   * fence of its last stop has then parked there, because its driver closed the page at the dock.
   * In any other case it is this state: a phone without a network may send its fixes later.
   */
  Progress afterSilence(Fix latest, Duration silence) {
    Fix same =
        new Fix(
            latest.time().plus(silence), latest.coordinates(), latest.accuracyMeters(), null, null);
    Visits then = ArrivalRules.step(plan, visits, same);
    Fence fence = plan.lastStop().fence();
    boolean arrives =
        !status().isTerminal()
            && !visits.lastStop().isArrived()
            && then.lastStop().isArrived()
            && then.missedStops() == visits.missedStops()
            && fence != null
            && fence.contains(latest.coordinates());
    return arrives ? withVisits(then) : this;
  }

  /**
   * Records the bill of lading ({@code confirmDelivery}). This delivers a load that waits at its
   * last stop. A load whose driver has not arrived, or that is cancelled, does not change.
   */
  public Progress confirm(Instant bolReceivedAt, Instant now) {
    return switch (status()) {
      case AT_DELIVERY -> {
        Closing delivered = closing.deliver(notBeforeArrival(now), DeliveredBy.CONFIRMATION);
        yield withClosing(delivered.confirm(bolReceivedAt, now));
      }
      case DELIVERED -> withClosing(closing.confirm(bolReceivedAt, now));
      case PLANNED, AT_PICKUP, IN_TRANSIT, CANCELLED -> this;
    };
  }

  /** DELIVERED by hand, independent of its fixes; a delivered or cancelled load does not change. */
  public Progress deliverByHand(Instant now) {
    return status().isTerminal()
        ? this
        : withClosing(closing.deliver(notBeforeArrival(now), DeliveredBy.MANUAL));
  }

  /** A phone's clock may be ahead of the server's, and so may an arrival. */
  private Instant notBeforeArrival(Instant now) {
    Instant arrivedAt = visits.lastStop().arrivedAt();
    return arrivedAt != null && arrivedAt.isAfter(now) ? arrivedAt : now;
  }

  /** Cancels the load. A delivered or cancelled load does not change. */
  public Progress cancel(Instant now) {
    return status().isTerminal() ? this : withClosing(closing.cancel(now));
  }

  /**
   * Changes the event that completes the load. A delivered load stays delivered, and a cancelled
   * load does not change.
   */
  public Progress withAwaitsBol(boolean awaits) {
    if (status() == Status.CANCELLED) return this;
    Instant deliveredAt = deliveredAt();
    DeliveredBy by = deliveredBy();
    Closing kept = deliveredAt == null || by == null ? closing : closing.deliver(deliveredAt, by);
    return new Progress(plan.withAwaitsBol(awaits), visits, kept);
  }

  /**
   * The time after which measured fixes are refused; null while the load is neither delivered nor
   * cancelled.
   *
   * <ul>
   *   <li>A delivered load: 60 s after the departure from its last stop or the confirmation of its
   *       bill of lading, whichever comes first, and at most seven days after the delivery.
   *   <li>A load that was cancelled or finished by hand: 60 s after that.
   * </ul>
   */
  public @Nullable Instant trackingEndsAt() {
    if (closing.cancelledAt() != null) return closing.cancelledAt().plus(TRACKING_GRACE);
    Instant deliveredAt = deliveredAt();
    if (deliveredAt == null) return null;
    boolean isByHand = closing.deliveredBy() == DeliveredBy.MANUAL;
    Instant finishedAt =
        isByHand ? deliveredAt : earlier(visits.lastStop().departedAt(), closing.bolConfirmedAt());
    Instant latest = deliveredAt.plus(LINK_VALIDITY);
    if (finishedAt == null) return latest;
    Instant graceBegins = finishedAt.isBefore(deliveredAt) ? deliveredAt : finishedAt;
    return earlier(graceBegins.plus(TRACKING_GRACE), latest);
  }

  Progress withVisits(Visits newVisits) {
    return new Progress(plan, newVisits, closing);
  }

  /** The state with these visits, before anything that closed the load after {@code time}. */
  Progress asOf(Instant time, Visits then) {
    return new Progress(plan, then, closing.asOf(time));
  }

  private Progress withClosing(Closing newClosing) {
    return new Progress(plan, visits, newClosing);
  }

  private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
    if (a == null || b == null) return a == null ? b : a;
    return a.isBefore(b) ? a : b;
  }

  /** The cause of a delivery. */
  public enum DeliveredBy {
    /** The arrival at its last stop. */
    ARRIVAL,
    /** The confirmation of its bill of lading, for which it waited at its last stop. */
    CONFIRMATION,
    /** The end of that wait. */
    BOL_TIMEOUT,
    /** A person or the test control. */
    MANUAL
  }

  /**
   * The end of a load by anything but its driver's fixes. It also keeps an arrival that had
   * delivered the load before {@link Progress#withAwaitsBol} changed the rule.
   *
   * @param deliveredAt null when it is not delivered, or its arrival alone delivers it
   * @param deliveredBy null together with {@code deliveredAt}
   * @param bolReceivedAt by the latest confirmation; null while the bill of lading is missing
   * @param bolConfirmedAt time of the first confirmation
   * @param cancelledAt null unless cancelled
   */
  record Closing(
      @Nullable Instant deliveredAt,
      @Nullable DeliveredBy deliveredBy,
      @Nullable Instant bolReceivedAt,
      @Nullable Instant bolConfirmedAt,
      @Nullable Instant cancelledAt) {
    static final Closing NONE = new Closing(null, null, null, null, null);

    Closing deliver(Instant at, DeliveredBy by) {
      return new Closing(at, by, bolReceivedAt, bolConfirmedAt, cancelledAt);
    }

    /**
     * Records a confirmation. A further one replaces {@code bolReceivedAt} and keeps the {@code
     * bolConfirmedAt} of the first.
     */
    Closing confirm(Instant receivedAt, Instant now) {
      Instant first = bolConfirmedAt == null ? now : bolConfirmedAt;
      return new Closing(deliveredAt, deliveredBy, receivedAt, first, cancelledAt);
    }

    /** The end without anything that happened after {@code time}. */
    Closing asOf(Instant time) {
      boolean wasGivenUp = deliveredBy == DeliveredBy.BOL_TIMEOUT;
      boolean wasDelivered = happenedBy(deliveredAt, wasGivenUp ? time.minus(BOL_TIMEOUT) : time);
      boolean wasConfirmed = happenedBy(bolConfirmedAt, time);
      return new Closing(
          wasDelivered ? deliveredAt : null,
          wasDelivered ? deliveredBy : null,
          wasConfirmed ? bolReceivedAt : null,
          wasConfirmed ? bolConfirmedAt : null,
          happenedBy(cancelledAt, time) ? cancelledAt : null);
    }

    private static boolean happenedBy(@Nullable Instant at, Instant time) {
      return at != null && !at.isAfter(time);
    }

    Closing cancel(Instant now) {
      return new Closing(deliveredAt, deliveredBy, bolReceivedAt, bolConfirmedAt, now);
    }
  }
}
