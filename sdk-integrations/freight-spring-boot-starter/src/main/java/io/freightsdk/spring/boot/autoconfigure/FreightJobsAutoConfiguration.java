package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.spring.boot.FreightProperties;
import java.time.Clock;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Reconciliation and deletion at the times of {@code freight.reconcile} and {@code .purge}. */
@AutoConfiguration(after = FreightClientAutoConfiguration.class)
@ConditionalOnBean({FreightClient.class, Readings.class})
public class FreightJobsAutoConfiguration {
  @Bean
  FreightJobs freightJobs(
      Map<String, FreightClient> clients,
      Kept kept,
      ObjectProvider<UnknownCharges> unknown,
      FreightProperties properties,
      @Qualifier(FreightClientAutoConfiguration.CLOCK) ObjectProvider<Clock> clock) {
    Clock time = FreightClientAutoConfiguration.clock(clock);
    FreightJobs jobs =
        StartFailure.explained(() -> new FreightJobs(clients, kept, properties, time));
    unknown.ifAvailable(charges -> charges.then(jobs::unknown));
    return jobs;
  }
}
