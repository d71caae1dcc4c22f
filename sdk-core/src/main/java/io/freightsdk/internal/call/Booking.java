package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.concurrent.LinkedFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What one call has reserved with its guard, one reservation after another. Each is completed
 * exactly once with what became of its attempts, also one that comes too late.
 */
final class Booking {
  private static final String NOTHING = "the spend guard returned null";

  private final CallRunner runner;
  private final CallSpec<?> spec;
  private final String callId;

  /** What the guard decides; null when it was asked nothing, or the call has heard it. */
  private @Nullable CompletableFuture<Decision> asked;

  private @Nullable Reservation reservation;

  /** What became of the attempts of the last reservation. */
  private Outcome outcome = Outcome.NONE;

  /** What the guard says to each outcome that was charged. */
  private final List<CompletableFuture<@Nullable Charge>> charged = new ArrayList<>();

  /** What the guard says to the last outcome that it was told. */
  private CompletableFuture<@Nullable Charge> completed = CompletableFuture.completedFuture(null);

  Booking(CallRunner runner, CallSpec<?> spec, String callId) {
    this.runner = runner;
    this.spec = spec;
    this.callId = callId;
  }

  /** Whether an attempt may be sent with what is reserved. */
  boolean isOpen() {
    return reservation != null;
  }

  /** Asks the guard for a reservation, once it has heard of the one before. */
  CompletableFuture<Decision> reserve(Purchase purchase) {
    CompletableFuture<Decision> decision = new CompletableFuture<>();
    asked = decision;
    CompletableFuture<?> unused =
        completed.whenComplete(
            (charge, failure) -> {
              if (!decision.isDone()) ask(purchase, decision);
            });
    return decision;
  }

  private void ask(Purchase purchase, CompletableFuture<Decision> decision) {
    try {
      CompletionStage<Decision> comes =
          Objects.requireNonNull(runner.guard.reserve(purchase), NOTHING);
      CompletionStage<?> unused =
          comes.whenComplete((made, failure) -> decided(decision, made, failure));
    } catch (Throwable thrown) {
      decision.completeExceptionally(thrown);
    }
  }

  private void decided(
      CompletableFuture<Decision> decision, @Nullable Decision made, @Nullable Throwable failure) {
    if (made == null) {
      Throwable why = failure == null ? new NullPointerException(NOTHING) : failure;
      decision.completeExceptionally(LinkedFuture.causeOf(why));
    } else if (!decision.complete(made) && made instanceof Reservation late) {
      // The one place where a reservation ends that came too late for its call.
      CompletableFuture<?> unused = complete(late, Outcome.NONE);
    }
  }

  /** What the guard has decided becomes the call's; from now on it is too late. */
  void hear() {
    CompletableFuture<Decision> open = asked;
    asked = null;
    if (open == null || open.cancel(false) || open.isCompletedExceptionally()) return;
    if (open.join() instanceof Reservation held) {
      reservation = held;
      outcome = Outcome.NONE;
    }
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

  /** Ends the reservation, if there is one. */
  void end() {
    Reservation ended = reservation;
    if (ended == null) return;
    reservation = null;
    completed = complete(ended, outcome);
    if (outcome.kind() == Charge.Kind.CHARGED) charged.add(completed);
  }

  private CompletableFuture<@Nullable Charge> complete(Reservation ended, Outcome became) {
    try {
      // A copy: cancelling it must not reach what the guard keeps.
      CompletableFuture<@Nullable Charge> told =
          runner
              .guard
              .complete(ended, became)
              .<@Nullable Charge>thenApply(charge -> Objects.requireNonNull(charge, NOTHING))
              .exceptionally(this::ignored)
              .toCompletableFuture();
      return told;
    } catch (Throwable thrown) {
      return CompletableFuture.completedFuture(ignored(thrown));
    }
  }

  private @Nullable Charge ignored(Throwable thrown) {
    runner.observer.ignored(spec, callId, "the spend guard", LinkedFuture.causeOf(thrown));
    return null;
  }

  /** The call is over. Returns what the guard says of the last reservation. */
  CompletableFuture<@Nullable Charge> close() {
    hear();
    end();
    return completed;
  }

  /** What the call cost: nothing, if the guard says that another call was charged for its key. */
  Charge charge(Charge total) {
    boolean isPaidByAnother =
        total.kind() == Charge.Kind.CHARGED
            && !charged.isEmpty()
            && charged.stream().allMatch(Booking::isNone);
    return isPaidByAnother ? Charge.NONE : total;
  }

  /** Not what has not been said in time. */
  private static boolean isNone(CompletableFuture<@Nullable Charge> said) {
    return said.isDone() && !said.isCompletedExceptionally() && Charge.NONE.equals(said.join());
  }
}
