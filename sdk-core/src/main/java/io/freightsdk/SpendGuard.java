package io.freightsdk;

import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Operation;
import java.io.Serial;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a paid attempt may be sent: asked before it leaves, and told what became of it.
 *
 * <p>A client without a guard of its own limits nothing. {@code SpendLedger} of {@code
 * freight-spend} has guards with limits and a ledger; a company's own budget service can be one
 * too.
 *
 * <p>What the client promises: it reserves before each attempt that may be charged, with one
 * reservation for all attempts of a {@code createLoad}; it sends nothing without a reservation; and
 * it completes each reservation that it was given exactly once, also one that came too late for its
 * call. What it relies on: no method waits for a disk or a network, and all are safe for concurrent
 * use. A card top-up and free operations are never reserved.
 */
public interface SpendGuard {
  /**
   * Whether a call in this scope is sent only at a price that was read. Asked when a call begins.
   *
   * @param scope of the call; null without one
   * @throws IllegalArgumentException if the guard does not know the scope: the call is refused as a
   *     mistake of the program, never sent without its limits
   */
  boolean needsPrice(@Nullable Scope scope);

  /**
   * Sets the price of an attempt aside, or says why it may not be sent.
   *
   * @return completes with a {@link Reservation} or a {@link Refusal}. If it fails, nothing is sent
   *     and nothing counts: a guard that cannot say whether it reserved gives that back by itself.
   *     {@link UnavailableException} says whether a repeat may help
   */
  CompletionStage<Decision> reserve(Purchase purchase);

  /**
   * Says what became of a reservation; after that it holds nothing.
   *
   * @return completes with the charge to tell: {@link Charge#NONE} if an earlier call was charged
   *     for the key, and otherwise what the outcome and the price say. Never fails, and is done in
   *     bounded time: what cannot be stored now is kept, and stored later
   */
  CompletionStage<Charge> complete(Reservation reservation, Outcome outcome);

  /**
   * Stores what is kept. A client does so when it is closed; the guard stays usable by others.
   *
   * @param atMost how long it may take
   */
  CompletionStage<Void> flush(Duration atMost);

  /**
   * A named part of the spending with limits of its own, of a tenant or one run of an agent. Only
   * the guard that made it knows it.
   */
  interface Scope {
    /** Names of the scopes around it and of itself, joined by slashes. */
    String path();
  }

  /**
   * A price of one attempt.
   *
   * @param usd zero or more
   * @param readAt when it was asked for; null for one that the caller states
   */
  record Quote(BigDecimal usd, @Nullable Instant readAt) {
    public Quote {
      Require.notNegative(usd, "usd");
    }
  }

  /**
   * What is about to be paid for.
   *
   * @param id names the reservation among those of all processes; the same id is the same
   *     reservation, however often it is asked for
   * @param callId of the call in logs
   * @param attempt of the call that comes next, from 1
   * @param idempotencyKey the key that the service charges once, of {@code createLoad}; null where
   *     each attempt is charged by itself, whatever key it is sent with
   * @param customerRef the customer's reference of a creation; null without one
   * @param loadNumber the load of a read or a confirmation; null without one
   * @param scope of the call; null without one
   * @param quote null if no price is known, which happens only where {@link #needsPrice} was false
   * @param atMost until the call's deadline: nothing leaves later
   */
  record Purchase(
      String id,
      String callId,
      int attempt,
      Operation operation,
      @Nullable String idempotencyKey,
      @Nullable String customerRef,
      @Nullable String loadNumber,
      @Nullable Scope scope,
      @Nullable Quote quote,
      Duration atMost) {}

  /** What a guard says to a purchase. */
  sealed interface Decision {}

  /** The attempt may be sent. */
  record Reservation(Purchase purchase) implements Decision {}

  /** The attempt must not be sent. */
  sealed interface Refusal extends Decision {}

  /**
   * It would exceed a limit.
   *
   * @param limit in words: {@code 10.00 USD per 24 hours for scope client/acme}
   * @param priceUsd what the limit has no room for
   * @param remainingUsd what it still allows
   * @param freesAt when it will allow the call, at the latest, if nothing else is spent; of a
   *     total, when it is known what calls in progress cost; null if only a higher limit helps
   */
  record LimitReached(
      String limit, BigDecimal priceUsd, BigDecimal remainingUsd, @Nullable Instant freesAt)
      implements Refusal {}

  /**
   * What became of the attempts of a reservation.
   *
   * @param kind whether one was charged, none was, or nobody knows
   * @param loadNumber the load that the answer names; null without one
   * @param requestId the {@code X-Request-Id} of the answer; null without one
   */
  record Outcome(Charge.Kind kind, @Nullable String loadNumber, @Nullable String requestId) {
    /** Nothing was charged, for example because nothing was sent. */
    public static final Outcome NONE = new Outcome(Charge.Kind.NONE, null, null);
  }

  /** A guard cannot say whether a purchase may be made, so nothing was sent. */
  class UnavailableException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    private final boolean passing;

    /**
     * A guard that cannot say.
     *
     * @param passing whether the same call may succeed a little later
     */
    public UnavailableException(String message, @Nullable Throwable cause, boolean passing) {
      super(message, cause);
      this.passing = passing;
    }

    /**
     * Whether the same call may succeed a little later; false if something has to be fixed first.
     */
    public boolean isPassing() {
      return passing;
    }
  }
}
