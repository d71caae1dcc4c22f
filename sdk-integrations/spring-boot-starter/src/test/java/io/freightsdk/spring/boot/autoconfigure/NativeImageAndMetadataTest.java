package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.spend.SpendLedger;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
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
            .getResources("classpath*:io/freightsdk/spend/ledger/**/*.sql");
    assertThat(scripts).isNotEmpty();
    String root = SpendLedger.class.getPackageName().replace('.', '/') + "/ledger";
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
