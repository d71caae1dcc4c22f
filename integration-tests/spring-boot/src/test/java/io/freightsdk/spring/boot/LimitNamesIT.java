package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A limit that is misspelled, or has no amount, starts nothing, wherever it is written. */
class LimitNamesIT {
  @ImportAutoConfiguration({FreightAutoConfiguration.class, FreightLedgerAutoConfiguration.class})
  static class Application {}

  /** An application that starts with arguments, and an environment of its own. */
  private static ConfigurableApplicationContext start(
      Map<String, Object> variables, String... arguments) {
    return application(variables).run(arguments(arguments));
  }

  private static String[] arguments(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--freight.base-url=http://127.0.0.1:9");
    all.add("--freight.agent-key=k");
    return all.toArray(String[]::new);
  }

  private static SpringApplicationBuilder application(Map<String, Object> variables) {
    StandardEnvironment environment =
        new StandardEnvironment() {
          @Override
          protected void customizePropertySources(MutablePropertySources sources) {
            sources.addLast(
                new MapPropertySource(
                    SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, getSystemProperties()));
            sources.addLast(
                new SystemEnvironmentPropertySource(
                    SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
          }
        };
    return new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .environment(environment);
  }

  private static void refused(String message, Map<String, Object> variables, String... arguments) {
    assertThatThrownBy(() -> start(variables, arguments).close())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(message);
  }

  private static void accepted(
      Consumer<FreightProperties.Limits> then, Map<String, Object> variables, String... arguments) {
    try (ConfigurableApplicationContext context = start(variables, arguments)) {
      then.accept(context.getBean(FreightProperties.class).limits());
    }
  }

  /** YAML reads 0042 as 34, and Spring Boot puts a key that is a number into brackets. */
  @ParameterizedTest
  @ValueSource(strings = {"42", "0042", "0x1F", "1_000"})
  void customerIdThatYamlReadsAsANumberFailsTheStart(String id, @TempDir Path folder)
      throws IOException {
    String location = "--spring.config.location=" + folder.toUri();
    String limit = ": {per-day: 0.70}\n";
    Path file = folder.resolve("application.yaml");
    Files.writeString(file, "freight.limits.customers:\n  ACME" + limit + "  " + id + limit);
    refused("YAML reads 0042 as 34; put it into quotes", Map.of(), location);
    refused("application.yaml] - 3:", Map.of(), location);

    Files.writeString(file, "freight.limits.customers:\n  '" + id + "'" + limit);
    boolean isPlain = !id.contains("_");
    if (isPlain) {
      accepted(limits -> assertThat(limits.customers()).containsOnlyKeys(id), Map.of(), location);
    }
  }

  @Test
  void misspelledLimitInAFileProfileOrJsonFailsTheStart(@TempDir Path folder) throws IOException {
    String location = "--spring.config.location=" + folder.toUri();
    Files.writeString(
        folder.resolve("application.yaml"),
        "freight.limits: {per-day: 5.00, customers: {\"[ACME/7]\": {per-day: 9}}}");
    accepted(
        limits -> assertThat(limits.customers()).containsOnlyKeys("ACME/7"), Map.of(), location);
    Files.writeString(
        folder.resolve("application-prod.yaml"), "freight:\n  limits:\n    perDey: 1");
    refused("freight.limits.perDey", Map.of(), location, "--spring.profiles.active=prod");
    refused(
        "is no limit", Map.of("SPRING_APPLICATION_JSON", "{\"freight\":{\"limits\":{\"day\":3}}}"));
    refused(
        "put the id in brackets",
        Map.of(
            "SPRING_APPLICATION_JSON", "{\"freight.limits.customers\":{\"A/7\":{\"total\":3}}}"));
    System.setProperty("freight.limits.per-dya", "3");
    try {
      refused("freight.limits.per-dya (systemProperties) is no limit", Map.of());
    } finally {
      System.clearProperty("freight.limits.per-dya");
    }
  }

  @Test
  void limitsInJsonAreRead() {
    accepted(
        limits -> {
          assertThat(limits.perDay()).isEqualByComparingTo("20");
          assertThat(limits.perCustomer().total()).isEqualByComparingTo("7.5");
          assertThat(limits.customers()).containsOnlyKeys("0815");
        },
        Map.of(
            "SPRING_APPLICATION_JSON",
            "{\"freight\": {\"limits\": {\"per-day\": 20, \"per-customer.total\": \"7.50\","
                + " \"customers\": {\"0815\": {\"per-day\": 3}}}}}"));
    refused(
        "freight.limits.per-day (spring.application.json) is empty",
        Map.of("SPRING_APPLICATION_JSON", "{\"freight.limits.per-day\": null}"));
  }

  @Test
  void misspelledLimitFailsTheStartOfLazyBeans() {
    refused(
        "is no limit",
        Map.of(),
        "--freight.limits.per-dya=3",
        "--spring.main.lazy-initialization=true");
  }

  /** Such as an application that looks for freight rates. */
  @Test
  void otherNamesBelowFreightAreIgnored(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("application.yaml"),
        "freight:\n  rates.url: https://rates.example.com\n  limits.per-day: 5\n"
            + "  jobs: {team: west}\n  maximum: 3\n");
    try (ConfigurableApplicationContext context =
        start(
            Map.of("FREIGHT_RATES_KEY", "x", "FREIGHT_SERVICE_HOST", ""),
            "--spring.config.location=" + folder.toUri())) {
      assertThat(context.getEnvironment().getProperty("freight.rates.url"))
          .isEqualTo("https://rates.example.com");
      assertThat(context.getBean(FreightProperties.class).limits().perDay())
          .isEqualByComparingTo("5");
    }
  }
}
