package io.freightsdk;

import io.freightsdk.internal.engine.Environment;
import io.freightsdk.internal.engine.MoneyHooks;

/** Opens the builder's doors for tests in other packages. */
public final class TestBuilders {
  private TestBuilders() {}

  public static FreightClientBuilder inWorld(
      FreightClientBuilder builder, Environment environment) {
    return builder.environment(environment);
  }

  public static FreightClientBuilder withMoney(
      FreightClientBuilder builder, MoneyHooks.Factory money) {
    return builder.money(money);
  }
}
