package io.freightsdk.spend;

import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Scope;
import java.math.BigDecimal;

/** A guard that keeps the contract passes it. */
class SmallGuardIT extends SpendGuardContract {
  @Override
  protected SpendGuard create(BigDecimal totalUsd) {
    return new SmallGuard(totalUsd);
  }

  @Override
  protected Scope scope(SpendGuard guard, String name, BigDecimal totalUsd) {
    return new SmallGuard.Part("client/" + name, totalUsd);
  }
}
