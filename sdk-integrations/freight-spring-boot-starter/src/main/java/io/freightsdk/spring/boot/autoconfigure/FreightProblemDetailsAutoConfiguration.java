package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.spring.boot.FreightProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Problem details for exceptions of the client, if {@code freight.problem-details.enabled} is set.
 */
@AutoConfiguration
@ConditionalOnWebApplication
@ConditionalOnProperty("freight.problem-details.enabled")
@EnableConfigurationProperties(FreightProperties.class)
public class FreightProblemDetailsAutoConfiguration {
  @Bean
  FreightProblemDetails freightProblemDetails(FreightProperties properties) {
    return new FreightProblemDetails(properties.problemDetails().detail());
  }
}
