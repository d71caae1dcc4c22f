package io.freightsdk.spring.boot.test;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spring.boot.FreightConnectionDetails;
import java.time.Clock;
import org.springframework.context.annotation.Bean;

/**
 * A configuration that runs your application with the in-memory server, whose broker has 25.00 USD
 * of play money. The log shows the address of the server's console. Write a class in the test
 * sources, and start it in your IDE or with {@code mvn spring-boot:test-run}:
 *
 * <pre>{@code
 * public class ShopWithPlayMoney {
 *   public static void main(String[] args) {
 *     SpringApplication.from(Shop::main).with(PlayMoney.class).run(args);
 *   }
 * }
 * }</pre>
 *
 * <p>The server does not store its loads, so use a database that is new at each start. Client and
 * jobs use the server's clock, which you can set in the console.
 */
// Without @Configuration, so that no component scan finds it.
public class PlayMoney {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spring.boot");

  private record Connection(String baseUrl, String agentKey) implements FreightConnectionDetails {}

  @Bean(destroyMethod = "close")
  InMemoryFreightServer freightPlayServer() {
    InMemoryFreightServer server = InMemoryFreightServer.start();
    LOG.log(
        System.Logger.Level.INFO,
        "play money: 25.00 USD, console of the in-memory server: "
            + server.baseUrl()
            + "/__admin/");
    return server;
  }

  @Bean
  Broker freightPlayBroker(InMemoryFreightServer server) {
    return server.createBroker("25.00");
  }

  @Bean
  FreightConnectionDetails freightPlayConnection(Broker broker) {
    return new Connection(broker.baseUrl(), broker.agentKey());
  }

  /**
   * The clock of the in-memory server, for client and jobs. Found by name and not injected by type,
   * because the application may have its own clock.
   */
  @Bean(name = FreightServerCustomizer.CLOCK, defaultCandidate = false)
  Clock freightPlayClock(InMemoryFreightServer server) {
    return server.clock().asClock();
  }
}
