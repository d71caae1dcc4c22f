package io.freightsdk.error;

import java.io.Serial;
import java.math.BigDecimal;

/** Refused locally, nothing was sent: the call would spend more than a limit of this client. */
public final class SpendLimitExceededException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private final String limitName;
  private final BigDecimal priceUsd;
  private final BigDecimal spentUsd;
  private final BigDecimal limitUsd;

  /** A call of {@code priceUsd} beyond a limit of which {@code spentUsd} is spent or reserved. */
  public SpendLimitExceededException(
      FailureFacts facts,
      String limitName,
      BigDecimal priceUsd,
      BigDecimal spentUsd,
      BigDecimal limitUsd) {
    super(
        facts,
        "not sent: %s USD more would exceed the %s of %s USD, of which %s USD are spent; raise the limit or wait"
            .formatted(
                priceUsd.toPlainString(),
                limitName,
                limitUsd.toPlainString(),
                spentUsd.toPlainString()),
        null);
    this.limitName = limitName;
    this.priceUsd = priceUsd;
    this.spentUsd = spentUsd;
    this.limitUsd = limitUsd;
  }

  /** Which limit it is, such as "limit per hour". */
  public String limitName() {
    return limitName;
  }

  /** What the call would have cost, in USD. */
  public BigDecimal priceUsd() {
    return priceUsd;
  }

  /** What is spent or reserved under the limit, in USD; unknown outcomes count as spent. */
  public BigDecimal spentUsd() {
    return spentUsd;
  }

  /** The limit, in USD. */
  public BigDecimal limitUsd() {
    return limitUsd;
  }
}
