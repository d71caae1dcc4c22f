package io.freightsdk.error;

import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendRefusal;
import java.io.Serial;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Refused by the client before this attempt was sent: it would exceed a spend limit. Unlike {@link
 * InsufficientFundsException} this says nothing about the prepaid balance.
 */
public final class SpendLimitExceededException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private final SpendLimit limit;
  private final BigDecimal priceUsd;
  private final BigDecimal remainingUsd;
  private final @Nullable Instant freesAt;

  /** A call that a spend limit refused. */
  public SpendLimitExceededException(FailureFacts facts, SpendRefusal refusal) {
    super(
        facts,
        "not sent: the call costs %s USD and the limit of %s has %s USD left; %s"
            .formatted(
                refusal.amountUsd().toPlainString(),
                refusal.limit().description(),
                refusal.remainingUsd().toPlainString(),
                refusal.freesAt() == null
                    ? "raise the limit"
                    : "raise the limit or wait until " + refusal.freesAt()),
        null);
    this.limit = refusal.limit();
    this.priceUsd = refusal.amountUsd();
    this.remainingUsd = refusal.remainingUsd();
    this.freesAt = refusal.freesAt();
  }

  /** The limit that the call would exceed. */
  public SpendLimit limit() {
    return limit;
  }

  /**
   * What the call would have cost, in USD; for a key that was lost at a higher price, that price,
   * which counts until it is known what the key was charged.
   */
  public BigDecimal priceUsd() {
    return priceUsd;
  }

  /** What the limit still allows, in USD; unknown charges and calls in progress count as spent. */
  public BigDecimal remainingUsd() {
    return remainingUsd;
  }

  /**
   * When the limit will allow the call again if nothing else is spent. Null when no time can be
   * named: the limit has no time window, is lower than the price, or is used by calls in progress.
   */
  public @Nullable Instant freesAt() {
    return freesAt;
  }
}
