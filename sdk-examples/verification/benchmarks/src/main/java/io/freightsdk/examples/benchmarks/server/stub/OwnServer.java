package io.freightsdk.examples.benchmarks.server.stub;

import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;

/** The reference server, which needs no answers to be told. */
final class OwnServer implements StubServer {
  private InMemoryFreightServer server;

  @Override
  public int start(int port) {
    server =
        InMemoryFreightServer.builder()
            .port(port)
            .broker(BrokerSettings.DEFAULT.withAgentKey(StubMain.AGENT_KEY))
            .start();
    return server.port();
  }

  @Override
  public void stop() {
    server.close();
  }
}
