package io.freightsdk.mcp;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;

/** A service in this process, with a broker that has play money. */
record Sandbox(InMemoryFreightServer server, Broker broker) implements AutoCloseable {
  private static final String PLAY_MONEY_USD = "25.00";

  static Sandbox start() {
    InMemoryFreightServer server = InMemoryFreightServer.start();
    return new Sandbox(server, server.createBroker(PLAY_MONEY_USD));
  }

  String baseUrl() {
    return server.baseUrl();
  }

  String agentKey() {
    return broker.agentKey();
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "Sandbox";
  }

  @Override
  public void close() {
    server.close();
  }
}
