package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import java.time.Clock;
import java.util.Map;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Creates the health of all clients, for the configurations of both versions of Spring Boot.
 * Without Actuator, there is none.
 */
abstract class HealthConfiguration {
  @Bean
  FreightHealth freightHealth(
      ApplicationContext context,
      FreightProperties properties,
      ObjectProvider<FreightHealth.Detail> details,
      @Qualifier(FreightAutoConfiguration.CLOCK) ObjectProvider<Clock> clock) {
    // Also clients that are injected only by their name.
    Map<String, FreightClient> clients =
        BeanFactoryUtils.beansOfTypeIncludingAncestors(context, FreightClient.class);
    return new FreightHealth(
        clients,
        properties.health().minimumBalance(),
        details.orderedStream().toList(),
        clock.getIfAvailable(Clock::systemUTC),
        FreightHealth.MAX_WAIT);
  }
}
