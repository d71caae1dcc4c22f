package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.PooledDataSource;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An accountant closes fourteen months of two brokers, whose customers are in six time zones. The
 * program uses the ledger as the accounting page describes. For each load, month and account, the
 * ledger, the invoices with their credits, and the service have the same amounts.
 */
class FourteenMonthsTest extends ServerFixture {
  private static final YearMonth FIRST = YearMonth.of(2026, 12);
  private static final int MONTHS = 14;

  /** The prices of a creation, one after the other. */
  private static final List<String> PRICES = List.of("0.95", "0.80", "1.10", "0.65");

  private static final String ACCOUNTANT = "Ann, accounting";

  @TempDir Path folder;

  private TestStorage storage;
  private SpendLedger ledger;
  private final List<SpendLedger> opened = new ArrayList<>();
  private final Account east = new Account("east", broker);
  private final Account west = new Account("west", server.createBroker("25.00"));
  private final List<Account> accounts = List.of(east, west);
  private final List<Customer> customers =
      List.of(
          new Customer("acme", east, ZoneId.of("America/New_York")),
          new Customer("bolt", west, ZoneId.of("America/Chicago")),
          new Customer("cedar", east, ZoneId.of("Pacific/Honolulu")),
          new Customer("delta", west, ZoneId.of("Asia/Kathmandu")),
          new Customer("echo", east, ZoneId.of("Australia/Lord_Howe")),
          new Customer("fox", west, ZoneId.of("Europe/London")));

  /** One of them happens in each month. */
  private final List<Consumer<Customer>> incidents =
      List.of(
          this::loseTheResponseOfACreation,
          this::loseAResponseBeforeAPriceChange,
          this::loseARequestBeforeAPriceChange,
          this::killAProcessAfterItsCharge,
          this::killAProcessBeforeItsRequest,
          this::loseReads,
          this::spendWithoutTheLedger);

  private YearMonth month = FIRST;
  private int priceChanges;

  /** The customer of each load. */
  private final Map<String, Customer> loads = new LinkedHashMap<>();

  /** The invoiced amount of each load. */
  private final Map<String, BigDecimal> invoiced = new HashMap<>();

  /** The amounts that the service gave back, by their loads. */
  private final Map<String, BigDecimal> givenBack = new HashMap<>();

  /** A broker, and the client of the running process. */
  private final class Account {
    private final String name;
    private final Broker broker;
    private FreightClient client;

    Account(String name, Broker broker) {
      this.name = name;
      this.broker = broker;
    }

    FreightClient.Builder builder() {
      return FourteenMonthsTest.this
          .builder()
          .agentKey(broker.agentKey())
          .account(name)
          .retryPolicy(RetryPolicy.none());
    }

    SpendFilter filter() {
      return SpendFilter.all().accountId(client.accountId());
    }
  }

  private record Customer(String id, Account account, ZoneId zone) {
    SpendScope scope() {
      return SpendScope.of(id);
    }

    /** The first time of a month. */
    Instant start(YearMonth month) {
      return month.atDay(1).atStartOfDay(zone).toInstant();
    }
  }

