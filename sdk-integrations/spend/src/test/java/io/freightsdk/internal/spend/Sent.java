package io.freightsdk.internal.spend;

import io.freightsdk.Charge;

/** A reservation of a program of {@link MoneyModel}, and what its caller knows. */
final class Sent {
  final Wish wish;
  final long deadline;
  boolean sentOnce;
  boolean mayBeLost;
  boolean charged;
  String load;
  Charge.Kind told;

  /** Until when the service may still debit a request of it; 0 if none is on its way. */
  long onItsWayUntil;

  Sent(Wish wish, long deadline) {
    this.wish = wish;
    this.deadline = deadline;
  }

  /** What is paid at most once: its key, or itself. */
  String thing() {
    return wish.key() == null ? wish.id() : wish.key();
  }

  /** When it was reserved. */
  long at() {
    return deadline - wish.atMost();
  }

  /** Whether the service will surely not debit any more. */
  boolean isOver(long now) {
    return now >= onItsWayUntil;
  }
}
