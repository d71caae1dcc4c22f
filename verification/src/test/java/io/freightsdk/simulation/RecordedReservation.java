package io.freightsdk.simulation;

import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One reservation request of a call to its guard, with its outcome. */
final class RecordedReservation {
  final RecordedCall call;
  final Purchase purchase;

  /** The attempts that it paid for. */
  final List<RecordedCall.Attempt> attempts = new ArrayList<>(1);

  /** The decision of the guard; null before. */
  @Nullable Decision decision;

  @Nullable Outcome outcome;

  /** Whether the guard returned the charge before the call ended. */
  boolean gotChargeInTime;

  RecordedReservation(RecordedCall call, Purchase purchase) {
    this.call = call;
    this.purchase = purchase;
  }

  boolean isReserved() {
    return decision instanceof Reservation;
  }

  boolean isOpen() {
    return isReserved() && outcome == null;
  }

  @Override
  public String toString() {
    return "the reservation of " + call + " for attempt " + purchase.attempt();
  }
}
