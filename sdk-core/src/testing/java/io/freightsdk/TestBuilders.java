package io.freightsdk;

import io.freightsdk.internal.call.Environment;
import io.freightsdk.internal.client.ClientCore;

/** Opens the builder's doors for tests in other packages. */
public final class TestBuilders {
  private TestBuilders() {}

  public static FreightClientBuilder inWorld(
      FreightClientBuilder builder, Environment environment) {
    return builder.environment(environment);
  }

  public static FreightClientBuilder withBooks(
      FreightClientBuilder builder, ClientCore.Books books) {
    return builder.books(books);
  }
}
