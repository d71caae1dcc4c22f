package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "freight.limits.per-dya=3",
        "freight.limits.perDya=3",
        "freight.limits=3",
        "freight.limits.zones=America/Chicago",
        "freight.limits.per-customer.per-dya=3",
        "freight.limits.per-customers.per-day=3",
        "freight.limits.customer-page.perday.usd=3",
        "freight.limits.customers.per-day=3",
        "freight.limits.customers.acme.per-dya=3",
        "freight.limits.customers.acme.inc.per-day=3",
        "freight.limitsPerDay=3",
        "FREIGHT_LIMITS_PER_DAY=3"
      })
  void whatIsNoLimitEndsTheStart(String argument) {
    String name = argument.substring(0, argument.indexOf('='));
    refused(name + " (commandLineArgs) is no limit; the limits are", Map.of(), "--" + argument);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREIGHT_LIMITS_PER_DYA",
        "FREIGHT_LIMITS_PER_D_AY",
        "FREIGHT_LIMITS_PERCUSTOMER_PER_DYA",
        "FREIGHT_LIMITS_CUSTOMERPAGE_PER_DAYS",
        "FREIGHT_LIMITSPERDAY",
        "freight_limits_per_dya",
        "freight.limits.per-dya"
      })
  void soDoesAVariableOfTheEnvironment(String name) {
    refused(name + " (systemEnvironment) is no limit", Map.of(name, "3"));
  }

  @ParameterizedTest
  @CsvSource({
    "FREIGHT_LIMITS_PERDAY",
    "FREIGHT_LIMITS_PER_DAY",
    "freight_limits_per_day",
    "freight.limits.per-day"
  })
  void aVariableMayBeWrittenAsSpringBootReadsIt(String name) {
    accepted(limits -> assertThat(limits.perDay()).isEqualByComparingTo("3"), Map.of(name, "3"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"per-day", "perDay", "per_day", "PER-DAY"})
  void soMayAProperty(String name) {
    accepted(
        limits -> assertThat(limits.perDay()).isEqualByComparingTo("3"),
        Map.of(),
        "--freight.limits." + name + "=3");
  }

  @Test
  void variablesOfGroupsAreReadToo() {
    accepted(
        limits -> {
          assertThat(limits.perCustomer().perDay()).isEqualByComparingTo("3");
          assertThat(limits.customerPage().perHour()).isEqualByComparingTo("4");
        },
        Map.of(
            "FREIGHT_LIMITS_PER_CUSTOMER_PER_DAY",
            "3",
            "FREIGHT_LIMITS_CUSTOMERPAGE_PERHOUR",
            "4"));
  }

  @Test
  void aCustomersIdIsReadAsItIsWrittenOrNotAtAll() {
    accepted(
        limits -> assertThat(limits.customers()).containsOnlyKeys("ACME/7", "Best-Freight", "a.b"),
        Map.of(),
        "--freight.limits.customers[ACME/7].per-day=3",
        "--freight.limits.customers.Best-Freight.per-day=3",
        "--freight.limits.customers[a.b].per-day=3");
    refused(
        "is read as that of customer ACME7; put the id in brackets",
        Map.of(),
        "--freight.limits.customers.ACME/7.per-day=3");
    refused(
        "is of no customer: a placeholder in a name stays; write the id itself",
        Map.of("TENANT", "ACME"),
        "--freight.limits.customers[${TENANT}].per-day=3");
    refused(
        "put both ids in brackets",
        Map.of(),
        "--freight.limits.customers.ACME.per-day=3",
        "--freight.limits.customers.acme.per-day=5");
    accepted(
        limits -> assertThat(limits.customers()).containsOnlyKeys("ACME", "acme"),
        Map.of(),
        "--freight.limits.customers[ACME].per-day=3",
        "--freight.limits.customers[acme].per-day=5");
  }

  @Test
  void aVariableNamesACustomerOnlyByDigits() {
    accepted(
        limits -> assertThat(limits.customers().get("42").perDay()).isEqualByComparingTo("3"),
        Map.of("FREIGHT_LIMITS_CUSTOMERS_42_PERDAY", "3"));
    refused(
        "FREIGHT_LIMITS_CUSTOMERS_ACME_PERDAY (systemEnvironment) names no customer for sure",
        Map.of("FREIGHT_LIMITS_CUSTOMERS_ACME_PERDAY", "3"));
    refused("names no customer", Map.of("FREIGHT_LIMITS_CUSTOMERS_42_PER_DYA", "3"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "83",
        "0123",
        "1_000",
        "0x1F",
        "0b11",
        "-5",
        "1e3",
        "1.50",
        ".inf",
        ".nan",
        "12:30:00",
        "99999999999999999999",
        "yes",
        "no",
        "on",
        "Off",
        "true",
        "~",
        "null",
        "!!int '7'",
        "[ACME/7]",
        "[0123, b]",
        "{a: b}"
      })
  void anIdThatYamlDoesNotReadAsATextEndsTheStart(String id, @TempDir Path folder)
      throws IOException {
    Files.writeString(
        folder.resolve("application.yaml"),
        "freight.limits:\n  customers:\n    ACME: {total: 1}\n    " + id + ": {per-day: 0.70}\n");
    refused("quotes", Map.of(), "--spring.config.location=" + folder.toUri());
    refused("application.yaml] - 4:", Map.of(), "--spring.config.location=" + folder.toUri());
  }

  @Test
  void inQuotesAnIdIsReadAsItIsWritten(@TempDir Path folder) throws IOException {
    List<String> plain = List.of("83", "0123", "0x1F", "1e3", "yes", "no", "on", "null");
    List<String> bracketed = List.of("0777", "1_000", "1.50", "12:30:00", "~", "-05", "ACME/7");
    StringBuilder yaml = new StringBuilder("freight.limits.customers:\n");
    plain.forEach(id -> yaml.append(String.format(Locale.ROOT, "  '%s': {per-day: 0.70}\n", id)));
    bracketed.forEach(
        id -> yaml.append(String.format(Locale.ROOT, "  \"[%s]\": {per-day: 0.70}\n", id)));
    yaml.append("  2026-11-28: {per-day: 0.70}\n");
    Files.writeString(folder.resolve("application.yaml"), yaml);
    List<String> all = new ArrayList<>(plain);
    all.addAll(bracketed);
    all.add("2026-11-28");
    accepted(
        limits -> assertThat(limits.customers()).containsOnlyKeys(all.toArray(String[]::new)),
        Map.of(),
        "--spring.config.location=" + folder.toUri());
  }

  /** Spring's other readers of YAML know dates, and no lines. */
  @Test
  void soDoesOneInPropertiesThatWereMadeOfYaml() {
    for (String id : List.of("0123", "no", "2026-11-28", "2026-11-28T12:30:00Z")) {
      YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
      String text = "freight.limits.customers: {" + id + ": {per-day: 0.70}}";
      yaml.setResources(new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)));
      assertThatThrownBy(
              () ->
                  application(Map.of())
                      .initializers(
                          context ->
                              context
                                  .getEnvironment()
                                  .getPropertySources()
                                  .addFirst(
                                      new PropertiesPropertySource("remote", yaml.getObject())))
                      .run(arguments())
                      .close())
          .hasMessageContaining("(remote)")
          .hasMessageContaining("quotes");
    }
  }

  @Test
  void otherSourcesHaveOnlyTexts(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("application.properties"),
        "freight.limits.customers.0123.per-day=3\nfreight.limits.customers[42].per-day=3\n"
            + "freight.limits.customers[1.5].per-day=3\nfreight.limits.customers.on.per-day=3\n");
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.writeString(tree.resolve("freight.limits.customers.0042.per-day"), "3\n");
    accepted(
        limits ->
            assertThat(limits.customers())
                .containsOnlyKeys(
                    "0123", "42", "1.5", "on", "0042", "007", "0x7", "8", "9.5", "0815"),
        Map.of(
            "FREIGHT_LIMITS_CUSTOMERS_007_PERDAY",
            "3",
            "SPRING_APPLICATION_JSON",
            "{\"freight.limits.customers\": {\"0815\": {\"per-day\": 3}}}"),
        "--spring.config.location=" + folder.toUri(),
        "--spring.config.import=configtree:" + tree + "/",
        "--freight.limits.customers.0x7.per-day=3",
        "--freight.limits.customers[8].per-day=3",
        "--freight.limits.customers[9.5].per-day=3");
  }

  /** Spring Boot reads it as ISO 8859-1. */
  @Test
  void anIdInAFileOfPropertiesMayNotBeUtf8(@TempDir Path folder) throws IOException {
    String location = "--spring.config.location=" + folder.toUri();
    Path file = folder.resolve("application.properties");
    for (String id : List.of("Müller", "Łódź")) {
      Files.writeString(file, "freight.limits.customers[" + id + "].per-day=3");
      refused("write the limit into a YAML file, or letters such as", Map.of(), location);
    }
    Files.writeString(
        file,
        "freight.limits.customers[Müller].per-day=3\n"
            + "freight.limits.customers[\\u0141\\u00f3d\\u017a].per-day=3",
        StandardCharsets.ISO_8859_1);
    accepted(
        limits -> assertThat(limits.customers()).containsOnlyKeys("Müller", "Łódź"),
        Map.of(),
        location);
  }

  /** There they end a name. */
  @Test
  void anIdInAFileOfPropertiesHasABackslashBeforeASpace(@TempDir Path folder) throws IOException {
    String location = "--spring.config.location=" + folder.toUri();
    Path file = folder.resolve("application.properties");
    for (String id : List.of("ACME 7", "ACME=7", "ACME:7")) {
      Files.writeString(file, "freight.limits.customers[" + id + "].per-day=3");
      refused("write \\ before a space, = or : of an id", Map.of(), location);
      String escaped = id.replaceAll("[ =:]", "\\\\$0");
      Files.writeString(file, "freight.limits.customers[" + escaped + "].per-day=3");
      accepted(limits -> assertThat(limits.customers()).containsOnlyKeys(id), Map.of(), location);
    }
  }

  @Test
  void theNameOfAVariableIsNotReadInAFile(@TempDir Path folder) throws IOException {
    String location = "--spring.config.location=" + folder.toUri();
    Path file = folder.resolve("application.properties");
    for (String name :
        List.of("FREIGHT_MAX_PRICE", "FREIGHT_TOOLS_APPROVE_ABOVE", "freightMaxPrice")) {
      Files.writeString(file, name + "=1.00");
      refused("application.properties] - 1:", Map.of(), location);
      refused("is only read in the environment; write freight.", Map.of(), location);
    }
    Files.writeString(file, "FREIGHT_MAX_PRICE=1.00\nfreight.max-price=${FREIGHT_MAX_PRICE}");
    accepted(limits -> {}, Map.of(), location);
    accepted(limits -> {}, Map.of("FREIGHT_MAX_PRICE", "1.00", "FREIGHT_SERVICE_HOST", ""));
  }

  @Test
  void anEmptyLimitEndsTheStart() {
    refused(
        "FREIGHT_LIMITS_PER_DAY (systemEnvironment) is empty",
        Map.of("FREIGHT_LIMITS_PER_DAY", ""));
    refused(
        "freight.limits.per-customer.per-day (commandLineArgs) is empty",
        Map.of(),
        "--freight.limits.per-customer.per-day=${DAY_LIMIT:}");
    refused("is empty", Map.of(), "--freight.limits.customers[ACME].total=");
  }

  @Test
  void filesAndProfilesAndJsonAreLookedAt(@TempDir Path folder) throws IOException {
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
  void everyLimitMayBeWrittenInJson() {
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

  /** Spring Boot would take one of the two. */
  @Test
  void aLimitThatIsWrittenTwiceEndsTheStart(@TempDir Path folder) throws IOException {
    refused(
        "is written twice, also as FREIGHT_LIMITS_PER",
        Map.of("FREIGHT_LIMITS_PERDAY", "3", "FREIGHT_LIMITS_PER_DAY", "5"));
    refused(
        "is written twice, also as FREIGHT_LIMITS_CUSTOMERS_42_PER",
        Map.of(
            "FREIGHT_LIMITS_CUSTOMERS_42_PERDAY", "3", "FREIGHT_LIMITS_CUSTOMERS_42_PER_DAY", "5"));
    Files.writeString(
        folder.resolve("application.yaml"), "freight.limits:\n  per-day: 20\n  perDay: 30");
    String location = "--spring.config.location=" + folder.toUri();
    refused(
        "application.yaml] - 3:11) is written twice, also as freight.limits.per-day; remove one of the two",
        Map.of(),
        location);
    refused(
        "is written twice, also as freight.limits.customers.ACME.per-day",
        Map.of(),
        "--freight.limits.customers.ACME.per-day=3",
        "--freight.limits.customers.ACME.perDay=5");
  }

  @Test
  void lazyBeansHideNothing() {
    refused(
        "is no limit",
        Map.of(),
        "--freight.limits.per-dya=3",
        "--spring.main.lazy-initialization=true");
  }

  @Test
  void anyOtherUnknownNameEndsTheStart() {
    assertThatThrownBy(() -> start(Map.of(), "--freight.max-prize=1.00").close())
        .hasStackTraceContaining("freight.max-prize");
  }
}
