package io.freightsdk.examples.orderservice;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.Needs;
import io.freightsdk.testing.Seeds;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Days of an order service: customers place, correct and withdraw orders, trucks drive, responses
 * are lost, the balance is used up once, and replicas are killed at random. At the end, the data of
 * the in-memory server must show that each order is one load, each cent is explained, and no event
 * is lost.
 */
@Timeout(60 * 60)
@Tag("slow") // plays hours of many customers and trucks
class ThreeDaysIT {
  private static final Duration STEP = Duration.ofMinutes(10);

  /** The time for the jobs to do the work of a step. A killed replica does none of it. */
  private static final int MAX_POLLS_OF_10_MS = 30;

  private static final ZoneId LIMIT_ZONE = ZoneId.of("America/Chicago");
  private static final BigDecimal LIMIT_OF_POOR_CUSTOMER = new BigDecimal("3.00");
  private static final List<Fault> FAULTS =
      List.of(
          Fault.closeAfterCommit(),
          Fault.closeAfterCommit(),
          Fault.resetAfterCommit(),
          Fault.statusAfterCommit(502),
          Fault.truncateBody(),
          Fault.randomBytes(),
          Fault.delay(Duration.ofSeconds(1)),
          Fault.delayAfterCommit(Duration.ofSeconds(1)),
          Fault.closeBeforeProcessing(),
          Fault.status(500),
          Fault.billingUnavailable());

  @TempDir Path folder;

  private final long seed = Seeds.givenOr(75);
  private final Random random = new Random(seed);
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("15.00");
  private final FreightClient client =
      FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build();
  private final Trucks trucks = new Trucks(server, random);
  private final long began = System.nanoTime();
  private final LocalDate firstDay = LocalDate.now(LIMIT_ZONE);
  private DriverManagerDataSource database;
  private SpendLedger ledger;
  private Replicas replicas;
  private Customers customers;
  private int faults;

  @AfterEach
  void close() {
    if (replicas != null) replicas.close();
    client.close();
    server.close();
  }

  @Test
  void aMorningOfOneInstanceOnSqlite() throws Exception {
    run(Databases.sqlite(folder), 1, Duration.ofHours(8));
  }

  @Test
  void threeDaysOfOneInstanceOnSqlite() throws Exception {
    run(Databases.sqlite(folder), 1, Duration.ofDays(3));
  }

  @Needs(Needs.Part.POSTGRES)
  @Test
  void threeDaysOfTwoReplicasOnPostgres() throws Exception {
    run(Databases.newOnPostgres(), 2, Duration.ofDays(3));
  }

  private void run(String url, int instances, Duration time) throws Exception {
    database = new DriverManagerDataSource(url);
    List<String> properties =
        List.of(
            "--spring.datasource.url=" + url,
            "--freight.limits.per-day=500",
            "--freight.limits.per-customer.per-day=200",
            "--freight.limits.customers.poor.per-day=" + LIMIT_OF_POOR_CUSTOMER);
    replicas = new Replicas(server, broker, folder, properties, random);
    customers = new Customers(replicas, server, random);
    try {
      replicas.start(instances);
      ledger = SpendLedger.open(database, "freight");
      ledger.compare(client);
      live(time);
      end();
      checkOrder();
      System.out.println(figures());
    } catch (Throwable failure) {
      System.out.println("seed " + seed + "\n" + replicas.logs());
      throw failure;
    }
  }

  // --- the days ---

  private void live(Duration time) throws Exception {
    long steps = time.dividedBy(STEP);
    for (long step = 0; step < steps; step++) {
      step(STEP);
      customers.act();
      customers.signForDeliveries();
      if (random.nextInt(3) == 0) fail();
      if (random.nextInt(25) == 0) replicas.killOne();
      if (random.nextInt(50) == 0) cancelOne();
      if (step == steps / 2) topUp();
    }
  }

  /** Ends all faults, and advances time until all possible work is done. */
  private void end() throws Exception {
    server.faults().clear();
    while (count("freight_tasks") > customers.ordersWithoutBudget()) {
      step(STEP.multipliedBy(3));
      customers.signForDeliveries();
      customers.withdrawOrdersWithoutLoads();
    }
  }

