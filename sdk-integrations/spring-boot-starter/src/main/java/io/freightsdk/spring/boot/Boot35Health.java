package io.freightsdk.spring.boot;

import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health by the types of Spring Boot 3.5. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
@ConditionalOnEnabledHealthIndicator("freight")
class Boot35Health extends HealthConfiguration {
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
