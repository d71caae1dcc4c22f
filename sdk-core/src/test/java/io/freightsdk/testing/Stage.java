package io.freightsdk.testing;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a table of what may happen to a call is played: a service with one broker, in a {@link
 * World} or over sockets. What is played is told the same way in both.
 */
public final class Stage implements AutoCloseable {
  private final @Nullable World world;
  private final InMemoryFreightServer server;
  private final Broker broker;
  private final List<FreightClient> clients = new ArrayList<>();
  private final List<TestGuard> guards = new ArrayList<>();

  private Stage(@Nullable World world, InMemoryFreightServer server) {
    this.world = world;
    this.server = server;
    this.broker = server.createBroker("25.00");
  }

  public static Stage inWorld() {
    World world = new World();
    return new Stage(world, WorldServer.in(world));
  }

  public static Stage overSockets() {
    return new Stage(null, InMemoryFreightServer.start());
  }

  public InMemoryFreightServer server() {
    return server;
  }

  public Broker broker() {
    return broker;
  }

  /** Requests of an operation that reached the service. */
  public long arrived(Operation operation) {
    return server.journal().matching(request -> request.operation() == operation).size();
  }

  /** Of clients that call as the broker; retries take no time that a test would notice. */
  public FreightClientBuilder builder() {
    if (world != null) return world.builder().agentKey(broker.agentKey());
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .retryPolicy(RetryPolicy.builder().initialBackoff(Duration.ofMillis(1)).build());
  }

  /** A base URL of the service itself. */
  public String serviceUrl() {
    return world != null ? "https://freight.test" : server.baseUrl();
  }

  /** A guard that refuses only keys, and of which each reservation ends once. */
  public TestGuard guard() {
    return kept(TestGuard.unlimited(clock()));
  }

  /** The same with so much to spend in all. */
  public TestGuard guard(String limitUsd) {
    return kept(TestGuard.of(clock(), limitUsd));
  }

  private Clock clock() {
    return world != null ? world.clock() : Clock.systemUTC();
  }

  private TestGuard kept(TestGuard guard) {
    guards.add(guard);
    return guard;
  }

  /** A client that is closed with the stage. */
  public FreightClient client(FreightClientBuilder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  /** Of clients at whose address nobody listens. */
  public FreightClientBuilder whereNobodyListens() {
    if (world == null) return builder().baseUrl(RawServer.closedPort());
    return notConnecting("nobody.test", new ConnectException("Connection refused"));
  }

  /** Of clients in the world whose connections to this host fail so. */
  public FreightClientBuilder notConnecting(String host, IOException why) {
    inWorldOnly().network().cutOff(host, why);
    return builder().baseUrl("https://" + host);
  }

  private World inWorldOnly() {
    if (world == null) throw new IllegalStateException("only in a world");
    return world;
  }

  /** Waits until the service has done something for a call that goes on. */
  public void awaitAtTheService(BooleanSupplier done, CompletableFuture<?> call) {
    if (world != null) {
      world.runUntilWaiting(call);
    } else {
      Eventually.until(() -> done.getAsBoolean() || call.isDone(), () -> "the call is on its way");
    }
  }

  @Override
  public void close() {
    try {
      clients.forEach(FreightClient::close);
      guards.forEach(TestGuard::assertEachEndedOnce);
    } finally {
      server.close();
      if (world != null) world.close();
    }
  }
}
