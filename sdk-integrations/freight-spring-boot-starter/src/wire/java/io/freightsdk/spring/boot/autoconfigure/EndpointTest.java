package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.math.BigDecimal;
import java.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** What an operator is told, and what becomes of what he says. */
class EndpointTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final HangingDatabase database = new HangingDatabase();
  private final SpendLedger ledger = SpendLedger.jdbc(database, "b");
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(server.baseUrl())
          .agentKey(broker.agentKey())
          .spendGuard(ledger.guard(SpendLimits.builder().perDay("20.00").build()))
          .build();
  private final Map<String, FreightClient> clients = Map.of("freightClient", client);
  private final Readings readings = Readings.of(clients, Clock.systemUTC());
  private final FreightEndpoint endpoint =
      new FreightEndpoint(clients, readings, null, Clock.systemUTC());
  private final FreightEndpoint hasty =
      new FreightEndpoint(clients, readings, null, Clock.systemUTC(), Duration.ofMillis(50));

  @AfterEach
  void close() {
    database.answers();
    client.close();
    ledger.close();
    server.close();
  }

  private FreightEndpoint.Report report() {
    return (FreightEndpoint.Report) endpoint.report();
  }

  // --- what it tells ---

  @Test
  void eachLookTellsWhatWasPaidBeforeIt() {
    String load = client.createLoad(FreightAutoConfigurationTest.load()).loadNumber();
    assertTold(report(), "0.65", "24.35", "19.35");
    client.getLoadPosition(load);
    assertTold(report(), "0.67", "24.33", "19.33");
  }

  private static void assertTold(
      FreightEndpoint.Report report, String spent, String balance, String remaining) {
    assertThat(report.totals()).isNotNull();
    assertThat(report.totals().spentUsd()).isEqualByComparingTo(spent);
    assertThat(report.balanceUsd()).isEqualByComparingTo(balance);
    assertThat(report.limits()).hasSize(1);
    assertThat(report.limits().get(0).remainingUsd()).isEqualByComparingTo(remaining);
  }

  @Test
  void whatIsReadNowSaysSo() {
    Instant before = Instant.now();
    FreightEndpoint.Report report = report();
    assertThat(report.unknown()).isNull();
    assertThat(report.ledgerReadAt()).isBetween(before, Instant.now());
    assertThat(report.balanceReadAt()).isBetween(before, Instant.now());
  }

  @Test
  void whatCannotBeReadInTimeIsToldWithTheTimeOfItsLastReading() {
    database.hangs();
    FreightEndpoint.Report never = (FreightEndpoint.Report) hasty.report();
    assertThat(never.totals()).isNull();
    assertThat(never.ledgerReadAt()).isNull();
    assertThat(never.unknown()).contains("ledger: no answer in 0.05 s");
    database.answers();
    FreightEndpoint.Report first = report();
    database.hangs();
    server.faults().always(Operation.GET_BALANCE, Fault.status(401));
    FreightEndpoint.Report late = (FreightEndpoint.Report) hasty.report();
    assertThat(late.totals()).isEqualTo(first.totals());
    assertThat(late.ledgerReadAt()).isEqualTo(first.ledgerReadAt()).isNotNull();
    assertThat(late.balanceUsd()).isEqualTo(first.balanceUsd());
    assertThat(late.balanceReadAt()).isEqualTo(first.balanceReadAt());
    assertThat(late.unknown()).contains("ledger: no answer in 0.05 s");
  }

  /** That of an outbox which the application has built. */
  @Test
  void aClientThatIsNoBeanHasLastFiguresToo() {
    Readings ofBeans = Readings.of(Map.of(), Clock.systemUTC());
    FreightEndpoint patient = new FreightEndpoint(clients, ofBeans, null, Clock.systemUTC());
    FreightEndpoint.Report first = (FreightEndpoint.Report) patient.report();
    database.hangs();
    FreightEndpoint impatient =
        new FreightEndpoint(clients, ofBeans, null, Clock.systemUTC(), Duration.ofMillis(50));
    FreightEndpoint.Report late = (FreightEndpoint.Report) impatient.report();
    assertThat(late.totals()).isEqualTo(first.totals()).isNotNull();
    assertThat(late.ledgerReadAt()).isEqualTo(first.ledgerReadAt());
    assertThat(ofBeans.of("freightClient", client).ledgerNow())
        .as("one thread waits for the database, however often it is looked")
        .isNotDone();
    assertThat(ofBeans.of("freightClient", client)).isSameAs(ofBeans.of("freightClient", client));
  }

  @Test
  void whoeverHasSeveralClientsSaysWhich() {
    Map<String, FreightClient> two = Map.of("freightClient", client, "moverOutbox", client);
    FreightEndpoint both = new FreightEndpoint(two, readings, null, Clock.systemUTC());
    assertRefused(
        both.reconcile(SecurityContext.NONE, null, null, null, null, null),
        "client: there are several, so say which of [freightClient, moverOutbox]");
    assertRefused(
        both.reconcile(SecurityContext.NONE, "x", null, null, null, null),
        "client: expected one of [freightClient, moverOutbox], got x");
  }

  @Test
  void whyAFigureCouldNotBeReadIsTold() {
    FreightEndpoint.Report first = report();
    server.faults().always(Operation.GET_BALANCE, Fault.status(401));
    FreightEndpoint.Report refused = report();
    assertThat(refused.unknown()).contains("balance: getBalance", "401").doesNotContain("ledger");
    assertThat(refused.balanceReadAt()).isEqualTo(first.balanceReadAt());
    assertThat(refused.ledgerReadAt()).isAfterOrEqualTo(first.ledgerReadAt());
  }

  @Test
  void anUnknownChargeIsToldWithItsNumber() {
    ledger.reconcile(client);
    assertThat(report().unknownCharges()).isEmpty();
    long open = openRead();
    FreightEndpoint.Report report = report();
    assertThat(report.unknownCharges())
        .extracting(FreightEndpoint.Unknown::entry)
        .containsExactly(open);
    assertThat(report.unknownCharges().get(0).mostUsd()).isEqualByComparingTo("0.02");
    assertThat(report.openReadAt()).isNotNull();
    assertThat(text(endpoint))
        .contains("unknown charges: 1 (read", "entry " + open + ", getLoadPosition");
  }

  private static String text(FreightEndpoint endpoint) {
    WebEndpointResponse<Object> told = endpoint.read(FreightEndpoint.Form.TEXT);
    assertThat(told.getContentType().toString()).isEqualTo("text/plain;charset=UTF-8");
    return (String) told.getBody();
  }

  @Test
  void textTellsWhatIsOpenAndTheAgeOfEachFigure() {
    for (int i = 0; i < 25; i++) client.createLoad(FreightAutoConfigurationTest.load());
    ledger.reconcile(client);
    FreightEndpoint later =
        new FreightEndpoint(
            clients,
            readings,
            (name, atMost) ->
                List.of(
                    new WaitingOrders.Order(
                        "PO-1",
                        "OPEN",
                        "createLoad: no money",
                        "TOP_UP",
                        3,
                        Instant.now().minusSeconds(600),
                        Instant.parse("2026-11-25T12:00:00Z"))),
            Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5)));
    assertThat(text(later))
        .startsWith("freightClient\n")
        .containsPattern(
            "PO-1 OPEN for 1[45] min, sent 3 times, TOP_UP, next at 2026-11-25T12:00:00Z: createLoad: no money")
        .containsPattern("limits nearly used: 1 \\(read (4|5) min ago\\)")
        .contains("20.00 USD per 24 hours for scope client: 81 % used, 3.75 USD left")
        .containsPattern("last comparison with the balance, [45] min ago: ")
        .containsPattern("balance: 8.75 USD \\(read [45] min ago\\)")
        .doesNotContain(broker.agentKey(), "NOT READ NOW");
  }

  /** A database that hangs keeps one thread, and the operator for two seconds. */
  @Test
  void ordersThatCannotBeReadAreSaidToBeUnknown() {
    FreightEndpoint.Report first = report();
    database.hangs();
    for (int i = 0; i < 3; i++) {
      FreightEndpoint.Report late = (FreightEndpoint.Report) hasty.report();
      assertThat(late.unknown()).contains("orders and unknown charges: no answer in 0.05 s");
      assertThat(late.unknownCharges()).isNull();
    }
    assertThat(text(hasty)).contains("NOT READ NOW", "orders and unknown charges");
    assertThat(first.unknownCharges()).isEmpty();
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("freight-endpoint")))
        .hasSize(1);
  }

  // --- what it changes ---

  @Test
  void aMistypedEntryChangesNothing() {
    ledger.reconcile(client);
    long open = openRead();
    WebEndpointResponse<Object> mistyped = post("5.00", true, open, 999_999);
    assertThat(open()).containsExactly(open);
    assertNothingAdjusted();
    assertRefused(mistyped, "999999");
  }

  @Test
  void aContradictionOrAnAmountThatNobodyCanBookChangesNothing() {
    ledger.reconcile(client);
    long open = openRead();
    assertRefused(post("5.00", null, open), "settle needs the numbers of entries, and charged");
    assertRefused(post("5.00", true), "settle needs the numbers of entries, and charged");
    assertRefused(post("0.00000000001", true, open), "adjust: expected at most 9 decimals");
    assertRefused(post("1E+30", true, open), "adjust: expected at most 9 decimals");
    assertRefused(said("5.00", new long[0], true, "a bill"), "settle needs");
    assertThat(open()).containsExactly(open);
    assertNothingAdjusted();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "  "})
  void whatAPersonSaysHasAReason(@Nullable String why) {
    long open = openRead();
    assertRefused(said("5.00", null, null, why), "why: say in 1 to 1000 characters");
    assertRefused(said(null, new long[] {open}, true, why), "why: say in 1 to 1000 characters");
    assertRefused(said("5.00", null, null, "x".repeat(1001)), "why: say in 1 to 1000 characters");
    assertThat(open()).containsExactly(open);
    assertNothingAdjusted();
    assertThat(said(null, null, null, why).getStatus())
        .as("a comparison needs none")
        .isEqualTo(200);
  }

  @Test
  @ExpectedWarnings("io.freightsdk.spend: the balance is")
  void whoSaysItAndWhyIsKeptWithTheChange() {
    long open = openRead();
    String long120 = "a".repeat(120);
    WebEndpointResponse<Object> done =
        endpoint.reconcile(
            loggedInAs("dispatcher"),
            null,
            new BigDecimal("5.00"),
            new long[] {open},
            true,
            " as the bill says ");
    assertThat(done.getStatus()).isEqualTo(200);
    assertThat(said(SpendEntry.Kind.SETTLEMENT)).containsExactly("dispatcher: as the bill says");
    assertThat(said(SpendEntry.Kind.ADJUSTMENT)).containsExactly("dispatcher: as the bill says");
    said("1.00", null, null, "no login");
    endpoint.reconcile(loggedInAs(long120), null, BigDecimal.ONE, null, null, "long name");
    assertThat(said(SpendEntry.Kind.ADJUSTMENT))
        .contains("actuator: no login", "a".repeat(100) + ": long name");
  }

  private static SecurityContext loggedInAs(String name) {
    return new SecurityContext() {
      @Override
      public Principal getPrincipal() {
        return () -> name;
      }

      @Override
      public boolean isUserInRole(String role) {
        return false;
      }
    };
  }

  private List<String> said(SpendEntry.Kind kind) {
    return ledger.entries(SpendFilter.all()).stream()
        .filter(row -> row.kind() == kind)
        .map(row -> row.settledBy() + ": " + row.settledWhy())
        .toList();
  }

  @Test
  @ExpectedWarnings("io.freightsdk.spend: the balance is 1.30 USD higher")
  void whatWasDoneIsTold() {
    ledger.reconcile(client);
    long first = openRead();
    long second = openRead();
    WebEndpointResponse<Object> done = post("-1.30", true, first, second);
    assertThat(done.getStatus()).isEqualTo(200);
    assertThat(done.getBody())
        .hasFieldOrPropertyWithValue(
            "done",
            List.of(
                "entry %d is CHARGED 0.02 USD".formatted(first),
                "entry %d is CHARGED 0.02 USD".formatted(second),
                "-1.30 USD are recorded that this client did not move"));
    assertThat(open()).isEmpty();
  }

  @Test
  void whatWasDoneIsToldAlsoIfTheBalanceCannotBeReadThen() {
    ledger.reconcile(client);
    long open = openRead();
    server.faults().always(Operation.GET_BALANCE, Fault.status(401));
    WebEndpointResponse<Object> half = post("5.00", false, open);
    assertThat(half.getStatus()).isEqualTo(503);
    assertThat(half.getBody().toString())
        .contains("getBalance", "entry " + open + " is NONE", "5.00 USD are recorded")
        .contains("notDone=[reconcile]");
  }

  @Test
  void aLedgerThatCannotBeReachedIsToldAsNothingDone() {
    long open = openRead();
    database.breaks();
    WebEndpointResponse<Object> nothing = post("5.00", true, open);
    assertThat(nothing.getStatus()).isEqualTo(503);
    assertThat(nothing.getBody().toString())
        .contains("done=[]", "notDone=[settle, adjust, reconcile]");
    database.answers();
    assertThat(open()).containsExactly(open);
  }

  @Test
  void aClientWithoutALedgerHasNothingToSettle() {
    try (FreightClient without =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
      Map<String, FreightClient> one = Map.of("freightClient", without);
      FreightEndpoint bare =
          new FreightEndpoint(one, Readings.of(one, Clock.systemUTC()), null, Clock.systemUTC());
      FreightEndpoint.Report report = (FreightEndpoint.Report) bare.report();
      assertThat(report.unknown()).contains("has no ledger");
      assertThat(report.balanceUsd()).isEqualByComparingTo("25.00");
      assertRefused(
          bare.reconcile(SecurityContext.NONE, null, null, null, null, null), "has no ledger");
    }
  }

  private void assertNothingAdjusted() {
    assertThat(said(SpendEntry.Kind.ADJUSTMENT)).isEmpty();
  }

  private static void assertRefused(WebEndpointResponse<Object> answer, String why) {
    assertThat(answer.getStatus()).isEqualTo(400);
    assertThat(answer.getBody().toString()).contains(why).contains("nothing was changed");
  }

  private WebEndpointResponse<Object> post(
      String adjust, @Nullable Boolean charged, long... settle) {
    return said(adjust, settle.length == 0 ? null : settle, charged, "a bill");
  }

  private WebEndpointResponse<Object> said(
      @Nullable String adjust,
      long @Nullable [] settle,
      @Nullable Boolean charged,
      @Nullable String why) {
    return endpoint.reconcile(
        SecurityContext.NONE,
        null,
        adjust == null ? null : new BigDecimal(adjust),
        settle,
        charged,
        why);
  }

  /** Buys a load, and loses the answer of a read of it. */
  private long openRead() {
    List<Long> before = open();
    String load = client.createLoad(FreightAutoConfigurationTest.load()).loadNumber();
    broker.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    assertThat(catchThrowable(() -> client.getLoadPosition(load))).isNotNull();
    return open().stream().filter(entry -> !before.contains(entry)).findFirst().orElseThrow();
  }

  private List<Long> open() {
    return ledger.entries(SpendFilter.all()).stream()
        .filter(SpendEntry::isOpen)
        .map(SpendEntry::id)
        .toList();
  }
}