  private void step(Duration time) throws InterruptedException {
    // Jobs would treat a task that runs during a jump of the clock as crashed.
    awaitNone("WHERE picked");
    replicas.advance(time);
    trucks.drive();
    awaitNone("WHERE picked OR execution_time <= ?", Timestamp.from(server.clock().now()));
  }

  private void awaitNone(String tasks, Object... values) throws InterruptedException {
    for (int look = 0; look < MAX_POLLS_OF_10_MS; look++) {
      if (count("freight_tasks " + tasks, values) == 0) return;
      Thread.sleep(10);
    }
  }

  private void fail() {
    boolean ofCreation = random.nextBoolean();
    Operation operation = ofCreation ? Operation.CREATE_LOAD : Operation.GET_LOAD_POSITION;
    server.faults().next(operation, FAULTS.get(random.nextInt(FAULTS.size())));
    faults++;
  }

  /** By the broker's dispatcher, on the pages of the service. */
  private void cancelOne() {
    List<LoadView> loads = server.loads(1_000);
    if (loads.isEmpty()) return;
    server.load(loads.get(random.nextInt(loads.size())).loadNumber()).cancel();
  }

  private void topUp() {
    assertThat(ledger.compare(client)).as("before the top-up").matches(BalanceComparison::agrees);
    broker.credit("500.00");
    ledger.recordAdjustment(client.accountId(), new BigDecimal("500.00"), "the test", "top-up");
    assertThat(ledger.compare(client)).as("after it").matches(BalanceComparison::agrees);
  }

  private int count(String from, Object... values) {
    return JdbcClient.create(database)
        .sql("SELECT COUNT(*) FROM " + from)
        .params(values)
        .query(Integer.class)
        .single();
  }

  // --- the books ---

  private void checkOrder() {
    Map<String, List<LoadView>> loads =
        server.loads(1_000).stream()
            .collect(Collectors.groupingBy(load -> load.order().customerRef()));
    for (Customers.Placed order : customers.activeOrders().values()) {
      List<LoadView> made = loads.get(order.reference());
      if (made != null) checkOrder(order, made);
      else assertThat(order.mayStayWithoutLoad()).as("%s has a load", order).isTrue();
    }
    assertThat(loads.keySet())
        .as("and none of an order that was withdrawn")
        .isSubsetOf(customers.activeOrders().keySet());
    checkMoney();
    checkLimits();
  }

  /**
   * Checks that the order is one load, with the content that the customer knows and its full
   * history.
   */
  private void checkOrder(Customers.Placed order, List<LoadView> loads) {
    assertThat(loads).as(order.reference()).hasSize(1);
    LoadView load = loads.get(0);
    assertThat(load.order().rate().intValueExact()).as(order.reference()).isIn(order.rates());
    Order orderOfCustomer = customers.ask(order);
    assertThat(orderOfCustomer.loadNumber()).isEqualTo(load.loadNumber());
    List<Order.Change> happened = history(load);
    if (order.isOfLimitedCustomer()) {
      // Only as far as the budget allowed reads.
      assertThat(orderOfCustomer.history())
          .as("%s", load)
          .isEqualTo(first(orderOfCustomer.history().size(), happened));
    } else {
      assertThat(orderOfCustomer.history()).as("%s", load).isEqualTo(happened);
      assertThat(orderOfCustomer.truck().status()).isEqualTo(load.status());
    }
  }

  private static List<Order.Change> history(LoadView load) {
    List<Order.Change> history = new ArrayList<>();
    LoadView.Stop pickup = load.stop(1);
    Instant there = load.stop(2).arrivedAt();
    Instant delivered = load.deliveredAt();
    add(history, LoadStatus.AT_PICKUP, pickup.arrivedAt());
    add(history, LoadStatus.IN_TRANSIT, pickup.departedAt());
    boolean waited = there != null && !there.equals(delivered);
    if (waited) add(history, LoadStatus.AT_DELIVERY, there);
    add(history, LoadStatus.DELIVERED, delivered);
    boolean isCancelled = load.status().equals(LoadStatus.CANCELLED);
    if (isCancelled) history.add(new Order.Change(load.status().value(), null));
    return history;
  }

