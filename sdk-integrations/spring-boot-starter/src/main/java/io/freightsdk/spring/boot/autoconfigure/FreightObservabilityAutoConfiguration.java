package io.freightsdk.spring.boot.autoconfigure;

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
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Meters if there is a {@code MeterRegistry}. */
@AutoConfiguration(
    before = FreightClientAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnProperty(name = "freight.enabled", matchIfMissing = true)
public class FreightObservabilityAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "io.micrometer.core.instrument.MeterRegistry")
  @ConditionalOnBean(type = "io.micrometer.core.instrument.MeterRegistry")
  static class Meters {
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
        ObjectProvider<Readings> readings,
        MeterRegistry registry) {
      return () -> {
        Readings read = readings.getIfAvailable(() -> Readings.of(clients));
        FreightMeters single = meters.getIfAvailable();
        clients.forEach(
            (name, client) -> {
              FreightMeters of =
                  single != null && clients.size() == 1
                      ? single
                      : new FreightMeters(registry, Tags.of("client", name));
              of.bindTo(client, read.of(name, client));
            });
      };
    }
  }
}
