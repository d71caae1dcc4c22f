package io.freightsdk.spring.boot.test;

import io.freightsdk.FreightClientBuilder;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.spring.boot.FreightAgentKeySupplier;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;

/**
 * Leads every client of the starter to a server, with the key of a broker: one for each ledger,
 * which clients of one account may share. Properties alone would not: sources that are added later,
 * key suppliers and customizers of the application come after them, and the client would spend real
 * money.
 */
final class ApplicationsServer implements FreightAgentKeySupplier, FreightClientCustomizer {
  private static final String SOURCE = "freight server of the test";

  private final InMemoryFreightServer server;
  private final String balanceUsd;

  /** Name of the ledger of the only client, and how those of the others begin; null for theirs. */
  private final @Nullable String book;

  private final ConfigurableApplicationContext context;
  private final Map<String, Object> properties = new HashMap<>();

  /** By the name that the application gives to its ledger. */
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();

  /** The name of the ledger of each client. */
  private final Map<String, String> ledgers = new ConcurrentHashMap<>();

  private @Nullable Broker only;

  /**
   * What belongs to a ledger.
   *
   * @param book its name in the test; null for that of the application
   */
  private record Account(Broker broker, @Nullable String book) {}

  /** What the application says of a client. Not private, which is never bound. */
  record Named(@Nullable String baseUrl, @Nullable String book, @Nullable String account) {}

  private ApplicationsServer(
      InMemoryFreightServer server,
      String balanceUsd,
      @Nullable String book,
      ConfigurableApplicationContext context) {
    this.server = server;
    this.balanceUsd = balanceUsd;
    this.book = book;
    this.context = context;
  }

  /** Connects an application before its context is refreshed. */
  static void connect(
      ConfigurableApplicationContext context,
      InMemoryFreightServer server,
      String balanceUsd,
      @Nullable String book) {
    ApplicationsServer connected = new ApplicationsServer(server, balanceUsd, book, context);
    connected.comeFirst();
    context.addBeanFactoryPostProcessor(connected::comeLast);
  }

  /** Before the properties of the application that are known by now. */
  private void comeFirst() {
    MutablePropertySources sources = context.getEnvironment().getPropertySources();
    // What it says itself.
    sources.remove(SOURCE);
    properties.put("freight.base-url", server.baseUrl());
    Map<String, Named> named = clients(Named.class);
    Set<String> clients = clients(Object.class).keySet();
    Named nothing = new Named(null, null, null);
    clients.forEach(client -> lead(client, named.getOrDefault(client, nothing)));
    tellAccountsApart(named);
    if (clients.isEmpty()) broker();
    sources.addFirst(new MapPropertySource(SOURCE, properties));
  }

  private <T> Map<String, T> clients(Class<T> as) {
    return Binder.get(context.getEnvironment())
        .bind("freight.clients", Bindable.mapOf(String.class, as))
        .orElse(Map.of());
  }

  /** When all properties and beans of the application are known, and none is made yet. */
  private void comeLast(ConfigurableListableBeanFactory factory) {
    comeFirst();
    for (String own : factory.getBeanNamesForType(FreightAgentKeySupplier.class, true, false)) {
      if (factory.containsBeanDefinition(own)) factory.getBeanDefinition(own).setPrimary(false);
    }
    register("freightTestKeys", ApplicationsServer.class, () -> this).setPrimary(true);
  }

  private <T> RootBeanDefinition register(String name, Class<T> type, Supplier<T> instance) {
    RootBeanDefinition definition = new RootBeanDefinition(type, instance);
    ((BeanDefinitionRegistry) context.getBeanFactory()).registerBeanDefinition(name, definition);
    return definition;
  }

  private Broker broker() {
    if (only != null) return only;
    Broker broker = server.createBroker(balanceUsd);
    only = broker;
    properties.put("freight.agent-key", broker.agentKey());
    if (book != null) {
      properties.put("freight.spend.jdbc.book", book);
      // Otherwise they belong to the ledger, unless the application names their account.
      properties.put("freight.positions.account", book);
    }
    register("freightTestBroker", Broker.class, () -> broker);
    register("freightTestFaults", Faults.class, broker::faults);
    return broker;
  }

  private void lead(String client, Named named) {
    String ledger = named.book() == null ? client : named.book();
    Account account = account(ledger);
    String prefix = prefix(client);
    properties.put(prefix + "base-url", server.baseUrl());
    properties.put(prefix + "agent-key", account.broker.agentKey());
    if (account.book != null) properties.put(prefix + "book", account.book);
    boolean isNew = ledgers.put(client, ledger) == null;
    // A property source that comes later may name the ledger, so it is asked for when it is used.
    if (isNew) register(client + "Broker", Broker.class, () -> broker(client));
  }

  /** Those of staging may have the names of production, but here all have one address. */
  private void tellAccountsApart(Map<String, Named> clients) {
    Map<String, String> firstOf = new HashMap<>();
    clients.forEach(
        (client, named) -> {
          if (named.account == null) return;
          String first = firstOf.putIfAbsent(named.account, client);
          if (first == null || Objects.equals(ledgers.get(first), ledgers.get(client))) return;
          String url = named.baseUrl;
          if (Objects.equals(url, Objects.requireNonNull(clients.get(first)).baseUrl)) return;
          byte[] both = (named.account + "\n" + url).getBytes(StandardCharsets.UTF_8);
          properties.put(prefix(client) + "account", UUID.nameUUIDFromBytes(both).toString());
        });
  }

  private static String prefix(String client) {
    String element = client.matches("[\\w-]+") ? "." + client : "[" + client + "]";
    return "freight.clients" + element + ".";
  }

  private Account account(String ledger) {
    return accounts.computeIfAbsent(
        ledger,
        any ->
            new Account(
                server.createBroker(balanceUsd), book == null ? null : book + accounts.size()));
  }

  private Broker broker(String client) {
    return account(ledgers.getOrDefault(client, client)).broker;
  }

  @Override
  public String get() {
    return broker().agentKey();
  }

  @Override
  public String get(String client) {
    return broker(client).agentKey();
  }

  @Override
  public void customize(FreightClientBuilder builder) {
    builder.baseUrl(server.baseUrl()).agentKey(this);
  }

  @Override
  public void customize(String client, FreightClientBuilder builder) {
    builder.baseUrl(server.baseUrl()).agentKey(() -> get(client));
  }
}