  private static List<Order.Change> first(int size, List<Order.Change> history) {
    return history.subList(0, Math.min(size, history.size()));
  }

  private static void add(List<Order.Change> history, LoadStatus status, Instant happenedAt) {
    if (happenedAt != null) history.add(new Order.Change(status.value(), happenedAt));
  }

  /** Each debit of the service has its entry in the ledger, and each charge of it a debit. */
  private void checkMoney() {
    assertThat(ledger.compare(client)).matches(BalanceComparison::agrees);
    List<SpendEntry> entries = ledger.entries(SpendFilter.all()).toList();
    Map<String, LedgerEntry> debits = new HashMap<>();
    for (LedgerEntry debit : broker.debits()) {
      assertThat(debits.put(name(debit), debit)).as("a second debit of %s", debit).isNull();
    }
    List<SpendEntry> unknown = new ArrayList<>();
    for (SpendEntry entry : entries) {
      if (entry.outcome() == Charge.Kind.NONE) continue;
      String name = entry.idempotencyKey() == null ? entry.requestId() : entry.idempotencyKey();
      LedgerEntry debit = name == null ? null : debits.remove(name);
      if (entry.outcome() == Charge.Kind.UNKNOWN) {
        if (debit == null) unknown.add(entry);
        continue;
      }
      assertThat(debit).as("the debit of %s", entry).isNotNull();
      assertThat(entry.amountUsd()).isEqualByComparingTo(debit.amountUsd());
    }
    for (LedgerEntry debit : debits.values()) {
      SpendEntry lost =
          unknown.stream().filter(entry -> mayBe(entry, debit)).findFirst().orElse(null);
      assertThat(lost).as("the entry of %s among %s", debit, unknown).isNotNull();
      unknown.remove(lost);
    }
  }

  private static String name(LedgerEntry debit) {
    String key = debit.idempotencyKey();
    return key == null ? debit.requestId() : key;
  }

  private static boolean mayBe(SpendEntry entry, LedgerEntry debit) {
    return entry.idempotencyKey() == null
        && entry.operation().equals(debit.operation().id())
        && Objects.equals(entry.loadNumber(), debit.loadNumber())
        && entry.amountUsd().compareTo(debit.amountUsd()) == 0;
  }

  /**
   * Checks the limits. A ledger in a database uses the clock of the database, and the whole test
   * takes less than one day there.
   */
  private void checkLimits() {
    LocalDate today = LocalDate.now(LIMIT_ZONE);
    BigDecimal days = BigDecimal.valueOf(1 + ChronoUnit.DAYS.between(firstDay, today));
    Map<String, BigDecimal> spent = new HashMap<>();
    for (SpendEntry entry : ledger.entries(SpendFilter.all()).toList()) {
      spent.merge(entry.scope(), entry.amountUsd(), BigDecimal::add);
    }
    BigDecimal limitOfCustomer = days.multiply(LIMIT_OF_POOR_CUSTOMER);
    assertThat(spent.get("client/customer/poor/orders")).isLessThanOrEqualTo(limitOfCustomer);
    // The same with the debits of the service.
    Set<String> loads =
        server.loads(1_000).stream()
            .filter(load -> load.order().customerRef().startsWith("poor/"))
            .map(LoadView::loadNumber)
            .collect(Collectors.toSet());
    BigDecimal taken =
        broker.debits().stream()
            .filter(debit -> loads.contains(debit.loadNumber()))
            .map(LedgerEntry::amountUsd)
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    assertThat(taken).isLessThanOrEqualTo(limitOfCustomer);
  }

  private String figures() {
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    SpendTotals totals = ledger.totals();
    return String.format(
        Locale.ROOT,
        "seed %d: %d orders placed, %d withdrawn, %d loads, %d kills, %d faults, %d debits, %s USD charged, %s USD unknown, %s USD taken, %d s",
        seed,
        customers.placedOrders(),
        customers.withdrawn().size(),
        server.loads(1_000).size(),
        replicas.kills(),
        faults,
        broker.debits().size(),
        totals.chargedUsd(),
        totals.unknownUsd(),
        new BigDecimal("515").subtract(broker.balanceUsd()),
        took.toSeconds());
  }
}
