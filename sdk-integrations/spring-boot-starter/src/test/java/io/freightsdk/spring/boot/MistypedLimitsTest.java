package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Names of limits in arguments, variables and files: which are read, and which are refused. */
class MistypedLimitsTest {
  /** The environment that Spring Boot makes of these arguments and variables, and of files. */
  private static StandardEnvironment environment(
      Map<String, Object> variables, String... arguments) {
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
    environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(arguments));
    ConfigurationPropertySources.attach(environment);
    ConfigDataEnvironmentPostProcessor.applyTo(environment);
    return environment;
  }

  private static void refused(String message, Map<String, Object> variables, String... arguments) {
    assertThatThrownBy(() -> MistypedLimits.check(environment(variables, arguments)))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining(message);
  }

  private static void accepted(
      Consumer<FreightProperties.Limits> then, Map<String, Object> variables, String... arguments) {
    StandardEnvironment environment = environment(variables, arguments);
    MistypedLimits.check(environment);
    then.accept(Binder.get(environment).bindOrCreate("freight", FreightProperties.class).limits());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "freight.limits.per-dya=3",
        "freight.limits.perDya=3",
        "freight.limits=3",
        "freight.limits.zones=America/Chicago",
        "freight.limits.per-customer.per-dya=3",
        "freight.limits.per-customers.per-day=3",
        "freight.limits.per-customer-page.perday.usd=3",
        "freight.limits.customers.per-day=3",
        "freight.limits.customers.acme.per-dya=3",
        "freight.limits.customers.acme.inc.per-day=3",
        "freight.limitsPerDay=3",
        "freight.limit.per-day=3",
        "freight.limit-per-day=3",
        "FREIGHT_LIMITS_PER_DAY=3"
      })
  void unknownLimitInAnArgumentIsRefused(String argument) {
    String name = argument.substring(0, argument.indexOf('='));
    refused(name + " (commandLineArgs) is no limit; the limits are", Map.of(), "--" + argument);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREIGHT_LIMITS_PER_DYA",
        "FREIGHT_LIMITS_PER_D_AY",
        "FREIGHT_LIMITS_PERCUSTOMER_PER_DYA",
        "FREIGHT_LIMITS_PERCUSTOMERPAGE_PER_DAYS",
        "FREIGHT_LIMITSPERDAY",
        "FREIGHT_LIMIT_PER_DAY",
        "FREIGHT_LIMITS_PERCUSTOMER_PER_DAY",
        "FREIGHT_LIMITS_CUSTOMERS_ACME_PERDAY",
        "FREIGHT_LIMITS_CUSTOMERS_42_PER_DYA",
        "freight_limits_per_dya",
        "freight.limits.per-dya"
      })
  void unknownLimitInAVariableIsRefused(String name) {
    refused(name + " (systemEnvironment) is no limit", Map.of(name, "3"));
  }

  @ParameterizedTest
  @CsvSource({
    "FREIGHT_LIMITS_PERDAY",
    "FREIGHT_LIMITS_PER_DAY",
    "freight_limits_per_day",
    "freight.limits.per-day"
  })
  void spellingsOfAVariableAreRead(String name) {
    accepted(limits -> assertThat(limits.perDay()).isEqualByComparingTo("3"), Map.of(name, "3"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREIGHT_TOOLS_SERVICE_HOST",
        "FREIGHT_TOOLS_PORT_8080_TCP_ADDR",
        "FREIGHT_LIMITS_API_SERVICE_PORT_HTTP"
      })
  void variablesOfKubernetesServicesAreIgnored(String name) {
    accepted(limits -> assertThat(limits.perDay()).isNull(), Map.of(name, "10.0.0.1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"per-day", "perDay", "per_day", "PER-DAY"})
  void spellingsOfAPropertyAreRead(String name) {
    accepted(
        limits -> assertThat(limits.perDay()).isEqualByComparingTo("3"),
        Map.of(),
        "--freight.limits." + name + "=3");
  }

  @Test
  void variablesOfGroupsAreRead() {
    accepted(
        limits -> {
          assertThat(limits.perCustomer().perDay()).isEqualByComparingTo("3");
          assertThat(limits.perCustomerPage().perHour()).isEqualByComparingTo("4");
        },
        Map.of(
            "FREIGHT_LIMITS_PER_CUSTOMER_PER_DAY",
            "3",
            "FREIGHT_LIMITS_PERCUSTOMERPAGE_PERHOUR",
            "4"));
  }

  @Test
  void customerIdIsReadAsItIsWrittenOrRefused() {
    accepted(
        limits -> assertThat(limits.customers()).containsOnlyKeys("ACME/7", "Best-Freight", "a.b"),
        Map.of(),
        "--freight.limits.customers[ACME/7].per-day=3",
        "--freight.limits.customers.Best-Freight.per-day=3",
        "--freight.limits.customers[a.b].per-day=3");
    refused(
        "is read as the limit of customer ACME7; put the id in brackets",
        Map.of(),
        "--freight.limits.customers.ACME/7.per-day=3");
    accepted(
        limits -> assertThat(limits.customers()).containsOnlyKeys("ACME", "acme"),
        Map.of(),
        "--freight.limits.customers[ACME].per-day=3",
        "--freight.limits.customers[acme].per-day=5");
  }

  @Test
  void variableNamesACustomerByDigits() {
    for (String variable : List.of("PERDAY", "PER_DAY")) {
      accepted(
          limits -> assertThat(limits.customers().get("42").perDay()).isEqualByComparingTo("3"),
          Map.of("FREIGHT_LIMITS_CUSTOMERS_42_" + variable, "3"));
    }
    accepted(
        limits ->
            assertThat(limits.customers().get("42"))
                .hasToString(
                    "PerCustomer[perHour=1, perDay=null, perMonth=3, total=4, zone=America/Chicago]"),
        Map.of(
            "FREIGHT_LIMITS_CUSTOMERS_42_PER_HOUR", "1",
            "FREIGHT_LIMITS_CUSTOMERS_42_PER_MONTH", "3",
            "FREIGHT_LIMITS_CUSTOMERS_42_TOTAL", "4",
            "FREIGHT_LIMITS_CUSTOMERS_42_ZONE", "America/Chicago"));
  }

  /** YAML reads 0042 as 34, and Spring Boot puts a key that is a number into brackets. */
  @ParameterizedTest
  @ValueSource(strings = {"42", "0042", "0x1F", "1_000"})
  void customerIdThatYamlReadsAsANumberIsRefused(String id, @TempDir Path folder)
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
  void misspelledLimitInAFileOrProfileIsRefused(@TempDir Path folder) throws IOException {
    String location = "--spring.config.location=" + folder.toUri();
    Files.writeString(
        folder.resolve("application.yaml"),
        "freight.limits: {per-day: 5.00, customers: {\"[ACME/7]\": {per-day: 9}}}");
    accepted(
        limits -> assertThat(limits.customers()).containsOnlyKeys("ACME/7"), Map.of(), location);
    Files.writeString(
        folder.resolve("application-prod.yaml"), "freight:\n  limits:\n    perDey: 1");
    refused("freight.limits.perDey", Map.of(), location, "--spring.profiles.active=prod");
  }

  @Test
  void misspelledLimitInASystemPropertyIsRefused() {
    System.setProperty("freight.limits.per-dya", "3");
    try {
      refused("freight.limits.per-dya (systemProperties) is no limit", Map.of());
    } finally {
      System.clearProperty("freight.limits.per-dya");
    }
  }

  /** For example of an application that looks for freight rates. */
  @Test
  void otherNamesBelowFreightAreIgnored(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("application.yaml"),
        "freight:\n  rates.url: https://rates.example.com\n  limits.per-day: 5\n"
            + "  jobs: {team: west}\n  maximum: 3\n");
    StandardEnvironment environment =
        environment(
            Map.of("FREIGHT_RATES_KEY", "x", "FREIGHT_SERVICE_HOST", ""),
            "--spring.config.location=" + folder.toUri());
    MistypedLimits.check(environment);
    assertThat(environment.getProperty("freight.rates.url")).isEqualTo("https://rates.example.com");
    assertThat(
            Binder.get(environment)
                .bindOrCreate("freight", FreightProperties.class)
                .limits()
                .perDay())
        .isEqualByComparingTo("5");
  }

  @Test
  void unknownNameOfTheToolsIsRefused() {
    refused(
        "freight.tools.approve-above (commandLineArgs) is unknown; the names below freight.tools"
            + " are limit-per-day, approval-above, expose-over-mcp",
        Map.of(),
        "--freight.tools.approve-above=0.50");
    refused("is unknown", Map.of(), "--freight.tools.limit-per-day.usd=5");
    refused("is unknown", Map.of("FREIGHT_TOOLS_APPROVAL_ABOV", "0.50"));
    accepted(
        limits -> {},
        Map.of("FREIGHT_TOOLS_APPROVALABOVE", "0.50", "FREIGHT_TOOLS_EXPOSE_OVER_MCP", "true"),
        "--freight.tools.limitPerDay=5");
  }

  @Test
  void emptyLimitIsRefused() {
    refused(
        "FREIGHT_LIMITS_PER_DAY (systemEnvironment) is empty",
        Map.of("FREIGHT_LIMITS_PER_DAY", ""));
    refused(
        "freight.limits.per-customer.per-day (commandLineArgs) is empty",
        Map.of(),
        "--freight.limits.per-customer.per-day=${DAY_LIMIT:}");
    refused("is empty", Map.of(), "--freight.limits.customers[ACME].total=");
    refused("freight.max-price is empty", Map.of(), "--freight.max-price=");
    refused("freight.max-price is empty", Map.of("FREIGHT_MAX_PRICE", ""));
    refused("is empty", Map.of(), "--freight.tools.limit-per-day=");
    refused("is empty", Map.of(), "--freight.tools.approval-above=${APPROVAL_ABOVE:}");
  }
}
