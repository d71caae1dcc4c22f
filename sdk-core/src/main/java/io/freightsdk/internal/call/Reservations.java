package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.environment.TimeSource.Moment;
import io.freightsdk.internal.json.ResponseReader.NamedLoad;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of one call with its guard, one after another. Unless the guard refused a
 * reservation, it is completed once with the outcome of its attempts. A reservation whose {@code
 * reserve} threw is completed, too, because the guard may have made it.
 *
 * <p>Tests: {@code PaidOperationsTest} for nothing sent without a reservation, {@code
 * ReusedKeysTest} for a guard that has charged a key before, {@code ReservationsTest} for a guard
 * that is not certain.
 */
final class Reservations {
  private static final String NOTHING = "the spend guard returned null";

  private final SpendGuard guard;

  /** Receives the exceptions of the guard's {@code complete}. */
  private final Consumer<Throwable> ignored;

  /**
   * A reservation that the guard may have made.
   *
   * @param since the time before the guard was called
   */
  private record Open(Purchase purchase, Moment since) {}

  /** Null without a reservation. */
  private @Nullable Open open;

  /** The charge of its attempts so far. */
  private Charge.Kind kind = Charge.Kind.NONE;

  /** The load of the last response with a load; null for none. */
  private @Nullable NamedLoad load;

  /** The id of the last response with an id; null for none. */
  private @Nullable String requestId;

  /** The highest kind that the guard returned for a charged reservation; null for none. */
  private Charge.@Nullable Kind confirmedKind;

  Reservations(SpendGuard guard, Consumer<Throwable> ignored) {
    this.guard = guard;
    this.ignored = ignored;
  }

  /** Whether the reservation covers another attempt. */
  boolean isOpen() {
    return open != null;
  }

  /** Asks the guard; the reservation stays open unless the guard refused it. */
  Decision reserve(Purchase purchase, Moment now) {
    open = new Open(purchase, now);
    kind = Charge.Kind.NONE;
    load = null;
    requestId = null;
    Decision decision = Objects.requireNonNull(guard.reserve(purchase), NOTHING);
    if (!(decision instanceof SpendGuard.Reservation)) open = null;
    return decision;
  }

  /**
   * The remainder of the time for which the guard waits for the call. A minute later, a ledger
   * treats the charge as unknown. {@code FOREVER} without a reservation.
   */
  Duration remainingValidity(Moment now) {
    Open current = open;
    if (current == null) return TimeSource.FOREVER;
    Duration left = current.purchase.remainingTime().minus(now.since(current.since));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** An attempt of the reservation has ended. */
  void addAttempt(AttemptResult<?> ended) {
    Charge.Kind chargeKind = ended.wasCharged() ? Charge.Kind.CHARGED : ended.charge().kind();
    if (chargeKind.compareTo(kind) > 0) kind = chargeKind;
    if (ended.load() != null) load = ended.load();
    if (ended.requestId() != null) requestId = ended.requestId();
  }

  private Outcome outcome() {
    if (load == null) return new Outcome(kind, null, null, null, requestId);
    return new Outcome(kind, load.number(), load.id(), load.trackingLink(), requestId);
  }

  /** Completes the open reservation, if there may be one, with the outcome of its attempts. */
  void complete() {
    Open ended = open;
    if (ended == null) return;
    open = null;
    Charge.Kind chargeKind = kind;
    try {
      Charge charge = Objects.requireNonNull(guard.complete(ended.purchase, outcome()), NOTHING);
      if (kind == Charge.Kind.CHARGED) chargeKind = charge.kind();
    } catch (Throwable thrown) {
      ignored.accept(thrown);
    }
    if (kind != Charge.Kind.CHARGED) return;
    if (confirmedKind == null || chargeKind.compareTo(confirmedKind) > 0)
      confirmedKind = chargeKind;
  }

  /**
   * The charge of the call: none if its guard knows that another call was charged for the key, and
   * unknown if the guard does not know that yet.
   */
  Charge correctedCharge(Charge total) {
    if (total.kind() != Charge.Kind.CHARGED || confirmedKind == null) return total;
    return switch (confirmedKind) {
      case NONE -> Charge.NONE;
      case UNKNOWN -> Charge.UNKNOWN;
      case CHARGED -> total;
    };
  }
}
