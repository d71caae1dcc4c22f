package io.freightsdk.spend;

import io.freightsdk.internal.text.Redactor;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of an account's balance that no call caused: a top-up, a refund, or an explained
 * difference.
 *
 * @param recordedAt the time at which it was recorded, by the clock of the ledger
 * @param accountId the account, see {@code FreightClient.accountId()}
 * @param amountUsd the amount in USD: above 0 if the balance rose
 * @param loadNumber the load of the refunded entry; null if it was not known, and for a top-up or a
 *     difference
 * @param recordedBy the person who recorded it
 * @param why the reason
 */
public record BalanceAdjustment(
    Instant recordedAt,
    String accountId,
    BigDecimal amountUsd,
    @Nullable String loadNumber,
    String recordedBy,
    String why) {

  /** Returns all components. A load number that looks like a token or a phone number is masked. */
  @Override
  public String toString() {
    return "BalanceAdjustment[recordedAt="
        + recordedAt
        + ", accountId="
        + accountId
        + ", amountUsd="
        + amountUsd.toPlainString()
        + ", loadNumber="
        + (loadNumber == null ? null : Redactor.quote(loadNumber))
        + ", recordedBy="
        + recordedBy
        + ", why="
        + why
        + "]";
  }
}
