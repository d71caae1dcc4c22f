package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import io.freightsdk.micrometer.FreightMetrics;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.LimitUsage;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Meters of the client, if there is a {@code MeterRegistry}. With several clients, the application
 * registers the meters, because each client needs its own tags.
 */
@AutoConfiguration(
    after = FreightAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnSingleCandidate(FreightClient.class)
@ConditionalOnMissingBean(FreightMetrics.class)
public class FreightMetricsAutoConfiguration {
  /** The client uses it, because it is a listener bean. */
  @Bean
  FreightMetrics freightMetrics(MeterRegistry registry) {
    return StartFailure.orFail(
        "freight meters", "check the meter registry", () -> new FreightMetrics(registry));
  }

  @Bean
  SmartInitializingSingleton freightGauges(
      FreightMetrics meters, FreightClient client, ObjectProvider<LedgerGuard> guard) {
    return () -> {
      LedgerGuard its = guard.getIfUnique();
      if (its == null) {
        meters.addGauges(client);
      } else {
        meters.addGauges(client, its);
      }
    };
  }

  @Bean
  FreightHealth.Detail freightLimitsHealth(FreightMetrics meters, FreightProperties properties) {
    double threshold = properties.limits().alertThreshold();
    return new FreightHealth.Detail(
        "limitsNearlyUsed",
        () -> meters.limitUsage().thenApply(usages -> nearlyUsed(usages, threshold)));
  }

  private static @Nullable Map<String, String> nearlyUsed(
      List<LimitUsage> usages, double threshold) {
    Map<String, String> remaining = new LinkedHashMap<>();
    for (LimitUsage usage : usages) {
      if (usage.usedRatio() < threshold) continue;
      remaining.put(
          usage.limit().description(), usage.remainingUsd().toPlainString() + " USD left");
    }
    return remaining.isEmpty() ? null : remaining;
  }
}
