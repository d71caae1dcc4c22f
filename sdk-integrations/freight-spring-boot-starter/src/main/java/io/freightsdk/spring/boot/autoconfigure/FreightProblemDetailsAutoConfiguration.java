package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.spring.boot.FreightProperties;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
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
  FreightProblemDetails freightProblemDetails(
      FreightProperties properties,
      @Qualifier(FreightClientAutoConfiguration.CLOCK) ObjectProvider<Clock> clock) {
    return new FreightProblemDetails(
        properties.problemDetails().detail(), FreightClientAutoConfiguration.clock(clock));
  }
}
