package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FirstDriveTest {
  @Test
  void loadIsDrivenFromCreationToDelivery() {
    try (InMemoryFreightServer server = ServerInProcess.start(InMemoryFreightServer.builder())) {
      Broker broker = server.createBroker("25.00");
      Http client = new Http(server, broker.agentKey());

      Http.Reply created = client.post("/v1/agent/loads", Orders.TWO_STOPS);
      assertThat(created.status()).isEqualTo(201);
      String loadNumber = created.json().text("loadNumber");

      server.driver(loadNumber).driveToNextStop().stay(Duration.ofMinutes(40)).driveToNextStop();

      Http.Reply read = client.get("/v1/agent/loads/" + loadNumber);
      assertThat(read.status()).as(read.toString()).isEqualTo(200);
      Tree position = read.json();
      assertThat(position.text("status")).isEqualTo("DELIVERED");
      assertThat(position.number("distanceMiles").doubleValue()).isBetween(225.0, 250.0);
      assertThat(position.instant("stops.0.departedAt"))
          .isAfter(position.instant("stops.0.arrivedAt").plus(Duration.ofMinutes(39)));
      assertThat(server.load(loadNumber).view().status()).isEqualTo(LoadStatus.DELIVERED);

      Http.Reply confirmed =
          client.post("/v1/agent/loads/" + loadNumber + "/delivery-confirm", "{}");
      assertThat(confirmed.json().flag("idempotent")).isTrue();

      assertThat(broker.balanceUsd()).isEqualByComparingTo("24.33");
      assertThat(client.get("/v1/agent/balance").json().number("balanceUsd"))
          .isEqualByComparingTo("24.33");
    }
  }
}
