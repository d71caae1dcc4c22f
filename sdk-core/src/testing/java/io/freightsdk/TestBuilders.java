package io.freightsdk;

import io.freightsdk.internal.call.Home;
import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.environment.Environment;

/** Opens the builder's doors for tests in other packages. */
public final class TestBuilders {
  private TestBuilders() {}

  public static FreightClientBuilder inWorld(
      FreightClientBuilder builder, Environment environment) {
    return builder.environment(environment);
  }

  /** Asynchronous calls of its clients live there. */
  public static FreightClientBuilder withHomes(FreightClientBuilder builder, Home.Factory homes) {
    return builder.homes(homes);
  }

  public static FreightClientBuilder withPrices(
      FreightClientBuilder builder, ClientCore.Prices prices) {
    return builder.prices(prices);
  }
}
