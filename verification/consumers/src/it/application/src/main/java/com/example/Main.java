package com.example;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.math.BigDecimal;

/** Creates a load and reads it, and fails unless exactly both were paid for. */
public final class Main {
  public static void main(String[] args) {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      try (FreightClient client =
          FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
        CreateLoadOutcome load = client.createLoad(input());
        LoadPosition position = client.getLoadPosition(load.loadNumber());
        BigDecimal balance = client.getBalance().balanceUsd();
        System.out.println(load.loadNumber() + " " + position.status() + " " + balance);
        if (balance.compareTo(new BigDecimal("24.33")) != 0) {
          throw new IllegalStateException("expected a balance of 24.33 USD, got " + balance);
        }
      }
    }
  }

  private static CreateLoadInput input() {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(stop("100 Main St", "Cincinnati", "OH", "45202"))
        .deliveries(stop("1 Parkway", "Sevierville", "TN", "37862"))
        .build();
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }
}
