package com.example;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** Starts the service before the application, and injects its broker into tests. */
public class FreightServer implements QuarkusTestResourceLifecycleManager {
  private InMemoryFreightServer server;
  private Broker broker;

  @Override
  public Map<String, String> start() {
    server = InMemoryFreightServer.start();
    broker = server.createBroker("25.00");
    return Map.of("freight.base-url", broker.baseUrl(), "freight.agent-key", broker.agentKey());
  }

  @Override
  public void inject(TestInjector test) {
    test.injectIntoFields(broker, new TestInjector.MatchesType(Broker.class));
  }

  @Override
  public void stop() {
    server.close();
  }
}
