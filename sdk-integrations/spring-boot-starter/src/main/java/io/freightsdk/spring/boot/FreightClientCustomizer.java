package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;

/**
 * A bean that changes the builder of the {@code FreightClient} after the properties were applied,
 * for options without a property: headers, a proxy, plain http, or a key that is rotated while the
 * application runs. Several such beans run in their {@code @Order}.
 */
@FunctionalInterface
public interface FreightClientCustomizer {
  void customize(FreightClient.Builder builder);
}
