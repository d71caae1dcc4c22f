package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one call reserves with its guard, one reservation after another. Each that was not refused
 * is completed once with what became of its attempts, also one of which the guard could not say
 * whether it made it.
 *
 * <p>That nothing leaves without its reservation is held by {@code PaidOperationsTest}, and that a
 * guard which knows a key makes its repeat free by {@code KeysThatAGuardKnowsTest}.
 */
final class Reservations {
  private static final String NOTHING = "the spend guard returned null";

  private final SpendGuard guard;

  /** Called with what the guard throws from its {@code complete}. */
  private final Consumer<Throwable> ignored;

  /** What the guard may hold; null for nothing. */
  private @Nullable Purchase open;

  /** What became of its attempts. */
  private Outcome outcome = Outcome.NONE;

  /** Whether a reservation was completed as charged. */
  private boolean wasCharged;

  /** Whether the guard said of one that this call has paid for it. */
  private boolean isPaidHere;

  Reservations(SpendGuard guard, Consumer<Throwable> ignored) {
    this.guard = guard;
    this.ignored = ignored;
  }

  /** Whether an attempt may be sent with what is reserved. */
  boolean isOpen() {
    return open != null;
  }

  /** Asks the guard, and throws what it throws. */
  Decision reserve(Purchase purchase) {
    open = purchase;
    outcome = Outcome.NONE;
    Decision decision;
    try {
      decision = Objects.requireNonNull(guard.reserve(purchase), NOTHING);
    } catch (IllegalCallerException notAsked) {
      open = null;
      throw notAsked;
    }
    if (decision instanceof SpendGuard.Refusal) open = null;
    return decision;
  }

  /** An attempt of the reservation has ended. */
  void add(Attempt<?> ended) {
    Charge.Kind kind = ended.isPaid() ? Charge.Kind.CHARGED : ended.charge().kind();
    Charge.Kind before = outcome.kind();
    String load = ended.loadNumber();
    String request = ended.requestId();
    outcome =
        new Outcome(
            kind.compareTo(before) > 0 ? kind : before,
            load != null ? load : outcome.loadNumber(),
            request != null ? request : outcome.requestId());
  }

  /** Completes the reservation with what became of its attempts, if there may be one. */
  void end() {
    Purchase ended = open;
    if (ended == null) return;
    open = null;
    boolean charged = outcome.kind() == Charge.Kind.CHARGED;
    wasCharged |= charged;
    try {
      Charge said = Objects.requireNonNull(guard.complete(ended, outcome), NOTHING);
      isPaidHere |= charged && !said.equals(Charge.NONE);
    } catch (Throwable thrown) {
      isPaidHere |= charged;
      ignored.accept(thrown);
    }
  }

  /** What the call cost: nothing, if the guard says that another call was charged for its key. */
  Charge charge(Charge total) {
    boolean isPaidByAnother = total.kind() == Charge.Kind.CHARGED && wasCharged && !isPaidHere;
    return isPaidByAnother ? Charge.NONE : total;
  }
}
