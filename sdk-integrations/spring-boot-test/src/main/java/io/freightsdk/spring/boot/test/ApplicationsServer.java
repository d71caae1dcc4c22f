package io.freightsdk.spring.boot.test;

import io.freightsdk.FreightClientBuilder;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;

/**
 * Leads the client of the starter to a server, with the key of a broker. Properties alone would
 * not: sources that are added later and customizers of the application come after them, and the
 * client would spend real money.
 */
final class ApplicationsServer implements FreightClientCustomizer {
  private static final String SOURCE = "freight server of the test";

  private final InMemoryFreightServer server;
  private final Broker broker;
  private final ConfigurableApplicationContext context;
  private final Map<String, Object> properties = new HashMap<>();

  private ApplicationsServer(
      InMemoryFreightServer server, Broker broker, ConfigurableApplicationContext context) {
    this.server = server;
    this.broker = broker;
    this.context = context;
  }

  /**
   * Connects an application before its context is refreshed.
   *
   * @param book name of its ledger
   */
  static void connect(
      ConfigurableApplicationContext context,
      InMemoryFreightServer server,
      String balanceUsd,
      String book) {
    Broker broker = server.createBroker(balanceUsd);
    ApplicationsServer connected = new ApplicationsServer(server, broker, context);
    connected.properties.put("freight.base-url", server.baseUrl());
    connected.properties.put("freight.agent-key", broker.agentKey());
    connected.properties.put("freight.ledger.name", book);
    connected.register("freightTestBroker", Broker.class, () -> broker);
    connected.register("freightTestFaults", Faults.class, broker::faults);
    connected.comeFirst();
    context.addBeanFactoryPostProcessor(connected::comeLast);
  }

  /** Before the properties of the application that are known by now. */
  private void comeFirst() {
    MutablePropertySources sources = context.getEnvironment().getPropertySources();
    sources.remove(SOURCE);
    sources.addFirst(new MapPropertySource(SOURCE, properties));
  }

  /** When all properties and beans of the application are known, and none is made yet. */
  private void comeLast(ConfigurableListableBeanFactory factory) {
    comeFirst();
    register("freightTestCustomizer", ApplicationsServer.class, () -> this);
  }

  private <T> RootBeanDefinition register(String name, Class<T> type, Supplier<T> instance) {
    RootBeanDefinition definition = new RootBeanDefinition(type, instance);
    ((BeanDefinitionRegistry) context.getBeanFactory()).registerBeanDefinition(name, definition);
    return definition;
  }

  @Override
  public void customize(FreightClientBuilder builder) {
    builder.baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }
}
