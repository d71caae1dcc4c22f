package io.freightsdk;

import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Operation;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a paid attempt may be sent, and records its outcome afterwards.
 *
 * <p>A client without a guard has no limits. {@code SpendLedger} of {@code freight-spend} creates
 * guards with limits and a ledger. You can also implement a guard with your company's budget
 * service:
 *
 * <pre>{@code
 * SpendGuard budget = new SpendGuard() {
 *   public Decision reserve(Purchase purchase) {
 *     return new Reservation(purchase); // or new LimitExceeded(...); if it throws, nothing is sent
 *   }
 *
 *   public Charge complete(Purchase purchase, Outcome outcome) {
 *     return purchase.charge(outcome.kind());
 *   }
 * };
 * FreightClient client = FreightClient.builder().spendGuard(budget).build();
 * }</pre>
 *
 * <p>The client sends no attempt that may be charged without a reservation, and completes each
 * reservation once:
 *
 * <ul>
 *   <li>All attempts of a {@code createLoad} share one reservation, until the call waits for a
 *       top-up.
 *   <li>The attempts of another operation share one reservation until it is unknown whether an
 *       attempt was charged. That attempt keeps the reservation, and the next attempt gets a new
 *       one.
 *   <li>A read that is repeated after a 429 or a 503 {@code BILLING_UNAVAILABLE} keeps its
 *       reservation, because nothing was charged.
 *   <li>A call that waits for a top-up has no reservation.
 *   <li>A card top-up and free operations are never reserved.
 * </ul>
 *
 * <p>{@link #complete} can rely on these rules:
 *
 * <ul>
 *   <li>It gets the purchase that was reserved, unchanged.
 *   <li>Every attempt was sent with the same agent key, the key of {@link Purchase#accountId()}.
 *   <li>No attempt was sent later than {@link Purchase#remainingTime()} after the reservation, even
 *       if the machine was suspended.
 *   <li>The load of the outcome is from one response, the last that contained a load.
 * </ul>
 *
 * <p>An idempotency key, a reference or a load number is valid in its account only. In another
 * account, the same one may name another load. A limit may add up all accounts.
 *
 * <p>Both methods may block, because the call waits for them on its thread:
 *
 * <ul>
 *   <li>If the thread was interrupted earlier, its interrupt flag is cleared and set again after
 *       the call.
 *   <li>An interrupt during the method ends the call after the method has returned. It may also
 *       interrupt a wait within the guard.
 *   <li>A deadline, a cancellation or {@code close()} does not end the method. If the guard uses a
 *       network, give it a time limit slightly above {@link Purchase#remainingTime()}.
 * </ul>
 *
 * <p>Implementations must be safe for concurrent use.
 */
public interface SpendGuard {
  /**
   * Reserves the price of an attempt, or refuses the attempt.
   *
   * @return {@link Reservation}, or the reason for a refusal: {@link PriceUnknown} or {@link
   *     LimitExceeded}
   * @throws IllegalArgumentException if the guard does not accept the scope. The caller gets this
   *     exception unchanged, because it is a programming error. Any other exception fails the call.
   *     In both cases, nothing is sent
   */
  Decision reserve(Purchase purchase);

  /**
   * Records the outcome of a purchase and releases its reservation. Called once for each {@link
   * #reserve} that returned a {@link Reservation}. It is also called if {@code reserve} threw,
   * because it may have reserved the price. If this method throws, the client logs the exception
   * and reports the charge that it knows.
   *
   * @return the charge of the call. {@link Charge#NONE} if another call of the same account was
   *     charged for the key. {@link Charge#UNKNOWN} if that is not certain. Otherwise {@link
   *     Purchase#charge}
   */
  Charge complete(Purchase purchase, Outcome outcome);

  /**
   * A named part of the spending that a guard accounts for separately, such as a tenant or one run
   * of an agent. A guard accepts only its own implementation: the guard of a ledger accepts a
   * {@code SpendScope}.
   */
  interface CostCenter {
    /**
     * The names of the enclosing cost centers and of this one, joined by slashes: {@code
     * client/acme}.
     */
    String path();
  }

  /**
   * The price of one attempt.
   *
   * @param usd the price in USD, zero or more
   * @param readAt when the client requested the price list; null for a price that the caller states
   */
  record Quote(BigDecimal usd, @Nullable Instant readAt) {
    public Quote {
      Require.notNegative(usd, "usd");
    }
  }

  /**
   * The attempts of a paid call that share one reservation.
   *
   * @param id the id of the reservation, unique among all processes. The same id again means the
   *     same reservation
   * @param callId the id of the call in logs
   * @param attempt the number of the attempt that is sent next, counted from 1
   * @param accountId the {@link FreightClient#accountId() account} that pays. Every attempt of this
   *     reservation is sent with an agent key of this account
   * @param idempotencyKey the key of a {@code createLoad}, which the service charges once in the
   *     account; null if each attempt is charged separately, even with a key
   * @param customerRef the customer's reference of a creation; null if there is none
   * @param loadNumber the load of a read or a confirmation; null for a creation
   * @param scope the scope of the call; null if it has none
   * @param quote the price of an attempt; null if no price is known. A guard with a limit then
   *     returns {@link PriceUnknown}
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
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(callId, "callId");
      Objects.requireNonNull(operation, "operation");
      Objects.requireNonNull(accountId, "accountId");
      Objects.requireNonNull(remainingTime, "remainingTime");
    }

    /**
     * Returns the charge of this kind with the price of this purchase. {@link Charge#UNKNOWN} for
     * {@link Charge.Kind#CHARGED} without a price.
     */
    public Charge charge(Charge.Kind kind) {
      return switch (kind) {
        case NONE -> Charge.NONE;
        case UNKNOWN -> Charge.UNKNOWN;
        case CHARGED ->
            quote == null ? Charge.UNKNOWN : Charge.charged(quote.usd(), quote.readAt());
      };
    }

    /** Masks a load number that looks like a token or a phone number. */
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "Purchase[id=%s, callId=%s, attempt=%d, operation=%s, accountId=%s, idempotencyKey=%s, customerRef=%s, loadNumber=%s, scope=%s, quote=%s, remainingTime=%s]",
          id,
          callId,
          attempt,
          operation,
          accountId,
          idempotencyKey,
          customerRef,
          loadNumber == null ? null : Redactor.quote(loadNumber),
          scope,
          quote,
          remainingTime);
    }
  }

  /** The decision of a guard about a purchase. */
  sealed interface Decision {}

  /** The attempt may be sent. */
  record Reservation(Purchase purchase) implements Decision {
    public Reservation {
      Objects.requireNonNull(purchase, "purchase");
    }
  }

  /**
   * A refusal: a limit applies to the attempt, and its price is not known.
   *
   * @param limit the limit in words: {@code 10.00 USD per 24 hours for scope client/acme}
   */
  record PriceUnknown(String limit) implements Decision {
    public PriceUnknown {
      Objects.requireNonNull(limit, "limit");
    }
  }

  /**
   * A refusal: the attempt would exceed a limit.
   *
   * @param limit the limit in words: {@code 10.00 USD per 24 hours for scope client/acme}
   * @param priceUsd the full price of the attempt in USD, even if the limit already counts a part
   *     of it for an earlier call with the same key
   * @param remainingUsd the remaining amount of the limit in USD
   * @param retryAt the time from which the limit covers the price, if nothing else is paid until
   *     then. At this time, enough charges have left the limit's period, or the idempotency key is
   *     no longer valid. Null if only a higher limit helps, as with a total, or with a price above
   *     the limit
   * @param zone the time zone of the limit's calendar days or months; null for a limit without a
   *     calendar. Messages show {@code retryAt} in this zone, otherwise in UTC
   */
  record LimitExceeded(
      String limit,
      BigDecimal priceUsd,
      BigDecimal remainingUsd,
      @Nullable Instant retryAt,
      @Nullable ZoneId zone)
      implements Decision, Serializable {
    public LimitExceeded {
      Objects.requireNonNull(limit, "limit");
      Objects.requireNonNull(priceUsd, "priceUsd");
      Objects.requireNonNull(remainingUsd, "remainingUsd");
    }

    /** Creates the refusal of a limit that has no calendar days or months. */
    public LimitExceeded(
        String limit, BigDecimal priceUsd, BigDecimal remainingUsd, @Nullable Instant retryAt) {
      this(limit, priceUsd, remainingUsd, retryAt, null);
    }
  }

  /**
   * The outcome of the attempts of a reservation.
   *
   * @param kind whether one of the attempts was charged
   * @param loadNumber the load in the response; null if there is none
   * @param loadId the identifier of the load that a creation returned, a UUID; null if there is
   *     none, also because a damaged response ends before it
   * @param trackingLink the public tracking page of that load; null if there is none. Anyone who
   *     has the link can open the page, so treat it as a secret
   * @param requestId the {@code X-Request-Id} of the response; null if there is none
   */
  record Outcome(
      Charge.Kind kind,
      @Nullable String loadNumber,
      @Nullable String loadId,
      @Nullable String trackingLink,
      @Nullable String requestId) {
    public Outcome {
      Objects.requireNonNull(kind, "kind");
    }

    /** The outcome that nothing was charged, for example because nothing was sent. */
    public static final Outcome NONE = new Outcome(Charge.Kind.NONE, null, null, null, null);

    /**
     * Returns all members except the tracking link. Masks a load number that looks like a secret.
     */
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "Outcome[kind=%s, loadNumber=%s, loadId=%s, requestId=%s]",
          kind,
          loadNumber == null ? null : Redactor.quote(loadNumber),
          loadId,
          requestId);
    }
  }
}
