package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.LedgerPlace;
import io.freightsdk.testing.MovableClock;
import io.freightsdk.testing.SampleLoads;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two brokers, two services or a restarted service with one ledger. An entry of one account makes
 * no call of another account free, and limits count both. The tests compare the reported charges
 * with the debits of each service.
 */
class LedgerAccountsIT {
  private static final String STORAGES = "storages";
  private static final BigDecimal PRICE = new BigDecimal("0.65");
  private static final CreateLoadInput ORDER =
      SampleLoads.twoStops().toBuilder().customerRef("acme/PO-7").build();
  private static final CallOptions KEY = CallOptions.builder().idempotencyKey("PO-7").build();

  @TempDir Path folder;
  private final List<AutoCloseable> opened = new ArrayList<>();

  /** The storages. Null is in memory, and SQLITE is the ledger's own file. */
  static Stream<@Nullable LedgerPlace> storages() {
    return Stream.concat(Stream.of((LedgerPlace) null), LedgerPlace.here().stream());
  }

  @AfterEach
  void closeAll() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) opened.get(i).close();
  }

  private SpendLedger ledger(@Nullable LedgerPlace place) throws Exception {
    SpendLedger ledger;
    if (place == null) {
      ledger = SpendLedger.inMemory();
    } else if (place == LedgerPlace.SQLITE) {
      ledger = SpendLedger.open(folder.resolve(UUID.randomUUID().toString()));
    } else {
      LedgerPlace.Opened database = place.open(folder);
      opened.add(database);
      SpendLedger.createTables(database.source());
      ledger = SpendLedger.open(database.source(), "ledger");
    }
    opened.add(ledger);
    return ledger;
  }

  private InMemoryFreightServer server() {
    InMemoryFreightServer server = InMemoryFreightServer.start();
    opened.add(server);
    return server;
  }

  private FreightClient client(SpendLedger ledger, String baseUrl, Supplier<String> key) {
    return client(ledger, baseUrl, key, null);
  }

  private FreightClient client(
      SpendLedger ledger,
      String baseUrl,
      Supplier<String> key,
      @Nullable String account,
      SpendLimit... limits) {
    var builder =
        FreightClient.builder()
            .baseUrl(baseUrl)
            .agentKey(key)
            .retryPolicy(RetryPolicy.builder().initialBackoff(Duration.ofMillis(1)).build())
            .spendGuard(ledger.guard(limits));
    if (account != null) builder.account(account);
    FreightClient client = builder.build();
    client.price(Operation.CREATE_LOAD);
    opened.add(client);
    return client;
  }

  private FreightClient client(SpendLedger ledger, Broker broker) {
    return client(ledger, broker.baseUrl(), broker::agentKey);
  }

  private static void assertCharged(CreateLoadOutcome outcome) {
    assertThat(outcome.charge()).isEqualTo(Charge.charged(PRICE));
  }

  private static BigDecimal debitSum(Broker broker) {
    return PRICE.multiply(new BigDecimal(broker.debits().size()));
  }

  @ParameterizedTest
  @MethodSource(STORAGES)
  void twoBrokersPayForTheSameOrderAndTheLimitCountsBoth(@Nullable LedgerPlace place)
      throws Exception {
    InMemoryFreightServer server = server();
    Broker east = server.createBroker("25.00");
    Broker west = server.createBroker("25.00");
    SpendLedger ledger = ledger(place);
    assertCharged(client(ledger, east).createLoad(ORDER, KEY));
    FreightClient westClient =
        client(ledger, west.baseUrl(), west::agentKey, null, SpendLimit.perDay("1.00"));
    assertThatExceptionOfType(SpendLimitExceededException.class)
        .isThrownBy(() -> westClient.createLoad(ORDER, KEY));
    assertThat(west.debits()).isEmpty();
    assertCharged(client(ledger, west).createLoad(ORDER, KEY));
    assertThat(ledger.totals().chargedUsd())
        .isEqualByComparingTo(debitSum(east).add(debitSum(west)))
        .isEqualByComparingTo("1.30");
    assertThat(client(ledger, west).createLoad(ORDER, KEY).charge()).isEqualTo(Charge.NONE);
    for (FreightClient each : List.of(client(ledger, east), westClient)) {
      SpendFilter own = SpendFilter.all().accountId(each.accountId());
      assertThat(ledger.entries(own)).hasSize(1);
      assertThat(ledger.totals(own).chargedUsd()).isEqualByComparingTo(PRICE);
    }
  }

  @ParameterizedTest
  @MethodSource(STORAGES)
  void twoBrokersUsingOneKeyConcurrentlyPayOnceEach(@Nullable LedgerPlace place) throws Exception {
    InMemoryFreightServer server = server();
    List<Broker> brokers = List.of(server.createBroker("25.00"), server.createBroker("25.00"));
    SpendLedger ledger = ledger(place);
    List<FreightClient> clients = brokers.stream().map(broker -> client(ledger, broker)).toList();
    List<CompletableFuture<CreateLoadOutcome>> calls = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      CreateLoadInput order = ORDER.toBuilder().customerRef("acme/PO-" + i / 4).build();
      CallOptions key = CallOptions.builder().idempotencyKey("PO-" + i / 4).build();
      calls.add(clients.get(i % 2).async().createLoad(order, key));
    }
    long charged =
        calls.stream()
            .map(CompletableFuture::join)
            .filter(outcome -> outcome.charge().kind() == Charge.Kind.CHARGED)
            .count();
    assertThat(charged).isEqualTo(6);
    for (Broker broker : brokers) assertThat(broker.debits()).hasSize(3);
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo("3.90");
  }

  /** For example, behind a gateway that serves two brokers with one client. */
  @ParameterizedTest
  @MethodSource(STORAGES)
  void supplierWithAlternatingKeysReportsTheChargeOfEachBroker(@Nullable LedgerPlace place)
      throws Exception {
    InMemoryFreightServer server = server();
    List<Broker> brokers = List.of(server.createBroker("25.00"), server.createBroker("25.00"));
    SpendLedger ledger = ledger(place);
    AtomicInteger keyRequests = new AtomicInteger();
    FreightClient client =
        client(
            ledger,
            server.baseUrl(),
            () -> brokers.get(keyRequests.getAndIncrement() % 2).agentKey());
    int reported = 0;
    for (int i = 0; i < 12; i++) {
      if (i % 3 == 0) server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
      CallOptions key = CallOptions.builder().idempotencyKey("PO-" + i / 4).build();
      CreateLoadInput order = ORDER.toBuilder().customerRef("acme/PO-" + i / 4).build();
      Charge charge = client.createLoad(order, key).charge();
      if (charge.kind() != Charge.Kind.NONE) reported++;
    }
    int debits = brokers.get(0).debits().size() + brokers.get(1).debits().size();
    assertThat(reported).as("no debit is reported as NONE").isGreaterThanOrEqualTo(debits);
    assertThat(ledger.totals().spentUsd())
        .isEqualByComparingTo(PRICE.multiply(new BigDecimal(debits)));
  }

  @ParameterizedTest
  @MethodSource(STORAGES)
  void rotatedKeyFindsItsOrderOnlyInANamedAccount(@Nullable LedgerPlace place) throws Exception {
    Broker broker = server().createBroker("25.00");
    SpendLedger ledger = ledger(place);
    String newKey = broker.newKey();
    for (String account : new String[] {null, "acme"}) {
      CallOptions key = CallOptions.builder().idempotencyKey("of-" + account).build();
      CreateLoadInput order = SampleLoads.twoStops();
      FreightClient before = client(ledger, broker.baseUrl(), broker::agentKey, account);
      assertCharged(before.createLoad(order, key));
      FreightClient after = client(ledger, broker.baseUrl(), () -> newKey, account);
      BigDecimal spent = ledger.totals().spentUsd();
      Charge charge = after.createLoad(order, key).charge();
      BigDecimal counted = ledger.totals().spentUsd().subtract(spent);
      if (account != null) {
        assertThat(charge).isEqualTo(Charge.NONE);
        assertThat(counted).isZero();
      } else {
        assertThat(charge.kind()).as("too much, never too little").isEqualTo(Charge.Kind.CHARGED);
        assertThat(counted).isEqualByComparingTo(PRICE);
      }
    }
    assertThat(broker.debits()).as("each key once").hasSize(2);
  }

  @ParameterizedTest
  @MethodSource(STORAGES)
  void accountNameIsNotInheritedAndNotSharedBetweenAddresses(@Nullable LedgerPlace place)
      throws Exception {
    InMemoryFreightServer server = server();
    Broker east = server.createBroker("25.00");
    Broker west = server.createBroker("25.00");
    Broker elsewhere = server().createBroker("25.00");
    SpendLedger ledger = ledger(place);
    FreightClient acme = client(ledger, east.baseUrl(), east::agentKey, "acme");
    assertCharged(acme.createLoad(ORDER, KEY));
    FreightClient other = acme.withAgentKey(west.agentKey(), ledger.guard());
    opened.add(other);
    other.price(Operation.CREATE_LOAD);
    assertCharged(other.createLoad(ORDER, KEY));
    assertCharged(
        client(ledger, elsewhere.baseUrl(), elsewhere::agentKey, "acme").createLoad(ORDER, KEY));
    FreightClient sameName = acme.withAgentKey(east.newKey(), ledger.guard(), "acme");
    opened.add(sameName);
    sameName.price(Operation.CREATE_LOAD);
    assertThat(sameName.createLoad(ORDER, KEY).charge()).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.95");
  }

  /** The server assigns the same numbers again, so the ledger compares loads by their ids. */
  @ParameterizedTest
  @MethodSource(STORAGES)
  void restartedServerChargesTheFirstOrderAgain(@Nullable LedgerPlace place) throws Exception {
    SpendLedger ledger = ledger(place);
    int port = 0;
    List<String> numbers = new ArrayList<>();
    for (int start = 1; start <= 2; start++) {
      BrokerSettings same = BrokerSettings.DEFAULT.withAgentKey("fak_local").withBalance("25.00");
      try (InMemoryFreightServer server =
          InMemoryFreightServer.builder().port(port).broker(same).start()) {
        port = server.port();
        Broker broker = server.initialBrokers().get(0);
        try (FreightClient client =
            FreightClient.builder()
                .baseUrl(server.baseUrl())
                .agentKey("fak_local")
                .spendGuard(ledger.guard())
                .build()) {
          client.price(Operation.CREATE_LOAD);
          CreateLoadOutcome first = client.createLoad(ORDER, KEY);
          numbers.add(first.loadNumber());
          assertCharged(first);
          assertThat(client.createLoad(ORDER, KEY).charge()).isEqualTo(Charge.NONE);
          assertThat(broker.debits()).hasSize(1);
        }
      }
    }
    assertThat(numbers.get(0)).isEqualTo(numbers.get(1));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
    assertThat(ledger.entries(SpendFilter.all()))
        .extracting(SpendEntry::outcome)
        .contains(Charge.Kind.CHARGED, Charge.Kind.CHARGED);
  }

  @ParameterizedTest
  @MethodSource(STORAGES)
  void comparisonCoversTheAccountOfItsClient(@Nullable LedgerPlace place) throws Exception {
    InMemoryFreightServer server = server();
    Broker east = server.createBroker("25.00");
    Broker west = server.createBroker("90.00");
    SpendLedger ledger = ledger(place);
    FreightClient eastClient = client(ledger, east);
    FreightClient westClient = client(ledger, west);
    ledger.compare(eastClient);
    eastClient.createLoad(ORDER);
    BalanceComparison first = ledger.compare(westClient);
    assertThat(first.debitedUsd()).as("has nothing to compare with").isZero();
    assertThat(first.accountId()).isEqualTo(westClient.accountId());
    westClient.createLoad(ORDER);
    westClient.createLoad(ORDER.toBuilder().customerRef("acme/PO-8").build());
    BalanceComparison second = ledger.compare(eastClient);
    assertThat(second.agrees()).isTrue();
    assertThat(second.debitedUsd()).isEqualByComparingTo(PRICE);
    assertThat(second.maxUsd()).isEqualByComparingTo(PRICE);
    BalanceComparison third = ledger.compare(westClient);
    assertThat(third.agrees()).isTrue();
    assertThat(third.debitedUsd()).isEqualByComparingTo("1.30");
  }

  @ParameterizedTest
  @MethodSource(STORAGES)
  void comparisonCoversTheAccountWhoseBalanceWasRead(@Nullable LedgerPlace place) throws Exception {
    InMemoryFreightServer server = server();
    List<Broker> brokers = List.of(server.createBroker("25.00"), server.createBroker("90.00"));
    SpendLedger ledger = ledger(place);
    AtomicInteger keyRequests = new AtomicInteger();
    FreightClient client =
        client(
            ledger,
            server.baseUrl(),
            () -> brokers.get(keyRequests.getAndIncrement() % 2).agentKey());
    Map<String, BigDecimal> balances =
        Map.of(
            client(ledger, brokers.get(0)).accountId(), new BigDecimal("25.00"),
            client(ledger, brokers.get(1)).accountId(), new BigDecimal("90.00"));
    for (int i = 0; i < 3; i++) {
      BalanceComparison made = ledger.compare(client);
      assertThat(made.balanceUsd()).isEqualByComparingTo(balances.get(made.accountId()));
      assertThat(made.agrees()).isTrue();
    }
  }

  /** With the key of the other broker, the retry would buy a second load. */
  @ParameterizedTest
  @MethodSource(STORAGES)
  void lostCreationIsRetriedWithTheKeyOfTheSameBroker(@Nullable LedgerPlace place)
      throws Exception {
    InMemoryFreightServer server = server();
    List<Broker> brokers = List.of(server.createBroker("25.00"), server.createBroker("25.00"));
    SpendLedger ledger = ledger(place);
    AtomicInteger keyRequests = new AtomicInteger();
    FreightClient client =
        client(
            ledger,
            server.baseUrl(),
            () -> brokers.get(keyRequests.getAndIncrement() % 2).agentKey());
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    Throwable failed = catchThrowable(() -> client.createLoad(ORDER, KEY));
    assertThat(failed).isNull();
    int debits = brokers.get(0).debits().size() + brokers.get(1).debits().size();
    assertThat(debits).as("both attempts went to one broker").isOne();
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(PRICE);
  }

  /** The clock of the ledger was 18 minutes ahead when the key was used first. */
  @Test
  void loadOfAKeyThatTheServiceForgotIsReportedAndCounted() {
    InMemoryFreightServer server = server();
    Broker broker = server.createBroker("25.00");
    MovableClock clock = new MovableClock();
    SpendLedger ledger = SpendLedger.inMemory(clock);
    FreightClient client = client(ledger, broker);
    CreateLoadInput withoutReference = SampleLoads.twoStops();
    assertCharged(client.createLoad(withoutReference, KEY));
    clock.advance(Duration.ofMinutes(-18));

    Duration day = Duration.ofHours(24).plusMinutes(1);
    server.clock().advance(day);
    clock.advance(day);
    assertCharged(client.createLoad(withoutReference, KEY));
    assertThat(client.createLoad(withoutReference, KEY).charge()).isEqualTo(Charge.NONE);
    assertThat(broker.debits()).hasSize(2);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
  }
}
