package com.example;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The service, before the application starts; a test gets its broker. */
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
