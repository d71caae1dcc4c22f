package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.spring.boot.FreightProperties;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The health indicator {@code freight} for Spring Boot 3.5. */
@AutoConfiguration(after = FreightClientAutoConfiguration.class)
@ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
@ConditionalOnBean({FreightClient.class, Readings.class})
@ConditionalOnEnabledHealthIndicator("freight")
public class FreightBoot35HealthAutoConfiguration {
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
