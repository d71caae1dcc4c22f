package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.LedgerInWorldFixture;
import io.freightsdk.testing.SampleLoads;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The entries of a ledger for calls, and their totals. */
class EntriesOfCallsTest extends LedgerInWorldFixture {
  private final FreightClient client = limited();

  @ParameterizedTest
  @EnumSource
  void everyPossibleChargeIsAnEntry(CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    String load = style.createLoad(client, SampleLoads.twoStops(), key("order-1")).loadNumber();
    style.getLoadPosition(client, load);
    style.getBalance(client);

    List<SpendEntry> entries = entries(SpendFilter.all());
    // One key is one debit, even after several attempts.
    assertThat(entries)
        .extracting(SpendEntry::outcome)
        .containsExactly(Charge.Kind.CHARGED, Charge.Kind.CHARGED);
    assertThat(entries).extracting(SpendEntry::idempotencyKey).containsExactly("order-1", null);
    assertThat(entries).extracting(SpendEntry::loadNumber).containsExactly(load, load);
  }

  @ParameterizedTest
  @EnumSource
  void cancelledCallIsAnEntry(CallStyle style) {
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofHours(1)));
    if (style == CallStyle.BLOCKING) {
      Caller<Throwable> read =
          world.start(() -> catchThrowable(() -> client.getLoadPosition(load)));
      world.runUntilWaiting(read);
      read.interrupt();
      CallStyle.join(read);
    } else {
      CompletableFuture<LoadPosition> read = client.async().getLoadPosition(load);
      world.runUntilWaiting(read);
      read.cancel(true);
    }
    world.settle();

    SpendEntry last = entries(SpendFilter.all()).get(1);
    assertThat(last.outcome()).isEqualTo(Charge.Kind.UNKNOWN);
    assertThat(last.loadNumber()).isEqualTo(load);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo("0.02");
  }

  @ParameterizedTest
  @EnumSource
  void totalsAreByOperationLoadScopeAndTime(CallStyle style) {
    SpendScope tenant = SpendScope.of("acme");
    Instant start = world.now();
    String load = style.createLoad(client, SampleLoads.twoStops()).loadNumber();
    String other = style.createLoad(client, SampleLoads.twoStops()).loadNumber();
    style.getLoadPosition(client, load, CallOptions.builder().scope(tenant).build());

    SpendFilter all = SpendFilter.all();
    assertThat(charged(all)).isEqualByComparingTo("1.32");
    assertThat(charged(all.operation(Operation.CREATE_LOAD))).isEqualByComparingTo("1.30");
    assertThat(charged(all.loadNumber(load))).isEqualByComparingTo("0.67");
    assertThat(charged(all.loadNumber(other))).isEqualByComparingTo("0.65");
    assertThat(charged(all.scope(tenant))).isEqualByComparingTo("0.02");
    assertThat(charged(all.between(start, world.now().plusSeconds(1))))
        .isEqualByComparingTo("1.32");
    assertThat(charged(all.between(start.minusSeconds(9), start))).isZero();
  }

  @Test
  void deduplicatedLoadsAndReplaysCostNothing() {
    CreateLoadInput input = SampleLoads.twoStops().toBuilder().customerRef("PO-1").build();
    client.createLoad(input, key("k"));
    client.createLoad(input, key("k"));
    client.createLoad(input);
    assertThat(charged(SpendFilter.all()))
        .isEqualByComparingTo(debited())
        .isEqualByComparingTo("0.65");
  }

  @Test
  void entryHasKeyLoadAndRequestIdOfItsCall() {
    String load = client.createLoad(SampleLoads.twoStops(), key("a,\"b\"")).loadNumber();
    SpendEntry entry = entries(SpendFilter.all()).get(0);
    assertThat(entry.idempotencyKey()).isEqualTo("a,\"b\"");
    assertThat(entry.loadNumber()).isEqualTo(load);
    assertThat(entry.requestId()).isEqualTo(broker.debits().get(0).requestId());
  }

  /** As in the table of unknown charges: send the order again by its reference, and settle. */
  @Test
  void loadCostsWhatTheServiceTookAlsoAfterASettlement() {
    CreateLoadInput order = SampleLoads.twoStops().toBuilder().customerRef("PO-1").build();
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(catchThrowable(() -> client.createLoad(order, onceWithKey("first")))).isNotNull();
    String load = client.createLoad(order).loadNumber();
    client.getLoadPosition(load);
    SpendEntry lost = entries(SpendFilter.all().onlyUnknown()).get(0);
    assertThat(ledger.settle(lost.id(), true, "Ann", "on the statement").loadNumber())
        .isEqualTo(load);
    assertThat(charged(SpendFilter.all().loadNumber(load)))
        .isEqualByComparingTo(debited())
        .isEqualByComparingTo("0.67");
  }

  private static CallOptions onceWithKey(String key) {
    return CallOptions.builder().idempotencyKey(key).retryPolicy(RetryPolicy.none()).build();
  }

  private BigDecimal charged(SpendFilter filter) {
    return ledger.totals(filter).chargedUsd();
  }
}
