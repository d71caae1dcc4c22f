package io.freightsdk.server.junit;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.lang.reflect.InvocationTargetException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/**
 * The brokers of one test or one class, by name, and their clients. JUnit closes the clients after
 * the test or class. Thread-safe.
 */
@SuppressWarnings("deprecation") // JUnit before 5.13 closes nothing that is AutoCloseable only.
final class TestBrokers implements CloseableResource, AutoCloseable {
  private static final String CLIENT_CLASS = "io.freightsdk.FreightClient";

  private final InMemoryFreightServer server;
  private final String balanceUsd;
  private final long requestsBefore;
  private final Map<String, Broker> brokers = new LinkedHashMap<>();
  private final Map<String, AutoCloseable> clients = new HashMap<>();

  TestBrokers(InMemoryFreightServer server, String balanceUsd) {
    this.server = server;
    this.balanceUsd = balanceUsd;
    this.requestsBefore = server.journal().total();
  }

  synchronized Broker broker(String name) {
    return brokers.computeIfAbsent(name, unused -> server.createBroker(balanceUsd));
  }

  synchronized @Nullable Broker find(String name) {
    return brokers.get(name);
  }

  synchronized List<Broker> all() {
    return new ArrayList<>(brokers.values());
  }

  /** The server state of each broker, to attach to a failure. */
  synchronized List<ServerState> states() {
    return brokers.values().stream()
        .map(broker -> new ServerState(server, broker, requestsBefore))
        .toList();
  }

  /**
   * Whether a type is the client. Compares names, because the client's own tests use the server,
   * which must not depend on the client.
   */
  static boolean isClient(Class<?> type) {
    return type.getName().equals(CLIENT_CLASS);
  }

  /** The client of a broker. It uses the server's clock. */
  synchronized Object client(String name, Class<?> type, Broker broker) {
    return clients.computeIfAbsent(name, unused -> open(type, broker));
  }

  private AutoCloseable open(Class<?> type, Broker broker) {
    try {
      Object builder = Objects.requireNonNull(type.getMethod("builder").invoke(null));
      setOption(builder, "baseUrl", String.class, broker.baseUrl());
      setOption(builder, "agentKey", String.class, broker.agentKey());
      setOption(builder, "clock", Clock.class, server.clock().asClock());
      return (AutoCloseable) builder.getClass().getMethod("build").invoke(builder);
    } catch (InvocationTargetException e) {
      throw new ParameterResolutionException(
          "the client could not be built", Objects.requireNonNullElse(e.getCause(), e));
    } catch (ReflectiveOperationException e) {
      throw new ParameterResolutionException(
          "freight-sdk-core and freight-in-memory-server have different versions", e);
    }
  }

  private static void setOption(Object builder, String option, Class<?> type, Object value)
      throws ReflectiveOperationException {
    builder.getClass().getMethod(option, type).invoke(builder, value);
  }

  @Override
  public synchronized void close() {
    clients.values().forEach(TestBrokers::close);
  }

  private static void close(AutoCloseable client) {
    try {
      client.close();
    } catch (Exception e) {
      throw new IllegalStateException("the client of a test could not be closed", e);
    }
  }
}