  @Test
  void ledgerInAFileClosesToTheCent() {
    closeFourteenMonths(TestStorage.file(folder.resolve("ledger")));
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void ledgerInADatabaseClosesToTheCent(EmptyDatabase kind) throws Exception {
    try (PooledDataSource database = new PooledDataSource(kind.make())) {
      closeFourteenMonths(TestStorage.jdbc(database, "books"));
      closeLedgers();
    }
  }

  @AfterEach
  void closeLedgers() {
    opened.forEach(SpendLedger::close);
  }

  private void closeFourteenMonths(TestStorage kind) {
    storage = kind;
    startProcess();
    for (Account account : accounts) assertThat(ledger.compare(account.client).agrees()).isTrue();
    for (int i = 0; i < MONTHS; i++) {
      month = FIRST.plusMonths(i);
      spend(i);
      close();
    }
    assertLoads();
    assertPurgeKeepsTheBooks();
  }

  // --- a month ---

  private void spend(int index) {
    advanceTo(month.atDay(5).atTime(9, 0).toInstant(ZoneOffset.UTC));
    for (Customer customer : customers) read(customer, create(customer, "order"));
    advanceTo(month.atDay(10).atTime(9, 0).toInstant(ZoneOffset.UTC));
    incidents.get(index % incidents.size()).accept(customers.get(index % customers.size()));
    advanceTo(month.atDay(15).atTime(9, 0).toInstant(ZoneOffset.UTC));
    if (index % 3 == 0) accounts.forEach(this::topUp);
    advanceTo(month.atDay(20).atTime(9, 0).toInstant(ZoneOffset.UTC));
    if (index > 0) refund(customers.get((index + 2) % customers.size()));
    readOnTheLastEvening();
  }

  private void topUp(Account account) {
    account.broker.credit("10.00");
    ledger.recordAdjustment(account.client.accountId(), usd("10.00"), ACCOUNTANT, "a top-up");
  }

  /** The service refunds the order of the month before, which is on an invoice. */
  private void refund(Customer customer) {
    SpendFilter order =
        customer.account.filter().customerRef(reference(customer, month.minusMonths(1), "order"));
    SpendEntry entry = ledger.entries(order).findFirst().orElseThrow();
    customer.account.broker.credit(entry.amountUsd());
    givenBack.merge(entry.loadNumber(), entry.amountUsd(), BigDecimal::add);
    SpendEntry unused = ledger.recordRefund(entry.id(), ACCOUNTANT, "the trip never began");
  }

  /** In UTC, half of these evenings are in the next month. */
  private void readOnTheLastEvening() {
    Map<Instant, Customer> evenings = new HashMap<>();
    for (Customer customer : customers) {
      LocalTime evening = LocalTime.of(23, 30);
      evenings.put(
          month.atEndOfMonth().atTime(evening).atZone(customer.zone).toInstant(), customer);
    }
    evenings.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            evening -> {
              advanceTo(evening.getKey());
              read(evening.getValue(), create(evening.getValue(), "order"));
            });
  }

  // --- calls ---

  private void startProcess() {
    ledger = new SpendLedger(storage.open(world.clock()));
    opened.add(ledger);
    for (Account account : accounts) {
      account.client = client(account.builder().spendGuard(ledger.guard()));
    }
  }

  private static String reference(Customer customer, YearMonth month, String order) {
    return customer.id + "/" + month + "/" + order;
  }

  private String create(Customer customer, String order) {
    return create(customer.account.client, customer, order, null);
  }

  /** Creates the load of an order; a second call finds it by its reference. */
  private String create(
      FreightClient client, Customer customer, String order, @Nullable String key) {
    CallOptions.Builder options = CallOptions.builder().scope(customer.scope());
    if (key != null) options.idempotencyKey(key);
    CreateLoadInput input =
        SampleLoads.twoStops().toBuilder().customerRef(reference(customer, month, order)).build();
    String load = client.createLoad(input, options.build()).loadNumber();
    loads.put(load, customer);
    return load;
  }

  private void read(Customer customer, String load) {
    customer.account.client.getLoadPosition(
        load, CallOptions.builder().scope(customer.scope()).build());
  }

