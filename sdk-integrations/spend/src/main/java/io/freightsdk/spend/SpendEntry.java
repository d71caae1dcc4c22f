package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.text.Redactor;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A purchase that the service charges at most once: all calls of a creation with one idempotency
 * key, or one attempt of any other call. An entry changes when its calls end, and when it is
 * settled or refunded. Amounts are in USD.
 *
 * @param id the number of the entry within the ledger; ascending, with gaps
 * @param createdAt the time of the first reservation, by the clock of the ledger
 * @param accountId the account that pays, see {@code FreightClient.accountId()}
 * @param operation the id of the operation, such as {@code createLoad}
 * @param loadNumber the number of the load, from any response to the key or to the reference; null
 *     while no response contained it
 * @param loadId the id of a created load, a UUID; null while it is not known
 * @param trackingLink the customer's page of a created load, a secret; null while it is not known
 * @param customerRef the customer's reference of a creation; null if there is none
 * @param idempotencyKey the key of a creation, which the service charges once; null if each attempt
 *     is charged separately
 * @param requestId the {@code X-Request-Id} of the last response; null if there is none
 * @param scope the path of the {@link SpendScope} of the entry's first call. The entry counts in it
 *     and in all enclosing scopes. {@link SpendScope#displayPath} makes customers' ids readable
 * @param outcome the charge, as far as it is known: {@code UNKNOWN} while a call is in progress
 * @param inProgress whether a call is in progress, so that the outcome may still change
 * @param minUsd the minimum cost: 0 while the charge is unknown. In a charged entry, it is below
 *     {@code amountUsd} if the amount is uncertain, see {@link SpendFilter#onlyUncertainAmount}
 * @param amountUsd the maximum cost, which limits count
 * @param refundedUsd the refunded cost; 0 without a refund
 * @param settledBy the person who settled the charge or its amount; null if it was not settled
 * @param settledWhy the reason for the settlement; null if it was not settled
 */
public record SpendEntry(
    long id,
    Instant createdAt,
    String accountId,
    String operation,
    @Nullable String loadNumber,
    @Nullable String loadId,
    @Nullable String trackingLink,
    @Nullable String customerRef,
    @Nullable String idempotencyKey,
    @Nullable String requestId,
    String scope,
    Charge.Kind outcome,
    boolean inProgress,
    BigDecimal minUsd,
    BigDecimal amountUsd,
    BigDecimal refundedUsd,
    @Nullable String settledBy,
    @Nullable String settledWhy) {

  /**
   * Whether the charge is unknown, and no call in progress can resolve it. To resolve it, repeat
   * the call with the same key, or use {@link SpendLedger#settle}.
   */
  public boolean unknown() {
    return !inProgress && outcome == Charge.Kind.UNKNOWN;
  }

  /**
   * Returns all components except the tracking link, with a readable scope. A load number that
   * looks like a token or a phone number is masked.
   */
  @Override
  public String toString() {
    return "SpendEntry[id="
        + id
        + ", createdAt="
        + createdAt
        + ", accountId="
        + accountId
        + ", operation="
        + operation
        + ", loadNumber="
        + (loadNumber == null ? null : Redactor.quote(loadNumber))
        + ", loadId="
        + loadId
        + ", customerRef="
        + customerRef
        + ", idempotencyKey="
        + idempotencyKey
        + ", requestId="
        + requestId
        + ", scope="
        + SpendScope.displayPath(scope)
        + ", outcome="
        + outcome
        + ", inProgress="
        + inProgress
        + ", minUsd="
        + minUsd.toPlainString()
        + ", amountUsd="
        + amountUsd.toPlainString()
        + ", refundedUsd="
        + refundedUsd.toPlainString()
        + ", settledBy="
        + settledBy
        + ", settledWhy="
        + settledWhy
        + "]";
  }
}
