package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.text.Redactor;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that is paid at most once: a key of a creation with all its calls, or one attempt of
 * anything else. Later readings of it may differ: its calls end, and it may be settled. Amounts are
 * in USD.
 *
 * @param id number within the ledger; rises, with gaps
 * @param createdAt when it was first reserved, by the clock of the ledger
 * @param accountId whose money it is, see {@code FreightClient.accountId()}
 * @param operation id of the operation, such as {@code createLoad}
 * @param loadNumber null while it is not known
 * @param loadId the id of a created load, a UUID; null while it is not known
 * @param trackingLink the customer's page of a created load, a secret; null while it is not known
 * @param customerRef the customer's reference of a creation; null without one
 * @param idempotencyKey the key of a creation, which the service charges once; null where each
 *     attempt is charged separately
 * @param requestId the {@code X-Request-Id} of the last answer; null when there was none
 * @param scope path of the {@link SpendScope} of its first call, in which it counts; {@link
 *     SpendScope#displayPath} shows the ids of customers in it
 * @param outcome what is known of it
 * @param inProgress whether a call of it is in progress, so that the outcome may still change
 * @param minUsd the least that it may have cost: 0 while unknown
 * @param amountUsd the most that it may have cost, which limits count
 * @param refundedUsd what it cost before the service gave it back; 0 if it was not refunded
 * @param settledBy the person who settled it; null if it was not settled
 * @param settledWhy that person's reason; null if it was not settled
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
   * Whether it is not known if it was charged, and no call in progress will find out. A repeat
   * under its key settles it, or {@link SpendLedger#settle}.
   */
  public boolean unknown() {
    return !inProgress && outcome == Charge.Kind.UNKNOWN;
  }

  /**
   * All components but the tracking link, the scope as {@link SpendScope#displayPath} shows it. A
   * load number that looks like a token or a phone number is masked.
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
