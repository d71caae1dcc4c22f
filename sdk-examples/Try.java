///usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 17+
//REPOS mavenlocal,mavencentral
//DEPS io.freightsdk:freight-sdk-core:0.1.0-SNAPSHOT
//DEPS io.freightsdk:freight-in-memory-server:0.1.0-SNAPSHOT

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;

/** A file to play with, without a project: jbang sdk-examples/Try.java, after mvn -Dlibraries install. No money is real. */
class Try {
  public static void main(String[] args) {
    try (InMemoryFreightServer server = InMemoryFreightServer.builder().frozenClock().start()) {
      Broker broker = server.createBroker("25.00");
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              .maxPrice("1.00")
              .build()) {
        CreateLoadOutcome load =
            client.createLoad(
                CreateLoadInput.builder()
                    .customerRef("PO-1007")
                    .driverPhone("+13125550142")
                    .pickups(stop("255 E 5th St", "Cincinnati", "OH", "45202"))
                    .deliveries(stop("120 Gary Wade Blvd", "Sevierville", "TN", "37862"))
                    .build());
        System.out.println(load.loadNumber() + " cost " + load.charge());

        server.driver(load.loadNumber()).driveUntil(LoadStatus.IN_TRANSIT);
        System.out.println("it is " + client.getLoadPosition(load.loadNumber()).status());

        broker.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
        try {
          client.getLoadPosition(load.loadNumber());
        } catch (FreightException lost) {
          System.out.println(lost.getMessage());
          System.out.println("charged: " + lost.charge() + ", next: " + lost.nextStep());
        }
        System.out.println("the balance is " + client.getBalance().balanceUsd() + " USD");
      }
    }
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }
}
