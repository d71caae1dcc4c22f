package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * A limit that is misspelled or has no amount fails the start of an application. {@code
 * MistypedLimitsTest} has the spellings.
 */
class MistypedLimitsIT {
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

  @Test
  void misspelledLimitInJsonFailsTheStart() {
    refused(
        "is no limit", Map.of("SPRING_APPLICATION_JSON", "{\"freight\":{\"limits\":{\"day\":3}}}"));
    refused(
        "put the id in brackets",
        Map.of(
            "SPRING_APPLICATION_JSON", "{\"freight.limits.customers\":{\"A/7\":{\"total\":3}}}"));
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
}
