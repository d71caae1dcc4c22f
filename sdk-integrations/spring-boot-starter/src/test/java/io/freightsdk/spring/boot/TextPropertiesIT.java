package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A name, a key or an amount is the one that was written, or the application does not start. */
class TextPropertiesIT {
  @ImportAutoConfiguration({FreightAutoConfiguration.class, FreightLedgerAutoConfiguration.class})
  static class Application {}

  @TempDir private Path folder;

  private ConfigurableApplicationContext start(String yaml, String... arguments)
      throws IOException {
    return start(yaml.getBytes(StandardCharsets.UTF_8), arguments);
  }

  private ConfigurableApplicationContext start(byte[] yaml, String... arguments)
      throws IOException {
    Files.write(folder.resolve("application.yaml"), yaml);
    return new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .properties(
            Map.of(
                "spring.config.location", folder.toUri().toString(),
                "freight.base-url", "http://127.0.0.1:9",
                "freight.agent-key", "k"))
        .run(arguments);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "freight.ledger.name: 0123",
        "freight.ledger: {name: 1e3}",
        "freight.account: 0042",
        "freight.account: no",
        "freight.account: 12:30:00",
        "freight.agent-key: 0715",
        "freight.agentKey: 1_000_000",
        "freight.ledger: {store: file, file: 0777}",
        "freight.base-url: 8080",
        "{tenant: {id: 0042}, freight: {account: '${tenant.id}'}}",
        "{tenant: 0042, id: '${tenant}', freight: {account: '${id:other}'}}",
        "{team: 0123, freight: {ledger: {name: 'orders-${team}'}}}",
        "{team: 0123, a: x, freight: {account: '${a}-${team}'}}",
        "{team: 0042, freight: {account: '${missing:${team}}'}}",
        "{team: 0042, freight: {account: '${missing:a-${team:b}}'}}"
      })
  void aTextThatYamlReadAsSomethingElseEndsTheStart(String yaml) {
    assertThatThrownBy(() -> start(yaml).close())
        .isInstanceOf(StartFailure.class)
        .hasMessageStartingWith("freight.")
        .hasMessageContaining("application.yaml] - 1:")
        .hasMessageContaining("into quotes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "freight.limits.per-day: 050",
        "freight.limits: {per-day: 0100}",
        "freight.limits.per-day: 1:00",
        "freight.limits.per-hour: 0x10",
        "freight.limits.total: &total 050",
        "freight.limits.total: !!int '050'",
        "freight.limits: {per-day: 5, zone: +10:00}",
        "freight.limits: {per-customer: {per-day: 050}}",
        "freight.limits: {customers: {'0123': {per-day: 5, total: 0_50}}}",
        "freight.max-price: 010 # USD",
        "freight.timeout: 1:30",
        "freight.retry.max-attempts: 010",
        "freight.jobs.budget-per-day: 010",
        "freight.tools.limit-per-day: 010",
        "freight.health.minimum-balance: 010",
        "\uFEFFfreight.max-price: 010",
        "{day: 050, freight: {limits: {per-day: '${day}'}}}",
        "{cents: 010, freight: {limits: {per-day: '5.${cents}'}}}",
        "{x: &x {per-day: 050}, freight: {limits: {<<: *x}}}",
        "{x: &x 050, freight: {limits: {per-day: *x}}}"
      })
  void soDoesANumberOfAnotherBase(String yaml) {
    assertThatThrownBy(() -> start(yaml).close())
        .isInstanceOf(StartFailure.class)
        .hasMessageStartingWith("freight.")
        .hasMessageContaining("is written: YAML reads 0123 as 83, 1:30 as 90")
        .hasMessageContaining("application.yaml] - 1:")
        .hasMessageContaining("into quotes");
  }

  @ParameterizedTest
  @CsvSource({
    "50,50",
    "'''050''',50",
    "050.50,50.5",
    "08,8",
    "007,7",
    "1e3,1000",
    "1_000,1000",
    "+5,5",
    ".5,0.5"
  })
  void anAmountIsReadAsItIsWritten(String written, String amount) throws IOException {
    String yaml = "a: 1\n---\nfreight.limits:\n  per-day: " + written + " # as of 010";
    try (ConfigurableApplicationContext context = start(yaml)) {
      assertThat(context.getBean(FreightProperties.class).limits().perDay())
          .isEqualByComparingTo(amount);
    }
  }

  @Test
  void soIsOneInAFileOfAnotherEncoding() throws IOException {
    byte[] yaml = "freight.limits.per-day: 20".getBytes(StandardCharsets.UTF_16);
    try (ConfigurableApplicationContext context = start(yaml)) {
      assertThat(context.getBean(FreightProperties.class).limits().perDay())
          .isEqualByComparingTo("20");
    }
  }

  @Test
  void soDoesANumberInJsonWhichIsNotShown() {
    String json = "{\"freight\":{\"agent-key\":1234567890123}}";
    assertThatThrownBy(() -> start("", "--spring.application.json=" + json).close())
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("put the value of freight.agent-key into quotes")
        .hasMessageNotContaining("1234567890123");
  }

  @Test
  void inQuotesItIsReadAsItIsWritten() throws IOException {
    String yaml = "tenant: '0042'\nfreight: {account: '${tenant}', ledger: {name: '0123'}}";
    try (ConfigurableApplicationContext context = start(yaml)) {
      FreightProperties properties = context.getBean(FreightProperties.class);
      assertThat(properties.account()).isEqualTo("0042");
      assertThat(properties.ledger().name()).isEqualTo("0123");
    }
  }

  /** Then nobody reads the number. */
  @Test
  void aDefaultThatIsNotUsedMayBeANumber() throws IOException {
    try (ConfigurableApplicationContext context =
        start("{team: 0042, a: acme, freight: {account: '${a:${team}}'}}")) {
      assertThat(context.getBean(FreightProperties.class).account()).isEqualTo("acme");
    }
  }

  /** As by a test's @DynamicPropertySource; Spring makes the text or the file of them. */
  @Test
  void aPathOrAnAddressIsNoNumber() throws IOException {
    Files.writeString(folder.resolve("application.yaml"), "");
    Path file = folder.resolve("books").resolve("freight.db");
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .properties(
                Map.of(
                    "freight.base-url",
                    URI.create("http://127.0.0.1:9"),
                    "freight.agent-key",
                    "k",
                    "freight.ledger.store",
                    "file",
                    "freight.ledger.file",
                    file))
            .run()) {
      FreightProperties properties = context.getBean(FreightProperties.class);
      assertThat(properties.baseUrl()).isEqualTo("http://127.0.0.1:9");
      assertThat(properties.ledger().file()).isEqualTo(file.toFile());
    }
  }

  @Test
  void aNumberWithinATextIsNoneOfOurs() throws IOException {
    String yaml = "port: 8081\nfreight.base-url: http://localhost:${port}";
    try (ConfigurableApplicationContext context = start(yaml)) {
      assertThat(context.getBean(FreightProperties.class).baseUrl())
          .isEqualTo("http://localhost:8081");
    }
  }

  @Test
  void otherSourcesHaveOnlyTexts() throws IOException {
    try (ConfigurableApplicationContext context =
        start("freight.account: 'x'", "--freight.account=0042", "--freight.ledger.name=0123")) {
      assertThat(context.getBean(FreightProperties.class).account()).isEqualTo("0042");
      assertThat(context.getBean(FreightProperties.class).ledger().name()).isEqualTo("0123");
    }
  }
}
