package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import java.time.Clock;
import java.util.HashMap;
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
    // An order without a load is shown, also if nobody can tell which bean would send it.
    Map<String, FreightClient> all = new HashMap<>();
    orders.ifAvailable(waiting -> all.putAll(waiting.clients()));
    all.putAll(clients);
    return new FreightEndpoint(
        all, readings, orders.getIfAvailable(), FreightClientAutoConfiguration.clock(clock));
  }
}
