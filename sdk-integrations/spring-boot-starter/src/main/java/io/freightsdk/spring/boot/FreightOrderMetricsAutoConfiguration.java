package io.freightsdk.spring.boot;

import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderCounts;
import io.freightsdk.jobs.WaitingWork;
import io.freightsdk.micrometer.FreightMetrics;
import io.freightsdk.micrometer.OrderMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
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
    after = {FreightJobsAutoConfiguration.class, FreightMetricsAutoConfiguration.class},
    afterName = {
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnClass({MeterRegistry.class, FreightJobs.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnSingleCandidate(FreightJobs.class)
public class FreightOrderMetricsAutoConfiguration {
  /** With the tags of the client's meters, if any, and one warning for an outage of both. */
  @Bean
  @ConditionalOnMissingBean
  OrderMetrics freightOrderMetrics(FreightJobs jobs, ObjectProvider<FreightMetrics> ofClient) {
    FreightMetrics meters = ofClient.getIfUnique();
    return meters == null ? new OrderMetrics(jobs) : new OrderMetrics(jobs, meters);
  }

  @Bean
  @ConditionalOnSingleCandidate(OrderMetrics.class)
  FreightHealth.Detail freightOrdersHealth(OrderMetrics orders) {
    return new FreightHealth.Detail(
        "orders", () -> orders.counts().thenApply(FreightOrderMetricsAutoConfiguration::details));
  }

  private static Map<String, Object> details(OrderCounts counts) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("waiting", counts.waiting());
    for (WaitingWork waiting : counts.waitingFor()) {
      String reason = waiting.waitingFor().name().toLowerCase(Locale.ROOT);
      if (waiting.orders() > 0) details.put("waitingFor." + reason, waiting.orders());
      if (waiting.loads() > 0) details.put("loadsWaitingFor." + reason, waiting.loads());
    }
    details.put("stopped", counts.stopped());
    details.put("unreported", counts.unreported());
    details.put("unreportedEvents", counts.unreportedEvents());
    return details;
  }
}
