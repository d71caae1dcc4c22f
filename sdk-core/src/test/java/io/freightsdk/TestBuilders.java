package io.freightsdk;

import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.client.Environment;

/** Package-private options of the builder, for tests in other packages. */
public final class TestBuilders {
  private TestBuilders() {}

  public static FreightClient.Builder withEnvironment(
      FreightClient.Builder builder, Environment environment) {
    return builder.environment(environment);
  }

  public static FreightClient.Builder withPrices(
      FreightClient.Builder builder, ClientCore.PriceCacheFactory prices) {
    return builder.prices(prices);
  }
}
