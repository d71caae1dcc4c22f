package io.freightsdk.examples.orderservice;

import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.SpringApplication;

/**
 * The service on SQLite, with a freight server in the same JVM, to try it by hand with 25.00 USD.
 * Public, because the plugin of Maven that starts it finds no other.
 */
public final class TryOrderService {
  private TryOrderService() {}

  public static void main(String[] args) throws IOException {
    InMemoryFreightServer server = InMemoryFreightServer.start();
    Path folder = Files.createTempDirectory("order-service");
    System.out.println("The console of the freight server: " + server.baseUrl() + "/__admin/");
    SpringApplication service = new SpringApplication(OrderService.class);
    // Moving the clock in the console also lets the jobs read what is then due, each load at
    // once: with the budget of application.yaml it would wait in the queue.
    service.addInitializers(
        context ->
            context.getBeanFactory().registerSingleton("freightClock", server.clock().asClock()));
    service.run(
        "--freight.jobs.read-budget-per-day=10000",
        "--spring.datasource.url=" + Databases.sqlite(folder),
        "--freight.base-url=" + server.baseUrl(),
        "--freight.agent-key=" + server.createBroker("25.00").agentKey());
  }
}
