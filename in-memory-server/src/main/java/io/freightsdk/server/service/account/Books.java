package io.freightsdk.server.service.account;

import java.math.BigDecimal;

/**
 * The three sides of the money: what brokers hold, what came in (negative), what was earned. They
 * add up to zero at every moment.
 */
public record Books(BigDecimal prepaidUsd, BigDecimal paymentsUsd, BigDecimal revenueUsd) {
  /** Books without a movement. */
  public static final Books EMPTY = new Books(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

  /** Both books as one. */
  public Books plus(Books other) {
    return new Books(
        prepaidUsd.add(other.prepaidUsd),
        paymentsUsd.add(other.paymentsUsd),
        revenueUsd.add(other.revenueUsd));
  }

  /** The sum of all sides; anything but zero is a bookkeeping fault. */
  public BigDecimal trialBalanceUsd() {
    return prepaidUsd.add(paymentsUsd).add(revenueUsd);
  }
}
