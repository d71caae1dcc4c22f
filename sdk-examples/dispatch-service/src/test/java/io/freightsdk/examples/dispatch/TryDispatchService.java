package io.freightsdk.examples.dispatch;

import io.freightsdk.server.InMemoryFreightServer;
import org.springframework.boot.SpringApplication;

/** The service with a freight server in the same JVM, to try it by hand with 25.00 USD. */
final class TryDispatchService {
  private TryDispatchService() {}

  public static void main(String[] args) {
    InMemoryFreightServer server = InMemoryFreightServer.start();
    SpringApplication.run(
        DispatchService.class,
        "--spring.datasource.url=jdbc:h2:mem:dispatch",
        "--freight.base-url=" + server.baseUrl(),
        "--freight.agent-key=" + server.createBroker("25.00").agentKey());
  }
}
