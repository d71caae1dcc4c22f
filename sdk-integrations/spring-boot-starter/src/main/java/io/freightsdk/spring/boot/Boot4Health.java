package io.freightsdk.spring.boot;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health by the types of Spring Boot 4. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
@ConditionalOnEnabledHealthIndicator("freight")
class Boot4Health extends HealthConfiguration {
  @Bean
  @ConditionalOnMissingBean(name = "freightHealthIndicator")
  HealthIndicator freightHealthIndicator(FreightHealth freight) {
    return () -> health(freight.read());
  }

  private static Health health(FreightHealth.Result result) {
    Health.Builder health = Health.status(result.state().name());
    if (result.failure() != null) health.withException(result.failure());
    return health.withDetails(result.details()).build();
  }
}
