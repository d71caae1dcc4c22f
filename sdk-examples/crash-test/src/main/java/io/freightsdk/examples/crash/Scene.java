package io.freightsdk.examples.crash;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;

/**
 * One event with one kind of wallet: a service of its own, an empty shared database, and what was
 * told of each call. A load costs 15 USD, so that ten fit the cap.
 */
final class Scene implements AutoCloseable {
  private final Kind kind;
  private final InMemoryFreightServer service;
  private final Broker broker;
  private final Server databases;
  private final String name = "mem:" + UUID.randomUUID();
  private final Place place;
  private final AtomicInteger orders = new AtomicInteger();
  private final List<Told> told = Collections.synchronizedList(new ArrayList<>());

  Scene(Kind kind, String balanceUsd, @Nullable Duration window) throws Exception {
    this.kind = kind;
    this.service = InMemoryFreightServer.start();
    this.broker = service.createBroker(balanceUsd);
    service.price("load_create", "15.00");
    this.databases = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    this.place =
        new Place(
            service.baseUrl(),
            broker.agentKey(),
            database(databases.getPort()),
            window,
            Clock.systemUTC(),
            null);
  }

  private String database(int port) {
    return "jdbc:h2:tcp://127.0.0.1:" + port + "/" + name + ";DB_CLOSE_DELAY=-1";
  }

  InMemoryFreightServer service() {
    return service;
  }

  Broker broker() {
    return broker;
  }

  Place place() {
    return place;
  }

  /** The same place, with the shared database behind a line. */
  Place behind(SlowLine line) {
    return place.over(database(line.port()));
  }

  SlowLine line(int millis) throws Exception {
    return new SlowLine(databases.getPort(), millis);
  }

  Wallet open(Place where) {
    return kind.open(where);
  }

  Order order() {
    return Order.number(orders.incrementAndGet());
  }

  /** So many orders, one after the other. */
  void spend(Wallet wallet, int count) {
    for (int i = 0; i < count; i++) create(wallet, order());
  }

  void create(Wallet wallet, Order order) {
    told.add(wallet.create(order));
  }

  /** A process of its own, and where it tells what its calls have cost. */
  record Spender(Process process, Path told) {}

  /** Starts a process that wants so many loads. */
  Spender process(int count) throws IOException {
    Path out = Files.createTempFile("crash-test", ".txt");
    return new Spender(
        WalletProcess.start(kind, place, orders.getAndAdd(count) + 1, count, out), out);
  }

  /** What a process has told until it ended. A killed one leaves one call of which nobody knows. */
  void hear(Spender spender) throws IOException, InterruptedException {
    boolean died = spender.process().waitFor() != 0;
    for (String line : Files.readAllLines(spender.told())) {
      int space = line.indexOf(' ');
      boolean isOpen = Boolean.parseBoolean(line.substring(space + 1));
      told.add(new Told(new BigDecimal(line.substring(0, space)), isOpen));
    }
    Files.delete(spender.told());
    if (died) told.add(Told.perhaps(new BigDecimal("15.00")));
  }

  Verdict verdict() {
    BigDecimal taken =
        broker.debits().stream()
            .map(entry -> entry.amountUsd().abs())
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal least = BigDecimal.ZERO;
    BigDecimal most = BigDecimal.ZERO;
    for (Told each : told) {
      most = most.add(each.usd());
      if (!each.isOpen()) least = least.add(each.usd());
    }
    BigDecimal untold = taken.subtract(most).max(least.subtract(taken)).max(BigDecimal.ZERO);
    long twice =
        service.sms().messages().stream()
            .collect(Collectors.groupingBy(message -> message.phone(), Collectors.counting()))
            .values()
            .stream()
            .filter(count -> count > 1)
            .count();
    return new Verdict(taken, taken.subtract(Place.CAP).max(BigDecimal.ZERO), twice, untold);
  }

  @Override
  public void close() {
    databases.stop();
    service.close();
  }

  /**
   * How it ended.
   *
   * @param taken by the service
   * @param over what the service took over the cap
   * @param twice orders that were paid for twice
   * @param untold by how much what was told differs from what was taken
   */
  record Verdict(BigDecimal taken, BigDecimal over, long twice, BigDecimal untold) {
    boolean isClean() {
      return over.signum() == 0 && twice == 0 && untold.signum() == 0;
    }
  }
}
