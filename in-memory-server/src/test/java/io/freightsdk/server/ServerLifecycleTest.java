package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Money and what it pays for stay one, whatever happens to the whole server. */
class ServerLifecycleTest {
  private final InMemoryFreightServer server =
      ServerInProcess.start(
          InMemoryFreightServer.builder()
              .broker(BrokerSettings.DEFAULT.withBalance("100000.00").withAgentKey("one-key")));

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void brokerWithAKeyInUseIsNotCreated() {
    int before = server.brokers().size();

    assertThatThrownBy(
            () ->
                server.createBroker(
                    BrokerSettings.DEFAULT.withBalance("5").withAgentKey("one-key")))
        .hasMessageContaining("in use");

    assertThat(server.brokers()).hasSize(before);
    server.reset();
    assertThat(server.brokers()).hasSize(1);
  }

  @Test
  void loadNumbersContinueAfterAReset() {
    assertThat(createLoad()).endsWith("-0001");
    String second = createLoad();
    server.reset();

    assertThat(createLoad()).endsWith("-0003");
    server.reset();
    assertThat(createLoad()).endsWith("-0004");
    Http client = Http.to(server).as("one-key");
    assertThat(client.get("/v1/agent/loads/" + second).status()).isEqualTo(404);
  }

  private String createLoad() {
    Http.Reply reply = Http.to(server).as("one-key").post("/v1/agent/loads", Orders.TWO_STOPS);
    assertThat(reply.status()).isEqualTo(201);
    return reply.json().text("loadNumber");
  }

  @Test
  void reusedBuilderChangesNoRunningServer() {
    ServerBuilder builder = InMemoryFreightServer.builder();
    try (InMemoryFreightServer first = ServerInProcess.start(builder)) {
      builder.broker(BrokerSettings.DEFAULT).price("load_create", "9.00");

      first.reset();

      assertThat(first.brokers()).isEmpty();
      assertThat(first.prices().get("load_create")).isEqualByComparingTo("0.65");
    }
  }

  @Test
  void advanceBeyondTheLastTimeIsRefused() {
    try (Service service = Service.start()) {
      for (String by : List.of("PT2562047788015215H", "P100000000D")) {
        Http.Reply reply = service.admin("POST", "clock", "{\"advance\":\"" + by + "\"}");
        assertThat(reply.status()).as(by).isEqualTo(400);
      }
    }
  }
}
