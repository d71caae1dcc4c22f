package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import io.freightsdk.micrometer.FreightMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Meters of the clients, if there is a {@code MeterRegistry}. */
@AutoConfiguration(
    after = FreightAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public class FreightMetersAutoConfiguration {
  /** The client uses it, because it is a listener bean. */
  @Bean
  @ConditionalOnMissingBean
  FreightMeters freightMeters(MeterRegistry registry) {
    return new FreightMeters(registry);
  }

  @Bean
  SmartInitializingSingleton freightGauges(
      ObjectProvider<FreightMeters> meters,
      Map<String, FreightClient> clients,
      MeterRegistry registry) {
    return () -> {
      FreightMeters single = meters.getIfAvailable();
      clients.forEach(
          (name, client) -> {
            FreightMeters of =
                single != null && clients.size() == 1
                    ? single
                    : new FreightMeters(registry, Tags.of("client", name));
            of.bindTo(client);
          });
    };
  }
}
