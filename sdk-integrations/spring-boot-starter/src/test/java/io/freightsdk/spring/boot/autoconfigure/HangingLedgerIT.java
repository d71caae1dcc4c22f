package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spring.boot.FreightProperties;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** All that is asked here is asked on the thread of the test, while the database never answers. */
class HangingLedgerIT {
  private final HangingDatabase database = new HangingDatabase();

  @Test
  void metersAndHealthAnswerWhileTheDatabaseHangs() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightClientAutoConfiguration.class,
                  FreightSpendAutoConfiguration.class,
                  FreightObservabilityAutoConfiguration.class))
          .withBean(DataSource.class, () -> database)
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(),
              "freight.agent-key=" + server.createBroker("5.00").agentKey(),
              "freight.spend.jdbc.enabled=true",
              "freight.spend.limits.per-day=2.00")
          .run(
              context -> {
                database.hangs();
                try {
                  FreightClient client = context.getBean(FreightClient.class);
                  Readings readings = context.getBean(Readings.class);
                  MeterRegistry meters = context.getBean(MeterRegistry.class);
                  for (Meter meter : meters.getMeters()) {
                    meter.measure().forEach(one -> one.getValue());
                  }
                  assertThat(meters.get("freight.ledger.unknown").gauge().value()).isNaN();
                  assertThat(
                          new BalanceHealth(
                                  client,
                                  readings.of("freightClient", client),
                                  context.getBean(FreightProperties.class).health(),
                                  System::nanoTime)
                              .read()
                              .details())
                      .containsEntry("ledger", "not read yet");
                } finally {
                  database.answers();
                }
              });
    }
  }
}
