package io.freightsdk.testing;

import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.call.Spending;
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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A money side that refuses nothing; a test overrides what it wants to go wrong. */
public class FakeSpending implements Spending {
  private static final Map<Operation, BigDecimal> PRICES =
      Map.of(
          Operation.CREATE_LOAD, new BigDecimal("0.65"),
          Operation.GET_LOAD_POSITION, new BigDecimal("0.02"));

  private static final SpendHold NOTHING_HELD =
      new SpendHold(
          "",
          Operation.CREATE_LOAD,
          null,
          SpendScope.CLIENT,
          0,
          BigDecimal.ZERO,
          Instant.MAX,
          false,
          null);

  private final boolean priced;

  private FakeSpending(boolean priced) {
    this.priced = priced;
  }

  /** Knows the prices of the two paid operations; everything else is free. */
  public FakeSpending() {
    this(true);
  }

  /** Knows no price. */
  public static FakeSpending unpriced() {
    return new FakeSpending(false);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public boolean isLimited(@Nullable SpendScope scope) {
    return false;
  }

  @Override
  public @Nullable Price knownPrice(Operation operation, boolean needed) {
    return newestPrice(operation);
  }

  @Override
  public @Nullable Price newestPrice(Operation operation) {
    return new Price(
        priced ? PRICES.getOrDefault(operation, BigDecimal.ZERO) : null, Instant.EPOCH);
  }

  @Override
  public CompletableFuture<Price> learnPrice(Operation operation, boolean needed) {
    throw new UnsupportedOperationException("every price is known");
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
    return new TopUpPlace() {
      @Override
      public CompletableFuture<Boolean> await(InsufficientFundsException refusal) {
        return toppedUp(refusal);
      }

      @Override
      public void release() {}
    };
  }

  /** What becomes of a call that was refused with 402, once {@link #maxTopUpWait} is not zero. */
  protected CompletableFuture<Boolean> toppedUp(InsufficientFundsException refusal) {
    return CompletableFuture.completedFuture(false);
  }
}
