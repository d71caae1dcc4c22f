package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer;
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
  void metersAnswerWhileTheDatabaseHangs() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class,
                  FreightLedgerAutoConfiguration.class,
                  FreightMetersAutoConfiguration.class))
          .withBean(DataSource.class, () -> database)
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(),
              "freight.agent-key=" + server.createBroker("5.00").agentKey(),
              "freight.ledger.store=jdbc",
              "freight.limits.per-day=2.00")
          .run(
              context -> {
                database.hangs();
                try {
                  MeterRegistry meters = context.getBean(MeterRegistry.class);
                  for (Meter meter : meters.getMeters()) {
                    meter.measure().forEach(one -> one.getValue());
                  }
                  assertThat(meters.get("freight.ledger.unknown").gauge().value()).isNaN();
                } finally {
                  database.answers();
                }
              });
    }
  }
}
