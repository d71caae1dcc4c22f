package io.freightsdk.spring.boot.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/**
 * Problem details for exceptions of the client, if {@code freight.problem-details.enabled} is set.
 */
@AutoConfiguration
@ConditionalOnWebApplication
@ConditionalOnProperty("freight.problem-details.enabled")
public class FreightProblemDetailsAutoConfiguration {
  @Bean
  FreightProblemDetails freightProblemDetails() {
    return new FreightProblemDetails();
  }
}
