package io.freightsdk.testing;

import io.freightsdk.internal.engine.CallAccount;
import io.freightsdk.internal.engine.MoneyHooks;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Money sides of a client that tests put in place of the real one. */
public final class Money {
  private static final Map<Operation, BigDecimal> PRICES =
      Map.of(
          Operation.CREATE_LOAD, new BigDecimal("0.65"),
          Operation.GET_LOAD_POSITION, new BigDecimal("0.02"));

  private Money() {}

  /** Knows the prices of the two paid operations; everything else is free. */
  public static MoneyHooks.Factory priced() {
    return (reads, environment) ->
        plan ->
            CompletableFuture.completedFuture(
                new CallAccount() {
                  @Override
                  public BigDecimal priceUsd() {
                    return PRICES.getOrDefault(plan.operation(), BigDecimal.ZERO);
                  }
                });
  }

  /** Gives every call this account. */
  public static MoneyHooks.Factory account(CallAccount account) {
    return (reads, environment) -> plan -> CompletableFuture.completedFuture(account);
  }

  /** Opens accounts in this way. */
  public static MoneyHooks.Factory opening(@Nullable CompletableFuture<CallAccount> opened) {
    return (reads, environment) ->
        plan -> {
          if (opened == null) {
            throw new IllegalStateException("thrown by a hook");
          }
          return opened;
        };
  }
}
