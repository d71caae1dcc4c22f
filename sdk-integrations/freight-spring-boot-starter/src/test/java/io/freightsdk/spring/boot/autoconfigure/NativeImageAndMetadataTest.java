package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendTotals;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.ExecutableHint;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** What the jar tells native images and editors. */
class NativeImageAndMetadataTest {
  @Test
  void aNativeImageKeepsEveryResourceThatTheClientReads() throws IOException {
    RuntimeHints hints = new RuntimeHints();
    new FreightRuntimeHints().registerHints(hints, getClass().getClassLoader());

    Resource[] scripts =
        new PathMatchingResourcePatternResolver()
            .getResources("classpath*:io/freightsdk/spend/jdbc/**/*.sql");
    assertThat(scripts).isNotEmpty();
    String root = SpendLedger.class.getPackageName().replace('.', '/') + "/jdbc";
    for (Resource script : scripts) {
      String url = script.getURL().toString();
      assertThat(RuntimeHintsPredicates.resource().forResource(url.substring(url.indexOf(root))))
          .accepts(hints);
    }
    assertThat(
            RuntimeHintsPredicates.resource()
                .forResource(
                    FreightApiDescription.class.getPackageName().replace('.', '/')
                        + "/freight-agent-api.yaml"))
        .accepts(hints);
  }

  /** Jackson reads the components of a record by its accessors. */
  @Test
  void aNativeImageKeepsWhatTheEndpointAnswersWith() {
    RuntimeHints hints = new RuntimeHints();
    new FreightRuntimeHints().registerHints(hints, getClass().getClassLoader());

    Set<Class<?>> records = new LinkedHashSet<>();
    addRecords(FreightEndpoint.Report.class, records);
    addRecords(FreightEndpoint.Done.class, records);
    assertThat(records)
        .contains(
            FreightEndpoint.Unknown.class,
            FreightEndpoint.Limit.class,
            FreightEndpoint.Result.class,
            WaitingOrders.Order.class,
            Reconciliation.class,
            SpendTotals.class,
            FreightClient.Activity.class);
    for (Class<?> record : records) {
      assertThat(RuntimeHintsPredicates.reflection().onType(record)).accepts(hints);
      assertThat(Objects.requireNonNull(hints.reflection().getTypeHint(record)).methods())
          .extracting(ExecutableHint::getName)
          .containsAll(
              Stream.of(record.getRecordComponents()).map(RecordComponent::getName).toList());
    }
  }

  /** A record and those that it has, also in lists. */
  private static void addRecords(Type type, Set<Class<?>> records) {
    if (type instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) addRecords(argument, records);
    }
    if (!(type instanceof Class<?> one) || !one.isRecord() || !records.add(one)) return;
    for (RecordComponent component : one.getRecordComponents()) {
      addRecords(component.getGenericType(), records);
    }
  }

  @Test
  void everyPropertyHasADescription() throws IOException {
    String metadata;
    try (InputStream json =
        getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      metadata = new String(Objects.requireNonNull(json).readAllBytes(), StandardCharsets.UTF_8);
    }
    for (String name :
        List.of("freight.agent-key", "freight.spend.limits.per-day", "freight.health.cache")) {
      int at = metadata.indexOf("\"name\": \"" + name + "\"");
      assertThat(at).as(name).isPositive();
      assertThat(metadata.substring(at, metadata.indexOf("}", at))).contains("\"description\": ");
    }
  }
}
