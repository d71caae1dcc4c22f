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
 * The reservations of one call with its guard, one after another. Each one that the guard did not
 * refuse is completed once with the outcome of its attempts, also if {@code reserve} threw, because
 * the guard may have made it.
 *
 * <p>Tests: {@code PaidOperationsTest} for nothing sent without a reservation, {@code
 * KeysThatAGuardKnowsTest} for a guard that has charged a key before, {@code ReservationsTest} for
 * one that is not certain.
 */
final class Reservations {
  private static final String NOTHING = "the spend guard returned null";

  private final SpendGuard guard;

  /** Receives what the guard's {@code complete} throws. */
  private final Consumer<Throwable> ignored;

  /**
   * What the guard may have reserved.
   *
   * @param since before the guard was asked
   */
  private record Open(Purchase purchase, Moment since) {}

  /** Null for nothing. */
  private @Nullable Open open;

  /** What its attempts have cost so far. */
  private Charge.Kind kind = Charge.Kind.NONE;

  /** The load of the last of their answers that names one; null for none. */
  private @Nullable NamedLoad load;

  /** The id of the last of their answers that has one; null for none. */
  private @Nullable String requestId;

  /** The most that the guard said of a reservation that was completed as charged; null for none. */
  private Charge.@Nullable Kind said;

  Reservations(SpendGuard guard, Consumer<Throwable> ignored) {
    this.guard = guard;
    this.ignored = ignored;
  }

  /** Whether an attempt may be sent with what is reserved. */
  boolean isOpen() {
    return open != null;
  }

  /** Asks the guard, and throws what it throws. */
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
   * What is left of the time that the guard was told, after which it need not wait for the call any
   * more: a ledger takes its charge for unknown a minute later. For ever without a reservation.
   */
  Duration left(Moment now) {
    Open held = open;
    if (held == null) return TimeSource.FOREVER;
    Duration left = held.purchase.remainingTime().minus(now.since(held.since));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** An attempt of the reservation has ended. */
  void add(AttemptResult<?> ended) {
    Charge.Kind its = ended.isPaid() ? Charge.Kind.CHARGED : ended.charge().kind();
    if (its.compareTo(kind) > 0) kind = its;
    if (ended.load() != null) load = ended.load();
    if (ended.requestId() != null) requestId = ended.requestId();
  }

  private Outcome outcome() {
    if (load == null) return new Outcome(kind, null, null, null, requestId);
    return new Outcome(kind, load.number(), load.id(), load.trackingLink(), requestId);
  }

  /** Completes the open reservation, if there may be one, with the outcome of its attempts. */
  void end() {
    Open ended = open;
    if (ended == null) return;
    open = null;
    Charge.Kind its = kind;
    try {
      Charge charge = Objects.requireNonNull(guard.complete(ended.purchase, outcome()), NOTHING);
      if (kind == Charge.Kind.CHARGED) its = charge.kind();
    } catch (Throwable thrown) {
      ignored.accept(thrown);
    }
    if (kind != Charge.Kind.CHARGED) return;
    if (said == null || its.compareTo(said) > 0) said = its;
  }

  /**
   * What the call cost: nothing if, by its guard, another call was charged for its key, and it is
   * not known if the guard does not know that yet.
   */
  Charge charge(Charge total) {
    if (total.kind() != Charge.Kind.CHARGED || said == null) return total;
    return switch (said) {
      case NONE -> Charge.NONE;
      case UNKNOWN -> Charge.UNKNOWN;
      case CHARGED -> total;
    };
  }
}
