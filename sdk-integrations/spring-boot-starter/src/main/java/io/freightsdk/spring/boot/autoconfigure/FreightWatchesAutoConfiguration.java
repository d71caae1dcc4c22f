package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.WatchOptions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Watches of the client, if {@code freight-watch} is there. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    },
    after = FreightClientAutoConfiguration.class)
@ConditionalOnClass(FreightWatches.class)
@ConditionalOnBean({FreightClient.class, Readings.class})
public class FreightWatchesAutoConfiguration {
  /** Watches of the client, if it is one; they end with it. */
  @Bean
  @Lazy
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(FreightClient.class)
  FreightWatches freightWatches(
      FreightClient client,
      @Qualifier(FreightClientAutoConfiguration.CLOCK) ObjectProvider<Clock> clock) {
    return FreightWatches.of(client, FreightClientAutoConfiguration.clock(clock));
  }

  /**
   * Options for {@code watches.watch}: subscribers run on the application's task executor, whose
   * threads are virtual if {@code spring.threads.virtual.enabled} is set.
   */
  @Bean
  @ConditionalOnMissingBean
  WatchOptions freightWatchOptions(
      @Qualifier("applicationTaskExecutor") ObjectProvider<Executor> executor) {
    WatchOptions.Builder options = WatchOptions.builder();
    executor.ifAvailable(options::deliverOn);
    return options.build();
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBean(type = "io.micrometer.core.instrument.MeterRegistry")
  static class Meters {
    /** Of each bean, if there are several, with its name. */
    @Bean
    SmartInitializingSingleton freightWatchGauges(
        Map<String, FreightWatches> watches, MeterRegistry registry) {
      return () ->
          watches.forEach(
              (name, one) ->
                  Gauge.builder("freight.client.watches", one, FreightWatches::followed)
                      .description("Watches and fleets that have a subscriber")
                      .tags(watches.size() == 1 ? Tags.empty() : Tags.of("client", name))
                      .register(registry));
    }
  }
}
