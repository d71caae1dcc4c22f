package io.freightsdk.spring.boot;

import io.freightsdk.micrometer.FreightCallConvention;
import io.freightsdk.micrometer.FreightObservations;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Observations of the client's calls, if there is an {@code ObservationRegistry}. {@code
 * management.observations.enable.freight=false} switches them off.
 */
@AutoConfiguration(
    before = FreightAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
    })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
public class FreightObservationAutoConfiguration {
  /** The first customizer, so that the application's can set another tracer. */
  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  FreightClientCustomizer freightObservations(
      ObservationRegistry registry, ObjectProvider<FreightCallConvention> convention) {
    return client -> client.tracer(new FreightObservations(registry, convention.getIfAvailable()));
  }
}
