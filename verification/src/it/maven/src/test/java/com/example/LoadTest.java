package com.example;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.junit.FreightServerTest;
import org.junit.jupiter.api.Test;

@FreightServerTest
class LoadTest {
  @Test
  void loadIsPaidOnce(InMemoryFreightServer server, Broker broker, FreightClient client) {
    String loadNumber = client.createLoad(input()).loadNumber();

    assertThat(broker).chargedExactlyOnceFor(loadNumber);
    assertThat(server).load(loadNumber).hasStatus("PLANNED");
  }

  /** {@code getAllStackTraces} has only platform threads. */
  @Test
  void connectionsUseVirtualThreadsSinceJava21(InMemoryFreightServer server, Broker broker) {
    try (FreightClient client =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
      client.getBalance();
      boolean isOnPlatformThread =
          Thread.getAllStackTraces().keySet().stream()
              .anyMatch(
                  thread -> thread.getName().startsWith("freight-server-" + server.port() + "-"));

      assertEquals(Runtime.version().feature() < 21, isOnPlatformThread);
    }
  }

  private static CreateLoadInput input() {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(stop("Cincinnati", "OH", "45202"))
        .deliveries(stop("Sevierville", "TN", "37862"))
        .build();
  }

  private static StopInput stop(String city, String state, String zip) {
    return StopInput.builder().address("1 Main St").city(city).state(state).zip(zip).build();
  }
}
