package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A name or key is the text that was written, or the application does not start. */
class TextPropertiesIT {
  @ImportAutoConfiguration({FreightAutoConfiguration.class, FreightLedgerAutoConfiguration.class})
  static class Application {}

  @TempDir private Path folder;

  private ConfigurableApplicationContext start(String yaml, String... arguments)
      throws IOException {
    Files.writeString(folder.resolve("application.yaml"), yaml);
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
