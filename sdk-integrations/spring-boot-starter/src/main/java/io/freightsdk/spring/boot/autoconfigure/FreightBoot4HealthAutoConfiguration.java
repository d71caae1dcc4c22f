package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.spring.boot.FreightProperties;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health indicator {@code freight} for Spring Boot 4. */
@AutoConfiguration(after = FreightClientAutoConfiguration.class)
@ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
@ConditionalOnBean({FreightClient.class, Readings.class})
@ConditionalOnEnabledHealthIndicator("freight")
public class FreightBoot4HealthAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean(name = "freightHealthIndicator")
  HealthIndicator freightHealthIndicator(
      Map<String, FreightClient> clients, Readings readings, FreightProperties properties) {
    Supplier<BalanceHealth.Reading> balances =
        BalanceHealth.of(clients, readings, properties.health());
    return () -> health(balances.get());
  }

  private static Health health(BalanceHealth.Reading reading) {
    Health.Builder health = reading.up() ? Health.up() : Health.down();
    if (reading.failure() != null) health.withException(reading.failure());
    return health.withDetails(reading.details()).build();
  }
}
