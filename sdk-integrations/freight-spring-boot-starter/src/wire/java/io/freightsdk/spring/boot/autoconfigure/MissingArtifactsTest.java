package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.outbox.Outbox;
import io.freightsdk.watch.FreightWatches;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application that has only the starter. */
class MissingArtifactsTest {
  private final ApplicationContextRunner starterOnly =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightClientAutoConfiguration.class,
                  FreightSpendAutoConfiguration.class,
                  FreightPositionsAutoConfiguration.class,
                  FreightClientsAutoConfiguration.class,
                  FreightWatchesAutoConfiguration.class,
                  FreightOutboxAutoConfiguration.class,
                  FreightJobsAutoConfiguration.class,
                  FreightObservabilityAutoConfiguration.class,
                  FreightEndpointAutoConfiguration.class,
                  FreightToolsAutoConfiguration.class))
          .withClassLoader(
              new FilteredClassLoader(
                  Outbox.class.getPackageName(),
                  FreightWatches.class.getPackageName(),
                  FreightTools.class.getPackageName()))
          .withBean(JdbcDataSource.class, JdbcDataSource::new)
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
          .withPropertyValues(
              "freight.base-url=http://127.0.0.1:9",
              "freight.agent-key=k",
              "management.endpoints.web.exposure.include=freight");

  @ParameterizedTest
  @ValueSource(strings = {"none", "two clients"})
  void itStarts(String clients) {
    ApplicationContextRunner application =
        clients.equals("none")
            ? starterOnly
            : starterOnly.withPropertyValues(
                "freight.clients.east.agent-key=e", "freight.clients.west.agent-key=w");
    application
        .withPropertyValues(
            "freight.outbox.schema=none",
            "freight.positions.schema=NONE",
            "freight.tools.enabled=false")
        .run(
            context ->
                assertThat(context).hasNotFailed().getBeans(FreightClient.class).isNotEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "freight.outbox.schema, create, freight-outbox",
    "freight.outbox.schema, VALIDATE, freight-outbox",
    "freight.positions.schema, create, freight-watch",
    "freight.tools.enabled, true, freight-agent"
  })
  void aPropertyWhoseArtifactIsMissingEndsTheStartAndNamesIt(
      String property, String value, String artifact) {
    starterOnly
        .withPropertyValues(property + "=" + value)
        .run(
            context -> {
              assertThat(context).hasFailed();
              FailureAnalysis told =
                  new StartFailure.Analyzer().analyze(context.getStartupFailure());
              assertThat(told.getDescription())
                  .contains(property + "=" + value + " is set, and " + artifact);
              assertThat(told.getAction()).contains("dependency io.freightsdk:" + artifact + ",");
            });
  }
}
