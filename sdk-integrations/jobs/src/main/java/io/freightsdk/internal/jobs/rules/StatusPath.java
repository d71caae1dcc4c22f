package io.freightsdk.internal.jobs.rules;

import io.freightsdk.jobs.LoadEvent.StatusChanged;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The changes of status between two positions. A status that no read saw is included only if the
 * stop times of the later position prove it.
 */
public final class StatusPath {
  private static final List<LoadStatus> LIFECYCLE =
      List.of(
          LoadStatus.PLANNED,
          LoadStatus.AT_PICKUP,
          LoadStatus.IN_TRANSIT,
          LoadStatus.AT_DELIVERY,
          LoadStatus.DELIVERED);

  private StatusPath() {}

  /**
   * Returns the changes from a status to the status of {@code after}, each from the status before
   * it.
   */
  static List<StatusChanged> between(LoadStatus from, LoadPosition after) {
    LoadStatus to = after.status();
    if (from.equals(to)) {
      return List.of();
    }
    List<StatusChanged> changes = new ArrayList<>();
    LoadStatus current = from;
    for (LoadStatus passed : stepsBetween(from, to)) {
      Instant enteredAt = enteredAt(passed, after);
      if (enteredAt != null) {
        changes.add(new StatusChanged(after.loadNumber(), current, passed, enteredAt));
        current = passed;
      }
    }
    changes.add(new StatusChanged(after.loadNumber(), current, to, enteredAt(to, after)));
    return changes;
  }

  /**
   * The statuses between two statuses. Empty if one of them is unknown, or the load went backwards.
   */
  private static List<LoadStatus> stepsBetween(LoadStatus from, LoadStatus to) {
    int first = LIFECYCLE.indexOf(from);
    // A load may be cancelled at any time before its delivery.
    int last = LIFECYCLE.indexOf(to.equals(LoadStatus.CANCELLED) ? LoadStatus.DELIVERED : to);
    return first < 0 || last <= first ? List.of() : LIFECYCLE.subList(first + 1, last);
  }

  private static @Nullable Instant enteredAt(LoadStatus status, LoadPosition position) {
    if (status.equals(LoadStatus.AT_PICKUP)) {
      return firstPickup(position).map(PositionStop::arrivedAt).orElse(null);
    }
    if (status.equals(LoadStatus.IN_TRANSIT)) {
      return firstPickup(position).map(PositionStop::departedAt).orElse(null);
    }
    if (status.equals(LoadStatus.AT_DELIVERY)) return waitedAtDeliverySince(position);
    return status.equals(LoadStatus.DELIVERED) ? position.deliveredAt() : null;
  }

  /** A load that is delivered on arrival does not wait at its delivery. */
  private static @Nullable Instant waitedAtDeliverySince(LoadPosition position) {
    Instant arrivedAt = lastDelivery(position).map(PositionStop::arrivedAt).orElse(null);
    Instant deliveredAt = position.deliveredAt();
    boolean deliveredOnArrival =
        arrivedAt != null && deliveredAt != null && !deliveredAt.isAfter(arrivedAt);
    return deliveredOnArrival ? null : arrivedAt;
  }

  private static Optional<PositionStop> firstPickup(LoadPosition position) {
    return position.stops().stream()
        .filter(stop -> StopType.PICKUP.equals(stop.type()))
        .findFirst();
  }

  private static Optional<PositionStop> lastDelivery(LoadPosition position) {
    return position.stops().stream()
        .filter(stop -> StopType.DELIVERY.equals(stop.type()))
        .reduce((earlier, later) -> later);
  }
}
