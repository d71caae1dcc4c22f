package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LedgerTest extends MoneyTest {
  private final List<SpendEntry> heard = new CopyOnWriteArrayList<>();
  private final FreightClient client =
      priced(builder().spendStore(lasting()).spendListener(heard::add));

  @Test
  void aPageHasAtMostTenThousandEntries() {
    SpendLedger ledger = client(builder()).ledger();
    assertThat(ledger.page(SpendFilter.all(), 0, 10_000)).isEmpty();
    for (int atMost : new int[] {0, 10_001}) {
      assertThatThrownBy(() -> ledger.page(SpendFilter.all(), 0, atMost))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 10,000");
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyPaidAttemptIsAnEntry(CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    String load = style.createLoad(client, Loads.twoStops(), key("order-1")).loadNumber();
    style.getLoadPosition(client, load);
    style.getBalance(client);

    List<SpendEntry> entries = client.ledger().entries(SpendFilter.all());
    assertThat(entries).isEqualTo(heard);
    // One key is one debit: the attempt that succeeded carries the money of the lost one.
    assertThat(entries)
        .extracting(SpendEntry::outcome)
        .containsExactly(Charge.Kind.NONE, Charge.Kind.CHARGED, Charge.Kind.CHARGED);
    assertThat(entries).extracting(SpendEntry::attempt).containsExactly(1, 2, 1);
    assertThat(entries)
        .extracting(SpendEntry::idempotencyKey)
        .containsExactly("order-1", "order-1", null);
    assertThat(entries).extracting(SpendEntry::loadNumber).containsExactly(null, load, load);
  }

  @ParameterizedTest
  @EnumSource
  void totalsAreByOperationLoadScopeAndTime(CallStyle style) {
    SpendScope tenant = SpendScope.of("acme", SpendLimits.none());
    Instant start = world.now();
    String load = style.createLoad(client, Loads.twoStops()).loadNumber();
    String other = style.createLoad(client, Loads.twoStops()).loadNumber();
    style.getLoadPosition(client, load, CallOptions.builder().scope(tenant).build());

    SpendFilter all = SpendFilter.all();
    assertThat(charged(all)).isEqualByComparingTo("1.32");
    assertThat(charged(all.operation(Operation.CREATE_LOAD))).isEqualByComparingTo("1.30");
    assertThat(charged(all.load(load))).isEqualByComparingTo("0.67");
    assertThat(charged(all.load(other))).isEqualByComparingTo("0.65");
    assertThat(charged(all.scope(tenant))).isEqualByComparingTo("0.02");
    assertThat(charged(all.between(start, world.now().plusSeconds(1))))
        .isEqualByComparingTo("1.32");
    assertThat(charged(all.between(start.minusSeconds(9), start))).isZero();
  }

  @Test
  void deduplicatedLoadsAndReplaysCostNothing() {
    CreateLoadInput input = Loads.twoStops().toBuilder().customerRef("PO-1").build();
    client.createLoad(input, key("k"));
    client.createLoad(input, key("k"));
    client.createLoad(input);
    assertThat(charged(SpendFilter.all()))
        .isEqualByComparingTo(debited())
        .isEqualByComparingTo("0.65");
    assertThat(client.ledger().totals().notCharged()).isEqualTo(2);
  }

  @Test
  void exportsReadBackAsTheyWere() throws IOException {
    String load = client.createLoad(Loads.twoStops(), key("a,\"b\"")).loadNumber();
    SpendEntry entry = client.ledger().entries(SpendFilter.all()).get(0);
    StringBuilder csv = new StringBuilder();
    client.ledger().writeCsv(SpendFilter.all(), csv);
    assertThat(csv.toString())
        .isEqualTo(
            "id,at,operation,load_number,idempotency_key,request_id,attempt,outcome,amount_usd,scope,least_usd\r\n"
                + "1,%s,createLoad,%s,\"a,\"\"b\"\"\",%s,1,CHARGED,0.65,client,0.65\r\n"
                    .formatted(entry.at(), load, entry.requestId()));
    assertThat(entry.requestId()).isEqualTo(broker.debits().get(0).requestId());
  }

  @Test
  void reconcileSaysWhatWasLostAndAPersonSettlesIt() {
    assertThat(client.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    server.faults().times(Operation.GET_LOAD_POSITION, 3, Fault.closeAfterCommit());
    for (int i = 0; i < 3; i++) lose(() -> client.getLoadPosition(load));
    server.faults().times(Operation.GET_LOAD_POSITION, 2, Fault.closeBeforeProcessing());
    for (int i = 0; i < 2; i++) lose(() -> client.getLoadPosition(load));
    assertThat(client.ledger().totals().unknownUsd()).isEqualByComparingTo("0.10");

    assertThat(client.ledger().reconcile().verdict()).isEqualTo(Verdict.NOT_NOW);
    world.advance(Duration.ofMinutes(1));
    Reconciliation found = client.ledger().reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BETWEEN);
    assertThat(found.missingUsd()).isEqualByComparingTo("0.06");
    List<Long> open =
        client.ledger().entries(SpendFilter.all().operation(Operation.GET_LOAD_POSITION)).stream()
            .map(SpendEntry::id)
            .toList();
    client.ledger().settle(open, found.missingUsd());
    assertThat(charged(SpendFilter.all())).isEqualByComparingTo(debited());
    assertThat(client.ledger().totals().unknown()).isZero();
  }

  @Test
  void reconcileNamesADifferenceThatItCannotExplain() {
    client.ledger().reconcile();
    FreightClient stranger = client(builder());
    stranger.createLoad(Loads.twoStops());
    Reconciliation lower = client.ledger().reconcile();
    assertThat(lower.verdict()).isEqualTo(Verdict.DOES_NOT_FIT);
    assertThat(lower.missingUsd()).isEqualByComparingTo("0.65");
    assertThat(lower.explanation()).startsWith("the balance is 0.65 USD lower");

    client.ledger().adjust(usd("-0.65"));
    assertThat(client.ledger().reconcile().verdict()).isEqualTo(Verdict.NOTHING);
    broker.credit("10");
    assertThat(client.ledger().reconcile().explanation()).contains("10.00 USD higher");
  }

  @ParameterizedTest
  @EnumSource
  void aLostCreationThatIsRepeatedByHandIsOneDebit(CallStyle style) {
    client.ledger().reconcile();
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    CallOptions once =
        CallOptions.builder().idempotencyKey("order-2").retryPolicy(RetryPolicy.none()).build();
    assertThatExceptionOfType(FreightConnectionException.class)
        .isThrownBy(() -> style.createLoad(client, Loads.twoStops(), once));
    assertThat(client.ledger().totals().unknownUsd()).isEqualByComparingTo(CREATE);

    style.createLoad(client, Loads.twoStops(), once);
    assertThat(client.ledger().totals().unknownUsd()).isZero();
    assertThat(charged(SpendFilter.all())).isEqualByComparingTo(debited());
    assertThat(client.ledger().reconcile().verdict()).isEqualTo(Verdict.NOTHING);
  }

  private static void lose(Runnable call) {
    assertThatExceptionOfType(FreightException.class).isThrownBy(call::run);
  }

  private BigDecimal charged(SpendFilter filter) {
    return client.ledger().totals(filter).chargedUsd();
  }
}
