package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One question of a call to its guard, and what became of it. */
final class Held {
  final CallLog call;
  final Purchase purchase;
  final long askedAt;

  /** The reading of the list that its price is of; null for no price, or a stated one. */
  final @Nullable CallLog reading;

  /** What was sent with it. */
  final List<CallLog.Attempt> attempts = new ArrayList<>(1);

  /** When the guard made up its mind; its answer may come later. */
  long madeAt = -1;

  /** What the guard has decided, whether its call has heard it or not. */
  @Nullable Decision decision;

  long decidedAt = -1;

  @Nullable Outcome outcome;
  long completedAt = -1;

  /** What the guard says that it was charged. */
  @Nullable Charge told;

  long toldAt = -1;

  /** Whether it said so before its call had ended. */
  boolean toldInTime;

  Held(CallLog call, Purchase purchase, long askedAt) {
    this.call = call;
    this.purchase = purchase;
    this.askedAt = askedAt;
    Quote quote = purchase.quote();
    boolean isRead = quote != null && quote.readAt() != null;
    this.reading = isRead ? readingOf(call.process, quote.readAt()) : null;
  }

  /** It began then, and was sent then or later. */
  private static @Nullable CallLog readingOf(SimulatedProcess process, Instant readAt) {
    Map.Entry<Instant, CallLog> sent = process.readings.ceilingEntry(readAt);
    return sent == null ? null : sent.getValue();
  }

  boolean isReserved() {
    return decision instanceof Reservation;
  }

  /** When the service said its price, or the guard was asked with it. */
  long pricedAt() {
    CallLog.Attempt answered = reading == null ? null : reading.last();
    return answered == null ? askedAt : Math.min(askedAt, answered.processedAt);
  }

  boolean isOpen() {
    return isReserved() && outcome == null;
  }

  /** Whether its price had grown too old when it was completed. */
  boolean isPriceTooOld() {
    Quote quote = purchase.quote();
    Instant readAt = quote == null ? null : quote.readAt();
    if (readAt == null || outcome == null) return false;
    Instant ended = SimulatedWorld.START.plusNanos(completedAt);
    return !readAt.plus(Settings.MAX_PRICE_AGE).isAfter(ended);
  }

  /** Whether it may have cost something, as far as is known now. */
  boolean mayHaveCost() {
    return outcome == null || outcome.kind() != Charge.Kind.NONE;
  }

  @Override
  public String toString() {
    return "the reservation of " + call + " for attempt " + purchase.attempt();
  }
}
