package io.freightsdk;

import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a paid attempt may be sent: asked before it leaves, and told what became of it.
 *
 * <p>A client without a guard of its own limits nothing. {@code SpendLedger} of {@code
 * freight-spend} has guards with limits and a ledger; a company's own budget service can be one
 * too.
 *
 * <p>What the client promises: it reserves before each attempt that may be charged, with one
 * reservation for all attempts of a {@code createLoad}, until it waits for a top-up; it sends
 * nothing that was not reserved; and it completes each reservation once. A call that waits for a
 * top-up holds nothing. A card top-up and free operations are never reserved.
 *
 * <p>Both methods may block: the call waits for them on its thread. An interrupt that came before
 * is put aside and set again when the call is over; one that comes meanwhile ends the call after
 * them, and whatever they wait in may see it. No deadline, cancel or {@code close()} ends that
 * wait, so a guard over a network gives its questions a time: of {@link Purchase#atMost()}, and
 * little more. Safe for concurrent use.
 */
public interface SpendGuard {
  /**
   * Sets the price of an attempt aside, or says why it may not be sent.
   *
   * @return a {@link Reservation} or a {@link Refusal}
   * @throws IllegalArgumentException if the guard does not know the scope: a mistake of the
   *     program, which its caller gets as it is. Whatever else is thrown fails the call, and
   *     nothing is sent
   * @throws IllegalCallerException if nothing may be paid where the call is made, such as within a
   *     database transaction: its caller gets it as it is too, and nothing is completed
   */
  Decision reserve(Purchase purchase);

  /**
   * Says what became of a purchase; after that nothing is set aside for it. Called once for each
   * {@link #reserve} that did not refuse, also for one that threw: it may have set the price aside.
   *
   * @return the charge to tell: {@link Charge#NONE} if an earlier call was charged for the key, and
   *     otherwise what the outcome and the price say. If it throws, that is logged, and the call
   *     tells what it knows itself
   */
  Charge complete(Purchase purchase, Outcome outcome);

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
   * @param quote null if no price is known: a guard with a limit answers {@link PriceNeeded}
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
   * A limit binds it, and its price is not known.
   *
   * @param limit in words: {@code 10.00 USD per 24 hours for scope client/acme}
   */
  record PriceNeeded(String limit) implements Refusal {}

  /**
   * It would exceed a limit.
   *
   * @param limit in words: {@code 10.00 USD per 24 hours for scope client/acme}
   * @param priceUsd what the limit has no room for
   * @param remainingUsd what it still allows
   * @param freesAt when the oldest amount leaves its window, so that it may allow the call; null if
   *     only a higher limit helps, as of a total or of a price above the limit
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
}
