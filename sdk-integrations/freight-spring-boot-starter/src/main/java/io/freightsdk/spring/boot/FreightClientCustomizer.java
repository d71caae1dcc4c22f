package io.freightsdk.spring.boot;

import io.freightsdk.FreightClientBuilder;

/**
 * A bean that changes the builder of the {@code FreightClient} after the properties were applied;
 * several run in their order.
 */
@FunctionalInterface
public interface FreightClientCustomizer {
  void customize(FreightClientBuilder builder);
}
