package io.freightsdk.examples.crash;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One event with one kind of wallet: a service of its own, an empty shared database, and what was
 * told of each call. A load costs 15 USD, so that ten fit the cap.
 */
final class Scene implements AutoCloseable {
  private final Kind kind;
  private final InMemoryFreightServer service;
  private final Broker broker;
  private final Store store;
  private final Place place;
  private final AtomicInteger orders = new AtomicInteger();
  private final List<Told> told = Collections.synchronizedList(new ArrayList<>());

  Scene(Kind kind, Store store, String balanceUsd, @Nullable Duration window) {
    this.kind = kind;
    this.store = store;
    this.service = InMemoryFreightServer.start();
    this.broker = service.createBroker(balanceUsd);
    service.price("load_create", "15.00");
    this.place =
        new Place(
            service.baseUrl(),
            broker.agentKey(),
            new AtomicReference<>(store.url()),
            UUID.randomUUID().toString(),
            // A reading of its own for each call: the cap holds at the price that is asked now.
            Duration.ZERO,
            window,
            Clock.systemUTC(),
            null);
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
    return place.over(store.over(line));
  }

  SlowLine line(int millis) throws Exception {
    return new SlowLine(store.port(), millis);
  }

  SlowLine lineToTheService() throws Exception {
    return new SlowLine(service.port(), 0);
  }

  Wallet open(Place where) {
    return kind.open(where);
  }

  /** What they share, as it is now. */
  Store.Copy copy() throws Exception {
    return Store.copy(place.url(), place.book());
  }

  /** A replica takes the place of what they share. It has what was there when it was copied. */
  void failOverTo(Store.Copy copy) throws Exception {
    // Makes its tables.
    kind.open(place.over(store.replica())).close();
    copy.restoreTo(store.replica());
    place.database().set(store.replica());
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

  void createForAgent(Wallet wallet, Order order) {
    told.add(wallet.createForAgent(order));
  }

  /** A process of its own that wants so many loads. */
  WalletProcess process(int count) throws IOException {
    return WalletProcess.spend(kind, place, orders.getAndAdd(count) + 1, count);
  }

  void hear(WalletProcess process) throws IOException {
    told.addAll(process.told());
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
    String text() {
      StringJoiner text = new StringJoiner(", ").setEmptyValue("0");
      if (over.signum() > 0) text.add("+" + usd(over));
      if (twice > 0) text.add(twice + " twice");
      if (untold.signum() > 0) text.add(usd(untold) + " wrong");
      return text.toString();
    }

    private static String usd(BigDecimal amount) {
      return amount.stripTrailingZeros().toPlainString();
    }

    boolean isClean() {
      return over.signum() == 0 && twice == 0 && untold.signum() == 0;
    }
  }
}
