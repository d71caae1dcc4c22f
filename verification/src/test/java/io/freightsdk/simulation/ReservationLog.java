package io.freightsdk.simulation;

import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One question of a call to its guard, and what became of it. */
final class ReservationLog {
  final CallLog call;
  final Purchase purchase;

  /** What was sent with it. */
  final List<CallLog.Attempt> attempts = new ArrayList<>(1);

  /** What the guard has decided, whether its call has heard it or not. */
  @Nullable Decision decision;

  @Nullable Outcome outcome;

  /** Whether the guard has said before the end of its call what it was charged. */
  boolean toldInTime;

  ReservationLog(CallLog call, Purchase purchase) {
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
