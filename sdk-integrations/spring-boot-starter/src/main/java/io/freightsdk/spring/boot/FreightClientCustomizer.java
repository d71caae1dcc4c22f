package io.freightsdk.spring.boot;

import io.freightsdk.FreightClientBuilder;

/**
 * A bean that changes the builder of the {@code FreightClient} after the properties were applied.
 * Several such beans run in their {@code @Order}.
 */
@FunctionalInterface
public interface FreightClientCustomizer {
  void customize(FreightClientBuilder builder);
}
