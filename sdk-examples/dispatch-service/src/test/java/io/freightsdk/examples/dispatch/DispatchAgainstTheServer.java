package io.freightsdk.examples.dispatch;

import io.freightsdk.server.InMemoryFreightServer;
import org.springframework.boot.SpringApplication;

/** The service against a freight server in this JVM; ends with the process. */
final class DispatchAgainstTheServer {
  private DispatchAgainstTheServer() {}

  public static void main(String[] args) {
    InMemoryFreightServer server = InMemoryFreightServer.start();
    SpringApplication.run(
        DispatchService.class,
        "--freight.base-url=" + server.baseUrl(),
        "--freight.agent-key=" + server.createBroker("25.00").agentKey(),
        "--spring.datasource.url=jdbc:h2:mem:dispatch");
  }
}
