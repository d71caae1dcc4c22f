package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.PaidCallCheck;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application that has only the starter. */
class StarterOnlyIT {
  private final ApplicationContextRunner starterOnly =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class,
                  FreightLedgerAutoConfiguration.class,
                  FreightJobsAutoConfiguration.class,
                  FreightMetricsAutoConfiguration.class,
                  FreightHealthAutoConfiguration.class,
                  FreightToolsAutoConfiguration.class))
          .withClassLoader(
              new FilteredClassLoader(
                  name ->
                      name.startsWith("io.freightsdk.jobs.")
                          || name.startsWith("io.freightsdk.agent.")))
          .withBean(JdbcDataSource.class, StarterOnlyIT::database)
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
          .withPropertyValues("freight.base-url=http://127.0.0.1:9", "freight.agent-key=k");

  private static JdbcDataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return database;
  }

  /** With the ledger in the database: it is the starter's. */
  @Test
  void starterStartsAlone() {
    starterOnly
        .withPropertyValues("freight.ledger.store=jdbc")
        .run(
            context ->
                assertThat(context).hasNotFailed().getBeans(FreightClient.class).isNotEmpty());
  }

  @Test
  void healthNeedsActuator() {
    starterOnly.run(context -> assertThat(context).hasSingleBean(FreightHealth.class));
    starterOnly
        .withClassLoader(
            new FilteredClassLoader(
                name ->
                    name.startsWith("org.springframework.boot.actuate.health.")
                        || name.startsWith("org.springframework.boot.health.contributor.")
                        || name.startsWith("io.freightsdk.jobs.")))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(FreightHealth.class));
  }

  @Test
  void limitForAgentsNeedsTheirTools() {
    starterOnly
        .withPropertyValues("freight.tools.limit-per-day=1.00")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasMessageContaining("limit-per-day needs freight-agent"));
  }

  @Test
  void starterStartsWithoutSpringsTransactions() {
    starterOnly
        .withClassLoader(
            new FilteredClassLoader(
                name ->
                    name.startsWith("io.freightsdk.jobs.")
                        || name.startsWith("io.freightsdk.agent.")
                        || name.startsWith("org.springframework.transaction.")))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(FreightClient.class)
                    .doesNotHaveBean(PaidCallCheck.class));
  }
}
