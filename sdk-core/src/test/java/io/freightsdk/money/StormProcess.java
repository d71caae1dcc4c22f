package io.freightsdk.money;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;

/** The service of a storm in a JVM of its own, which ends when its standard input does. */
final class StormProcess {
  private StormProcess() {}

  public static void main(String[] arguments) throws Exception {
    try (InMemoryFreightServer server = StormServer.start()) {
      Broker broker = server.createBroker(StormServer.OPENING);
      System.out.println(server.baseUrl() + " " + broker.agentKey() + " " + broker.brokerId());
      while (System.in.read() >= 0) {
        // Nothing is said to it but its end, which also comes when the parent dies.
      }
    }
  }
}
