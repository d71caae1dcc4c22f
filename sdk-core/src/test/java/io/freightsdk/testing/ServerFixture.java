package io.freightsdk.testing;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * The in-memory server with one broker, and clients and guards that are closed and checked after
 * the test: in a {@link World}, or over sockets for tests whose subject are sockets and threads.
 */
public abstract class ServerFixture {
  protected static final BigDecimal CREATE = new BigDecimal("0.65");
  protected static final BigDecimal READ = new BigDecimal("0.02");

  /** Null over sockets. */
  protected final World world;

  protected final InMemoryFreightServer server;
  protected final Broker broker;
  private final List<FreightClient> clients = new ArrayList<>();
  private final List<TestGuard> guards = new ArrayList<>();

  /** In a world, in which nothing happens at the same time. */
  protected ServerFixture() {
    this(new World());
  }

  private ServerFixture(World world) {
    this(world, WorldServer.in(world));
  }

  /** Over sockets. */
  protected ServerFixture(InMemoryFreightServer server) {
    this(null, server);
  }

  private ServerFixture(@Nullable World world, InMemoryFreightServer server) {
    this.world = world;
    this.server = server;
    this.broker = server.createBroker("25.00");
  }

  /** Closes everything, and checks that each reservation of the guards has ended once. */
  @AfterEach
  protected void closeAll() {
    try (world) {
      clients.forEach(FreightClient::close);
      server.close();
      guards.forEach(TestGuard::assertEachCompletedOnce);
    }
  }

  /** A builder of clients with the key of this broker. Over sockets, retries take no time. */
  protected FreightClient.Builder builder() {
    if (world != null) return world.builder().agentKey(broker.agentKey());
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .retryPolicy(quickRetries().build());
  }

  /** A builder of clients at whose address nothing listens. */
  protected FreightClient.Builder unreachableBuilder() {
    if (world == null) return builder().baseUrl(RawServer.closedPort());
    world.network().refuseConnections("nobody.test", new ConnectException("Connection refused"));
    return builder().baseUrl("https://nobody.test");
  }

  protected static RetryPolicy.Builder quickRetries() {
    return RetryPolicy.builder().initialBackoff(Duration.ofMillis(1));
  }

  /** A guard without a limit, which refuses only keys. */
  protected TestGuard guard() {
    return register(TestGuard.unlimited());
  }

  /** A guard with this limit for everything together. */
  protected TestGuard guard(String limitUsd) {
    return register(TestGuard.of(limitUsd));
  }

  private TestGuard register(TestGuard guard) {
    guards.add(guard);
    return guard;
  }

  protected FreightClient client(FreightClient.Builder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  /**
   * A client that has read the prices. The first call of another client may have an UNKNOWN charge,
   * because it waits only a moment for them.
   */
  protected FreightClient clientWithPrices(FreightClient.Builder builder) {
    FreightClient client = client(builder);
    client.price(Operation.CREATE_LOAD);
    return client;
  }

  protected FreightClient guardedClient(TestGuard guard) {
    return client(builder().spendGuard(guard));
  }

  /** The sum of the debits in the ledger of the service. */
  protected BigDecimal debited() {
    return broker.debits().stream()
        .map(LedgerEntry::amountUsd)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** The number of requests of an operation that have reached the service. */
  protected long requestCount(Operation operation) {
    return server.journal().matching(request -> request.operation() == operation).size();
  }

  protected static CallOptions key(String key) {
    return CallOptions.builder().idempotencyKey(key).build();
  }

  protected static BigDecimal usd(String amount) {
    return new BigDecimal(amount);
  }
}
