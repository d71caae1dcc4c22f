package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import java.time.Clock;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The health indicator {@code freight}, on the Spring Boot that is there. */
@AutoConfiguration(after = FreightAutoConfiguration.class)
@ConditionalOnBean(FreightClient.class)
@Import({Boot35Health.class, Boot4Health.class})
public class FreightHealthAutoConfiguration {
  @Bean
  BalanceHealth freightBalanceHealth(
      Map<String, FreightClient> clients,
      FreightProperties properties,
      @Qualifier(FreightAutoConfiguration.CLOCK) ObjectProvider<Clock> clock) {
    return new BalanceHealth(
        clients, properties.health().minimumBalance(), clock.getIfAvailable(Clock::systemUTC));
  }
}
