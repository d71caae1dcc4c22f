package io.freightsdk;

import io.freightsdk.internal.call.Environment;
import io.freightsdk.internal.call.Spending;

/** Opens the builder's doors for tests in other packages. */
public final class TestBuilders {
  private TestBuilders() {}

  public static FreightClientBuilder inWorld(
      FreightClientBuilder builder, Environment environment) {
    return builder.environment(environment);
  }

  public static FreightClientBuilder withMoney(FreightClientBuilder builder, Spending spending) {
    return builder.spending(spending);
  }
}
