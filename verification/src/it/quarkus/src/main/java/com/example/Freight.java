package com.example;

import io.freightsdk.FreightClient;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;

@Singleton
public class Freight {
  @Produces
  @Singleton
  SpendLedger ledger(DataSource database) {
    return SpendLedger.open(database, "shop");
  }

  @Produces
  @Singleton
  FreightClient client(
      SpendLedger ledger,
      @ConfigProperty(name = "freight.base-url") String baseUrl,
      @ConfigProperty(name = "freight.agent-key") String agentKey) {
    return FreightClient.builder()
        .baseUrl(baseUrl)
        .agentKey(agentKey)
        .spendGuard(ledger.guard(SpendLimit.perDay("10.00")))
        .build();
  }

  @Produces
  @Singleton
  FreightJobs jobs(DataSource database, FreightClient client, JobsListener listener) {
    return FreightJobs.builder(database, client).listener(listener).build();
  }

  void start(@Observes StartupEvent event, FreightJobs jobs) {
    jobs.start();
  }

  void stop(
      @Observes ShutdownEvent event, FreightJobs jobs, FreightClient client, SpendLedger ledger) {
    jobs.close();
    client.close();
    ledger.close();
  }
}
