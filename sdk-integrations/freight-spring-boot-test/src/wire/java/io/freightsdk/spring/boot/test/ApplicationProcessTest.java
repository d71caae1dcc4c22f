package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testsupport.Thorough;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApplicationProcessTest {
  private static final String IN_MEMORY = "--spring.datasource.url=jdbc:h2:mem:books";

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");

  @AfterEach
  void close() {
    server.close();
  }

  @Thorough("starts an application")
  @Test
  void anApplicationAnswersUntilItIsKilled() {
    try (var application =
        ApplicationProcess.start(DispatchApplication.class, server, broker, IN_MEMORY)) {
      assertThat(application.send("GET", "/loads/LD-2026-0001", "").statusCode()).isNotEqualTo(200);
      assertThat(broker.requests()).isNotEmpty();
      application.kill();
      assertThatThrownBy(() -> application.send("GET", "/", ""))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining(
              "GET /: no answer, because the application ended with exit code 137")
          .hasMessageContaining("org.springframework");
    }
  }

  @Thorough("starts an application")
  @Test
  void anApplicationThatIsToldToEndDoesSo() {
    try (var application =
        ApplicationProcess.start(DispatchApplication.class, server, broker, IN_MEMORY)) {
      assertThat(application.stop()).isEqualTo(143);
    }
  }

  @Thorough("starts an application")
  @Test
  void oneThatCannotStartSaysWhy() {
    assertThatThrownBy(
            () ->
                ApplicationProcess.start(
                    DispatchApplication.class,
                    server,
                    broker,
                    IN_MEMORY,
                    "--freight.spend.limits.per-day=-1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("freight.spend.limits.per-day: expected 0 USD or more");
  }
}
