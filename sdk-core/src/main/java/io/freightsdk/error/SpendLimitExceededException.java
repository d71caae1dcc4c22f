package io.freightsdk.error;

import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendRefusal;
import java.io.Serial;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Refused locally, nothing was sent: the call does not fit a spend limit of this client. Unlike an
 * {@link InsufficientFundsException} it says nothing about the balance.
 */
public final class SpendLimitExceededException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private final SpendLimit limit;
  private final BigDecimal priceUsd;
  private final BigDecimal remainingUsd;
  private final @Nullable Instant freesAt;

  /** A call that a store of limits refused. */
  public SpendLimitExceededException(FailureFacts facts, SpendRefusal refusal) {
    super(
        facts,
        "not sent: %s USD do not fit the limit of %s, which has %s USD left; %s"
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

  /** Which limit it is: whose, over which time, and how much. */
  public SpendLimit limit() {
    return limit;
  }

  /** What the call would have cost, in USD. */
  public BigDecimal priceUsd() {
    return priceUsd;
  }

  /** What the limit still allows, in USD; unknown outcomes and running calls count as spent. */
  public BigDecimal remainingUsd() {
    return remainingUsd;
  }

  /**
   * When the limit's window will have freed enough for the call, if nothing else is spent. Null
   * when time alone does not help: the limit has no window, is smaller than the price, or is taken
   * by calls that are still running.
   */
  public @Nullable Instant freesAt() {
    return freesAt;
  }
}
