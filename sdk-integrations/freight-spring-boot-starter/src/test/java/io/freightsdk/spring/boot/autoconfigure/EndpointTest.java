package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** What an operator is told, and what becomes of what he says. */
class EndpointTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final HangingDatabase database = new HangingDatabase();
  private final FreightClient client =
      builder().spendStore(JdbcSpendStore.open(database, "b")).build();
  private final Map<String, FreightClient> clients = Map.of("freightClient", client);
  private final Readings readings = Readings.of(clients);
  private final FreightEndpoint endpoint = new FreightEndpoint(clients, readings);
  private final FreightEndpoint hasty =
      new FreightEndpoint(clients, readings, Duration.ofMillis(50));

  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .spendLimits(SpendLimits.builder().perDay("20.00").build());
  }

  @AfterEach
  void close() {
    database.answers();
    client.close();
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

  @Test
  void whyAFigureCouldNotBeReadIsTold() {
    FreightEndpoint.Report first = report();
    server.faults().always(Operation.GET_BALANCE, Fault.status(401));
    FreightEndpoint.Report refused = report();
    assertThat(refused.unknown()).contains("balance: getBalance", "401").doesNotContain("ledger");
    assertThat(refused.balanceReadAt()).isEqualTo(first.balanceReadAt());
    assertThat(refused.ledgerReadAt()).isAfterOrEqualTo(first.ledgerReadAt());
  }

  // --- what it changes ---

  @Test
  void aMistypedEntryChangesNothing() {
    client.ledger().reconcile();
    long open = openRead();
    WebEndpointResponse<Object> mistyped = post("5.00", true, null, open, 999_999);
    assertThat(open()).containsExactly(open);
    assertNothingAdjusted();
    assertRefused(mistyped, "the ledger has no entry 999999");
  }

  @Test
  void aContradictionOrAnAmountThatNobodyCanBookChangesNothing() {
    client.ledger().reconcile();
    long open = openRead();
    assertRefused(post("5.00", null, null, open), "either charged or sum");
    assertRefused(post("5.00", true, "0.02", open), "either charged or sum");
    assertRefused(post("5.00", true, null), "either charged or sum");
    assertRefused(post("5.00", null, "9.00", open), "expected 0");
    assertRefused(post("0.00000000001", true, null, open), "adjust: expected at most 9 decimals");
    assertRefused(post("1E+30", true, null, open), "adjust: expected at most 9 decimals");
    assertRefused(
        endpoint.reconcile(null, new BigDecimal("5.00"), new long[0], true, null), "settle needs");
    assertThat(open()).containsExactly(open);
    assertNothingAdjusted();
  }

  @Test
  void whatWasDoneIsTold() {
    client.ledger().reconcile();
    long first = openRead();
    long second = openRead();
    WebEndpointResponse<Object> done = post("-1.30", true, null, first, second);
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
    client.ledger().reconcile();
    long open = openRead();
    server.faults().always(Operation.GET_BALANCE, Fault.status(401));
    WebEndpointResponse<Object> half = post("5.00", false, null, open);
    assertThat(half.getStatus()).isEqualTo(503);
    assertThat(half.getBody().toString())
        .contains("getBalance", "entry " + open + " is NONE", "5.00 USD are recorded")
        .contains("notDone=[reconcile]");
  }

  @Test
  void aLedgerThatCannotBeReachedIsToldAsNothingDone() {
    long open = openRead();
    database.breaks();
    WebEndpointResponse<Object> nothing = post("5.00", true, null, open);
    assertThat(nothing.getStatus()).isEqualTo(503);
    assertThat(nothing.getBody().toString())
        .contains("done=[]", "notDone=[settle, adjust, reconcile]");
    database.answers();
    assertThat(open()).containsExactly(open);
  }

  private void assertNothingAdjusted() {
    SpendLedger ledger = client.ledger();
    for (long entry : open()) ledger.settle(entry, true);
    assertThat(ledger.reconcile().missingUsd()).isZero();
  }

  private static void assertRefused(WebEndpointResponse<Object> answer, String why) {
    assertThat(answer.getStatus()).isEqualTo(400);
    assertThat(answer.getBody().toString()).contains(why).contains("nothing was changed");
  }

  private WebEndpointResponse<Object> post(
      String adjust, @Nullable Boolean charged, @Nullable String sum, long... settle) {
    return endpoint.reconcile(
        null,
        new BigDecimal(adjust),
        settle.length == 0 ? null : settle,
        charged,
        sum == null ? null : new BigDecimal(sum));
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
    LongStream open =
        client.ledger().entries(SpendFilter.all()).stream()
            .filter(entry -> entry.outcome() == Charge.Kind.UNKNOWN)
            .mapToLong(SpendEntry::id);
    return open.boxed().toList();
  }
}
