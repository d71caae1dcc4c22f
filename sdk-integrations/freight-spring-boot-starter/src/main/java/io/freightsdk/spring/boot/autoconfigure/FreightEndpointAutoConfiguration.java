package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import java.time.Clock;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The Actuator endpoint {@code freight}, exposed by Actuator's own properties. */
@AutoConfiguration(after = FreightClientAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean({FreightClient.class, Readings.class})
@ConditionalOnAvailableEndpoint(endpoint = FreightEndpoint.class)
public class FreightEndpointAutoConfiguration {
  @Bean
  FreightEndpoint freightEndpoint(
      Map<String, FreightClient> clients,
      Readings readings,
      ObjectProvider<WaitingOrders> orders,
      @Qualifier(FreightClientAutoConfiguration.CLOCK) ObjectProvider<Clock> clock) {
    return new FreightEndpoint(
        clients, readings, orders.getIfAvailable(), FreightClientAutoConfiguration.clock(clock));
  }
}