  private static void assertLost(Runnable call) {
    assertThat(catchThrowable(call::run))
        .isInstanceOfSatisfying(
            FreightException.class,
            failure -> assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN));
  }

  private void advanceTo(Instant time) {
    world.advance(Duration.between(world.now(), time));
  }

  // --- incidents ---

  private void loseTheResponseOfACreation(Customer customer) {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertLost(() -> create(customer, "lost"));
    read(customer, create(customer, "lost"));
  }

  private void loseAResponseBeforeAPriceChange(Customer customer) {
    loseBeforeAPriceChange(customer, Fault.closeAfterCommit());
  }

  private void loseARequestBeforeAPriceChange(Customer customer) {
    loseBeforeAPriceChange(customer, Fault.closeBeforeProcessing());
  }

  private void loseBeforeAPriceChange(Customer customer, Fault fault) {
    String key = "key-of-" + month;
    server.faults().next(Operation.CREATE_LOAD, fault);
    assertLost(() -> create(customer.account.client, customer, "repeated", key));
    server.price("load_create", PRICES.get(priceChanges++ % PRICES.size()));
    world.advance(Duration.ofHours(1));
    read(customer, create(customer.account.client, customer, "repeated", key));
  }

  private void killAProcessAfterItsCharge(Customer customer) {
    String load = create(dyingClient(customer.account), customer, "killed", null);
    startProcess();
    assertThat(create(customer, "killed")).isEqualTo(load);
  }

  private void killAProcessBeforeItsRequest(Customer customer) {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    assertLost(() -> create(dyingClient(customer.account), customer, "killed", null));
    startProcess();
    read(customer, create(customer, "killed"));
  }

  /** A client whose process is killed before it stores the outcome of a call. */
  private FreightClient dyingClient(Account account) {
    SpendGuard guard = ledger.guard();
    return client(
        account
            .builder()
            .spendGuard(
                new SpendGuard() {
                  @Override
                  public Decision reserve(Purchase purchase) {
                    return guard.reserve(purchase);
                  }

                  @Override
                  public Charge complete(Purchase purchase, Outcome outcome) {
                    return purchase.charge(outcome.kind());
                  }
                }));
  }

  /** The service charges the first read, and does not receive the second. */
  private void loseReads(Customer customer) {
    String load = create(customer, "order");
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    assertLost(() -> read(customer, load));
    world.advance(Duration.ofHours(1));
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeBeforeProcessing());
    assertLost(() -> read(customer, load));
  }

  /** Another program uses the agent key. The daily comparison shows its spending. */
  private void spendWithoutTheLedger(Customer customer) {
    Account account = customer.account;
    BigDecimal before = ledger.compare(account.client).unexplainedUsd();
    String stranger = client(account.builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    BigDecimal difference = ledger.compare(account.client).unexplainedUsd().subtract(before);
    assertThat(difference).isEqualByComparingTo(debited(account, isLoad(stranger)));
    ledger.recordAdjustment(
        account.client.accountId(), difference.negate(), ACCOUNTANT, "the old program");
  }

  // --- the end of a month ---

  private void close() {
    advanceTo(month.plusMonths(1).atDay(3).atTime(12, 0).toInstant(ZoneOffset.UTC));
    for (Account account : accounts) {
      assertFiltersFindWhatIsOpen(account);
      for (SpendEntry entry : open(account)) {
        SpendEntry unused =
            ledger.settle(
                entry.id(), onStatement(account, entry), ACCOUNTANT, "the statement of " + month);
      }
      assertThat(ledger.compare(account.client))
          .matches(BalanceComparison::agrees)
          .matches(made -> made.minUsd().equals(made.maxUsd()), "agrees to the cent");
      assertBalance(account);
    }
    customers.forEach(this::invoice);
  }

  private List<SpendEntry> open(Account account) {
    return Stream.concat(
            ledger.entries(account.filter().onlyUnknown()),
            ledger.entries(account.filter().onlyUncertainAmount()))
        .toList();
  }

  private void assertFiltersFindWhatIsOpen(Account account) {
    BalanceComparison compared = ledger.compare(account.client);
    assertThat(compared.agrees()).isTrue();
    assertThat(sum(open(account).stream().map(entry -> entry.amountUsd().subtract(entry.minUsd()))))
        .isEqualByComparingTo(compared.maxUsd().subtract(compared.minUsd()));
  }

  /** A statement shows the key of a creation, and the load and the time of a read. */
  private static BigDecimal onStatement(Account account, SpendEntry entry) {
    Predicate<LedgerEntry> line =
        entry.idempotencyKey() != null
            ? each -> entry.idempotencyKey().equals(each.idempotencyKey())
            : isLoad(entry.loadNumber())
                .and(isBetween(entry.createdAt(), entry.createdAt().plusSeconds(60)));
    return debited(account, line);
  }

  /** Checks the month of an account in UTC, as the page does. */
  private void assertBalance(Account account) {
    Instant from = month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    Instant to = month.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    BigDecimal calls =
        sum(
            ledger
                .entries(account.filter().between(from, to))
                .map(entry -> entry.amountUsd().add(entry.refundedUsd())));
    BigDecimal adjustments =
        sum(
            ledger
                .adjustments(from, to)
                .filter(each -> each.accountId().equals(account.client.accountId()))
                .map(BalanceAdjustment::amountUsd));
    assertThat(balance(account, from).subtract(calls).add(adjustments))
        .as("%s of %s", month, account.name)
        .isEqualByComparingTo(balance(account, to));
  }

  /** The service's balance of an account at a time. */
  private static BigDecimal balance(Account account, Instant at) {
    return sum(
        account.broker.ledger().stream()
            .filter(line -> line.at().isBefore(at))
            .map(LedgerEntry::signedAmountUsd));
  }

  /** Invoices a month in the time zone of the customer, with a line for each load. */
  private void invoice(Customer customer) {
    YearMonth next = month.plusMonths(1);
    Predicate<LedgerEntry> inMonth = isBetween(customer.start(month), customer.start(next));
    SpendFilter ofMonth =
        customer
            .account
            .filter()
            .scope(customer.scope())
            .between(customer.start(month), customer.start(next));
    BigDecimal total = BigDecimal.ZERO;
    for (String load : loads.keySet()) {
      if (!loads.get(load).equals(customer)) continue;
      BigDecimal line = ledger.totals(ofMonth.loadNumber(load)).chargedUsd();
      assertThat(line)
          .as("%s in %s", load, month)
          .isEqualByComparingTo(debited(customer.account, isLoad(load).and(inMonth)));
      invoiced.merge(load, line, BigDecimal::add);
      total = total.add(line);
    }
    List<StatementLine> statement =
        ledger.statement(customer.scope(), month.atDay(1), next.atDay(1), customer.zone);
    assertThat(sum(statement.stream().map(StatementLine::chargedUsd))).isEqualByComparingTo(total);
    assertThat(statement).allMatch(day -> day.unknownUsd().signum() == 0);
  }

  // --- after all months ---

  private void assertLoads() {
    assertThat(loads).hasSizeGreaterThan(MONTHS * customers.size());
    loads.forEach(
        (load, customer) -> {
          Account account = customer.account;
          BigDecimal service =
              debited(account, isLoad(load))
                  .subtract(givenBack.getOrDefault(load, BigDecimal.ZERO));
          assertThat(ledger.totals(account.filter().loadNumber(load)).spentUsd())
              .as("ledger of %s", load)
              .isEqualByComparingTo(service);
          assertThat(invoiced.get(load).subtract(credited(load)))
              .as("invoices of %s", load)
              .isEqualByComparingTo(service);
        });
    for (Account account : accounts) {
      BigDecimal documents =
          sum(
              loads.keySet().stream()
                  .filter(load -> loads.get(load).account == account)
                  .map(load -> invoiced.get(load).subtract(credited(load))));
      assertThat(ledger.totals(account.filter()).spentUsd())
          .as("account %s", account.name)
          .isEqualByComparingTo(documents);
    }
  }

  /** The credits for a load. */
  private BigDecimal credited(String load) {
    return sum(
        adjustments()
            .filter(each -> load.equals(each.loadNumber()))
            .map(BalanceAdjustment::amountUsd));
  }

  private Stream<BalanceAdjustment> adjustments() {
    return ledger.adjustments(Instant.MIN, Instant.MAX);
  }

  private void assertPurgeKeepsTheBooks() {
    List<BalanceAdjustment> before = adjustments().toList();
    assertThat(before)
        .isSortedAccordingTo(Comparator.comparing(BalanceAdjustment::recordedAt))
        .filteredOn(each -> each.loadNumber() != null)
        .hasSize(givenBack.size());
    assertThat(ledger.purge(world.now())).isPositive();
    assertThat(adjustments()).isEqualTo(before);
    for (Account account : accounts) assertThat(ledger.compare(account.client).agrees()).isTrue();
  }

  // --- the statement of the service ---

  private static BigDecimal debited(Account account, Predicate<LedgerEntry> lines) {
    return sum(account.broker.debits().stream().filter(lines).map(LedgerEntry::amountUsd));
  }

  private static Predicate<LedgerEntry> isLoad(@Nullable String load) {
    return line -> line.loadNumber() != null && line.loadNumber().equals(load);
  }

  private static Predicate<LedgerEntry> isBetween(Instant from, Instant to) {
    return line -> !line.at().isBefore(from) && line.at().isBefore(to);
  }

  private static BigDecimal sum(Stream<BigDecimal> amounts) {
    return amounts.reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
