package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendLimits;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** The Actuator endpoint {@code freight}, exposed by Actuator's own properties. */
@AutoConfiguration(after = FreightClientAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnSingleCandidate(FreightClient.class)
@ConditionalOnAvailableEndpoint(endpoint = FreightEndpoint.class)
public class FreightEndpointAutoConfiguration {
  @Bean
  FreightEndpoint freightEndpoint(FreightClient client, SpendLimits limits) {
    return new FreightEndpoint(client, limits);
  }
}
