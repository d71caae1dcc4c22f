package io.freightsdk.internal.call;

import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The money side of the free reads that money itself needs: there is none. */
final class NoSpending implements Spending {
  static final NoSpending INSTANCE = new NoSpending();

  private static final Price UNKNOWN = new Price(null);

  private NoSpending() {}

  private static final SpendHold NOTHING_HELD =
      new SpendHold(
          0, "", Operation.CREATE_LOAD, null, SpendScope.CLIENT, 0, Instant.MAX, false, null);

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public boolean isLimited(@Nullable SpendScope scope) {
    return false;
  }

  @Override
  public @Nullable Price knownPrice(Operation operation) {
    return UNKNOWN;
  }

  @Override
  public CompletableFuture<Price> learnPrice(Operation operation) {
    return CompletableFuture.completedFuture(UNKNOWN);
  }

  @Override
  public void heard(Operation operation, BigDecimal priceUsd) {}

  @Override
  public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
    return NOTHING_HELD;
  }

  @Override
  public SpendDecision renew(
      SpendHold hold, List<SpendEntry> attempts, Purchase purchase, BigDecimal amountUsd) {
    return hold;
  }

  @Override
  public List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts) {
    return attempts;
  }

  @Override
  public void balanceRaised(BigDecimal amountUsd) {}

  @Override
  public Duration maxTopUpWait() {
    return Duration.ZERO;
  }

  @Override
  public TopUpPlace topUpPlace() {
    throw new UnsupportedOperationException("no top-up is waited for here");
  }
}
