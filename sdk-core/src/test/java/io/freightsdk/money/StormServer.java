package io.freightsdk.money;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The service of a storm with its one broker, in this JVM or in another. */
interface StormServer extends AutoCloseable {
  String OPENING = "20.00";

  String baseUrl();

  String agentKey();

  BigDecimal balanceUsd();

  void credit(String amountUsd);

  /** Strikes calls of {@code operation} by chance, until the faults are cleared. */
  void probability(Operation operation, double probability, long seed, Fault fault);

  /** Billing goes down for a moment. */
  void billingOutage();

  void clearFaults();

  /** Moves the service's clock. */
  void advance(Duration by);

  @Override
  void close();

  static InMemoryFreightServer start() {
    return InMemoryFreightServer.builder().simulatedDrives(false).ledgerCapacity(20_000).start();
  }

  /** In this JVM. */
  final class Local implements StormServer {
    private final InMemoryFreightServer server = StormServer.start();
    private final Broker broker = server.createBroker(OPENING);

    Broker broker() {
      return broker;
    }

    @Override
    public String baseUrl() {
      return server.baseUrl();
    }

    @Override
    public String agentKey() {
      return broker.agentKey();
    }

    @Override
    public BigDecimal balanceUsd() {
      return broker.balanceUsd();
    }

    @Override
    public void credit(String amountUsd) {
      broker.credit(amountUsd);
    }

    @Override
    public void probability(Operation operation, double probability, long seed, Fault fault) {
      server.faults().probability(operation, probability, seed, fault);
    }

    @Override
    public void billingOutage() {
      Faults.Outage outage = server.faults().billingOutage();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      outage.close();
    }

    @Override
    public void clearFaults() {
      server.faults().clear();
    }

    @Override
    public void advance(Duration by) {
      server.clock().advance(by);
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
