package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;

/**
 * A customizer for the builder of the {@code FreightClient} bean. Define a bean of this type for
 * options without a property: headers, a proxy, plain http, or a key that is rotated while the
 * application runs. It runs after the properties were applied. Several customizers run in their
 * {@code @Order}.
 */
@FunctionalInterface
public interface FreightClientCustomizer {
  /** Changes the builder. */
  void customize(FreightClient.Builder builder);
}
