package io.freightsdk.internal.spend;

import io.freightsdk.internal.engine.CallAccount;
import io.freightsdk.internal.engine.CallReport;
import java.math.BigDecimal;
import java.util.concurrent.CompletableFuture;

/**
 * The account of a top-up by card: it raises the balance, so the books and the queue hear of it.
 */
final class CardTopUp implements CallAccount {
  private final SpendControl control;
  private final BigDecimal amountUsd;

  CardTopUp(SpendControl control, BigDecimal amountUsd) {
    this.control = control;
    this.amountUsd = amountUsd;
  }

  /** What the card is charged, not the balance. */
  @Override
  public BigDecimal priceUsd() {
    return amountUsd;
  }

  @Override
  public CompletableFuture<Void> close(CallReport report) {
    if (report.failure() != null) return CompletableFuture.completedFuture(null);

    control.toppedUp();
    return control.run(() -> control.books().toppedUp(amountUsd));
  }
}
