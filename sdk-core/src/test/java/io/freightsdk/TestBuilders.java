package io.freightsdk;

import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.client.Environment;
import java.time.Duration;

/** Opens the builder's doors for tests in other packages. */
public final class TestBuilders {
  private TestBuilders() {}

  public static FreightClient.Builder inWorld(
      FreightClient.Builder builder, Environment environment) {
    return builder.environment(environment);
  }

  public static FreightClient.Builder withPrices(
      FreightClient.Builder builder, ClientCore.Prices prices) {
    return builder.prices(prices);
  }

  /** Its clients ask HTTP/2 connections so often whether they are alive. */
  public static FreightClient.Builder withPings(FreightClient.Builder builder, Duration interval) {
    return builder.pingInterval(interval);
  }
}
