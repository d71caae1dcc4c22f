package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A fork's base URL has a path, which a client keeps before the paths of its calls. */
class ForkedServerTest {
  @AutoClose private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");

  private static FreightClient client(Broker broker) {
    return FreightClient.builder().baseUrl(broker.baseUrl()).agentKey(broker.agentKey()).build();
  }

  private static StopInput stop(String city, String state, String zip) {
    return StopInput.builder().address("1 Dock Rd").city(city).state(state).zip(zip).build();
  }

  @Test
  void aClientOfAForkPaysThereAndNowhereElse() {
    try (InMemoryFreightServer fork = server.fork()) {
      Broker there = Objects.requireNonNull(fork.broker(broker.brokerId()));
      try (FreightClient client = client(there);
          FreightClient outside = client(broker)) {
        var created =
            client.createLoad(
                CreateLoadInput.builder()
                    .driverPhone("+13125550142")
                    .pickups(stop("Cincinnati", "OH", "45202"))
                    .deliveries(stop("Sevierville", "TN", "37862"))
                    .build());
        String load = created.loadNumber();
        assertThat(created.trackingLink()).startsWith(fork.baseUrl() + "/track/");
        fork.runUntil(load, LoadStatus.DELIVERED);
        assertThat(client.getLoadPosition(load).status()).isEqualTo(LoadStatus.DELIVERED);
        assertThat(client.getBalance().balanceUsd()).isEqualByComparingTo("24.33");
        assertThat(outside.getBalance().balanceUsd()).isEqualByComparingTo("25.00");
        assertThatThrownBy(() -> outside.getLoadPosition(load))
            .isInstanceOf(FreightException.class);
      }
    }
  }
}
