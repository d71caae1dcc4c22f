package io.freightsdk.spring.boot;

import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.micrometer.OrderMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Meters of the orders, if there are jobs and a {@code MeterRegistry}, to which Boot binds them.
 */
@AutoConfiguration(
    after = FreightJobsAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnClass({MeterRegistry.class, FreightJobs.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnSingleCandidate(FreightJobs.class)
public class FreightOrderMetricsAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  OrderMetrics freightOrderMetrics(FreightJobs jobs) {
    return new OrderMetrics(jobs);
  }
}
