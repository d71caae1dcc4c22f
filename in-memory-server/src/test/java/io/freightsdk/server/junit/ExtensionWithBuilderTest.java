package io.freightsdk.server.junit;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.view.ServerClock;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The form of the extension in which a class describes its server. */
class ExtensionWithBuilderTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final Set<String> BROKERS_SEEN = ConcurrentHashMap.newKeySet();

  @RegisterExtension
  static final FreightServerExtension FREIGHT =
      FreightServerExtension.withServer(
              ServerInProcess.withoutPort(
                  InMemoryFreightServer.builder()
                      .clockStart(START)
                      .frozenClock()
                      .price("position_read", "0.05")))
          .withBalance("7.00");

  private static InMemoryFreightServer classServer;

  @BeforeAll
  static void takeServer(InMemoryFreightServer server) {
    classServer = server;
  }

  @Test
  void serverHasTheSettingsOfTheBuilder(InMemoryFreightServer server, ServerClock clock) {
    assertThat(server).isSameAs(classServer);
    assertThat(server.prices().get("position_read")).isEqualByComparingTo("0.05");
    assertThat(clock).isSameAs(server.clock());
    assertThat(clock.now()).isEqualTo(START);
  }

  @RepeatedTest(2)
  void everyTestMethodHasItsOwnBrokerWithTheGivenBalance(
      InMemoryFreightServer server, Broker broker) {
    assertThat(broker).hasBalance("7.00");
    assertThat(BROKERS_SEEN.add(broker.brokerId())).isTrue();
    assertThat(server.broker(broker.brokerId())).isSameAs(broker);
  }

  @Nested
  class Inside {
    @Test
    void nestedClassesUseTheSameServer(InMemoryFreightServer server, Broker broker) {
      assertThat(server).isSameAs(classServer);
      assertThat(broker).hasBalance("7.00");
    }
  }
}
