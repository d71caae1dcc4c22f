package io.freightsdk;

import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Operation;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a paid attempt may be sent, before it is sent, and records its outcome after it.
 *
 * <p>A client without a guard has no limits. {@code SpendLedger} of {@code freight-spend} makes
 * guards with limits and a ledger; a company's own budget service can be one too.
 *
 * <p>The client sends no attempt that may be charged without a reservation, and completes each
 * reservation once. All attempts of a {@code createLoad} share one, until a wait for a top-up. The
 * attempts of anything else share one until it is not known whether an attempt was charged: that
 * one keeps its reservation, and the next attempt gets another. A read that is repeated after a 429
 * or a 503 {@code BILLING_UNAVAILABLE} keeps its own, because nothing was charged. A call that
 * waits for a top-up holds none. A card top-up and free operations are never reserved.
 *
 * <p>{@link #complete} can rely on this: it gets the purchase that was reserved, unchanged. Every
 * attempt was sent with one agent key, that of {@link Purchase#accountId()}, and none later than
 * {@link Purchase#remainingTime()} after the reservation, also if the machine was suspended
 * meanwhile. The load of the outcome is from one answer, the last that named one.
 *
 * <p>What a guard remembers of an idempotency key, a reference or a load is true in its account
 * only: another broker, or a test server, has others by the same names. A limit may add up all
 * accounts.
 *
 * <p>Both methods may block: the call waits for them on its thread. An earlier interrupt is put
 * aside and set again when the call is over; one that comes during the wait ends the call after it,
 * and may interrupt what the guard itself waits for. No deadline, cancel or {@code close()} ends
 * that wait, so a guard over a network needs a time limit, of {@link Purchase#remainingTime()} and
 * little more. Implementations must be safe for concurrent use.
 *
 * <p>A guard that asks a budget service of your own:
 *
 * <pre>{@code
 * SpendGuard budget = new SpendGuard() {
 *   public Decision reserve(Purchase purchase) {
 *     return new Reservation(purchase); // or new LimitExceeded(...); if it throws, nothing is sent
 *   }
 *
 *   public Charge complete(Purchase purchase, Outcome outcome) {
 *     if (outcome.kind() == Charge.Kind.NONE) return Charge.NONE;
 *     Quote quote = purchase.quote();
 *     if (outcome.kind() == Charge.Kind.UNKNOWN || quote == null) return Charge.UNKNOWN;
 *     return Charge.charged(quote.usd(), quote.readAt());
 *   }
 * };
 * FreightClient client = FreightClient.builder().spendGuard(budget).build();
 * }</pre>
 */
public interface SpendGuard {
  /**
   * Reserves the price of an attempt, or says why the attempt may not be sent.
   *
   * @return a {@link Reservation}, or why there is none: {@link PriceNeeded} or {@link
   *     LimitExceeded}
   * @throws IllegalArgumentException if the guard does not know the scope: a mistake in the
   *     program, which the caller gets unchanged. Anything else that is thrown fails the call, and
   *     nothing is sent
   */
  Decision reserve(Purchase purchase);

  /**
   * Records the outcome of a purchase and releases its reservation. Called once for each {@link
   * #reserve} that did not refuse, also for one that threw, because it may have reserved the price.
   *
   * @return the charge of the call: {@link Charge#NONE} if another call of the same account was
   *     charged for the key, {@link Charge#UNKNOWN} if that is not certain, otherwise what follows
   *     from outcome and price. If it throws, that is logged, and the call reports the charge that
   *     it knows itself
   */
  Charge complete(Purchase purchase, Outcome outcome);

  /**
   * A part of the spending that a guard accounts for separately, such as a tenant or one run of an
   * agent. A guard accepts only its own kind: the guard of a ledger accepts a {@code SpendScope}.
   */
  interface CostCenter {
    /** Names of the enclosing cost centers and of this one, joined by slashes. */
    String path();
  }

  /**
   * A price of one attempt.
   *
   * @param usd zero or more
   * @param readAt when the price list was requested; null for a price that the caller states
   */
  record Quote(BigDecimal usd, @Nullable Instant readAt) {
    public Quote {
      Require.notNegative(usd, "usd");
    }
  }

  /**
   * What is about to be paid for: the attempts of a call that share one reservation.
   *
   * @param id of the reservation, unique among all processes; asked again with the same id, it is
   *     the same reservation
   * @param callId of the call, as in logs
   * @param attempt number of the attempt that is sent next, from 1
   * @param accountId whose money pays for it, see {@link FreightClient#accountId()}: that of the
   *     agent key with which every attempt of this reservation is sent
   * @param idempotencyKey the key of a {@code createLoad}, which the service charges once in the
   *     account; null where each attempt is charged separately, even with a key
   * @param customerRef the customer's reference of a creation; null without one
   * @param loadNumber the load of a read or a confirmation; null without one
   * @param scope of the call; null without one
   * @param quote null if no price is known: a guard with a limit answers {@link PriceNeeded}
   * @param remainingTime the time until the call's deadline, after which nothing is sent
   */
  record Purchase(
      String id,
      String callId,
      int attempt,
      Operation operation,
      String accountId,
      @Nullable String idempotencyKey,
      @Nullable String customerRef,
      @Nullable String loadNumber,
      @Nullable CostCenter scope,
      @Nullable Quote quote,
      Duration remainingTime) {
    public Purchase {
      Objects.requireNonNull(accountId, "accountId");
    }

    /** A load number that looks like a token or a phone number is masked. */
    @Override
    public String toString() {
      return "Purchase[id="
          + id
          + ", callId="
          + callId
          + ", attempt="
          + attempt
          + ", operation="
          + operation
          + ", accountId="
          + accountId
          + ", idempotencyKey="
          + idempotencyKey
          + ", customerRef="
          + customerRef
          + ", loadNumber="
          + (loadNumber == null ? null : Redactor.quote(loadNumber))
          + ", scope="
          + scope
          + ", quote="
          + quote
          + ", remainingTime="
          + remainingTime
          + "]";
    }
  }

  /** What a guard decides about a purchase. */
  sealed interface Decision {}

  /** The attempt may be sent. */
  record Reservation(Purchase purchase) implements Decision {}

  /**
   * The attempt must not be sent: a limit applies to it, and its price is not known.
   *
   * @param limit in words: {@code 10.00 USD per 24 hours for scope client/acme}
   */
  record PriceNeeded(String limit) implements Decision {}

  /**
   * The attempt must not be sent: it would exceed a limit.
   *
   * @param limit in words: {@code 10.00 USD per 24 hours for scope client/acme}
   * @param priceUsd the price of the attempt, also of a repeat that is counted in part already
   * @param remainingUsd what the limit still allows
   * @param retryAt when enough has left the limit's window for the price, or the day of the key is
   *     over, if nothing else is paid meanwhile; null if only a higher limit helps, as for a total,
   *     or a price above the limit
   * @param zone of the calendar days or months that the limit counts, in which messages say {@code
   *     retryAt}; null for a limit without a calendar, for which they say it in UTC
   */
  record LimitExceeded(
      String limit,
      BigDecimal priceUsd,
      BigDecimal remainingUsd,
      @Nullable Instant retryAt,
      @Nullable ZoneId zone)
      implements Decision, Serializable {
    /** Of a limit without a calendar. */
    public LimitExceeded(
        String limit, BigDecimal priceUsd, BigDecimal remainingUsd, @Nullable Instant retryAt) {
      this(limit, priceUsd, remainingUsd, retryAt, null);
    }
  }

  /**
   * The outcome of the attempts of a reservation.
   *
   * @param kind whether one was charged, none was, or it is not known
   * @param loadNumber the load that the answer names; null without one
   * @param loadId identifier of the load that a creation returned, a UUID; null without one, also
   *     if the answer was damaged before it
   * @param trackingLink public tracking page of that load; null without one. Who knows the link can
   *     open the page, so treat it as a secret
   * @param requestId the {@code X-Request-Id} of the answer; null without one
   */
  record Outcome(
      Charge.Kind kind,
      @Nullable String loadNumber,
      @Nullable String loadId,
      @Nullable String trackingLink,
      @Nullable String requestId) {
    /** Nothing was charged, for example because nothing was sent. */
    public static final Outcome NONE = new Outcome(Charge.Kind.NONE, null, null, null, null);

    /** Everything but the tracking link; a load number that looks like a secret is masked. */
    @Override
    public String toString() {
      return "Outcome[kind="
          + kind
          + ", loadNumber="
          + (loadNumber == null ? null : Redactor.quote(loadNumber))
          + ", loadId="
          + loadId
          + ", requestId="
          + requestId
          + "]";
    }
  }
}
