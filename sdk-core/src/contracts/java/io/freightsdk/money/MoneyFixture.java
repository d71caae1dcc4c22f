package io.freightsdk.money;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.SharedBooksInMemory;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A service with one broker, and clients of it that are closed after the test. */
abstract class MoneyFixture {
  static final BigDecimal CREATE = new BigDecimal("0.65");
  static final BigDecimal READ = new BigDecimal("0.02");

  final InMemoryFreightServer server;
  final Broker broker;
  private final List<FreightClient> clients = new ArrayList<>();

  MoneyFixture(InMemoryFreightServer server) {
    this.server = server;
    this.broker = server.createBroker("25.00");
  }

  void closeAll() {
    clients.forEach(FreightClient::close);
    server.close();
  }

  /** Of clients that call as this broker. */
  abstract FreightClientBuilder builder();

  static RetryPolicy.Builder quickly() {
    return RetryPolicy.builder()
        .initialBackoff(Duration.ofMillis(1))
        .maxBackoff(Duration.ofMillis(2));
  }

  /** Books that know the keys of processes before, as in a database. */
  SpendStore lasting() {
    return new SharedBooksInMemory(clock());
  }

  /** The time of day of its clients. */
  Clock clock() {
    return Clock.systemUTC();
  }

  FreightClient client(FreightClientBuilder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  /**
   * A client that has read the prices: the first call of one that has not may be told UNKNOWN,
   * because it waits a moment only for them.
   */
  FreightClient priced(FreightClientBuilder builder) {
    FreightClient client = client(builder);
    client.quote(Operation.CREATE_LOAD, 1);
    return client;
  }

  FreightClient limited(SpendLimits limits) {
    return client(builder().spendLimits(limits));
  }

  /** What the service has taken, by its own books. */
  BigDecimal debited() {
    return broker.debits().stream()
        .map(LedgerEntry::amountUsd)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** Requests of an operation that reached the service. */
  long arrived(Operation operation) {
    return server.journal().matching(request -> request.operation() == operation).size();
  }

  static CallOptions key(String key) {
    return CallOptions.builder().idempotencyKey(key).build();
  }

  static BigDecimal usd(String amount) {
    return new BigDecimal(amount);
  }
}
