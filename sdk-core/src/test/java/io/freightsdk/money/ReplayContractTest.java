package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome.Created;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a creation says when its key was used before. */
class ReplayContractTest extends MoneyTest {
  @ParameterizedTest
  @EnumSource
  void aReplayNamesTheEarlierCharge(CallStyle style) {
    FreightClient client = client(builder());
    Created first = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));
    Created again = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(first.replayed()).isFalse();
    assertThat(first.earlierCharge()).isNull();
    assertThat(first.charge()).isEqualTo(Charge.exact(CREATE));
    assertThat(again.replayed()).isTrue();
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(again.earlierCharge()).isEqualTo(Charge.exact(CREATE));
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(debited());
  }

  @ParameterizedTest
  @EnumSource
  void aReplayInAnotherClientWithTheSameBooksNamesItToo(CallStyle style) {
    SpendStore books = SpendStore.inMemory();
    style.createLoad(client(builder().spendStore(books)), Loads.twoStops(), key("order-1"));
    Created again =
        (Created)
            style.createLoad(client(builder().spendStore(books)), Loads.twoStops(), key("order-1"));

    assertThat(again.replayed()).isTrue();
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(again.earlierCharge()).isEqualTo(Charge.exact(CREATE));
  }

  /** The price of the moment is not what the earlier call cost. */
  @ParameterizedTest
  @EnumSource
  void theEarlierChargeIsTheOneOfItsTime(CallStyle style) {
    SpendStore books = SpendStore.inMemory();
    style.createLoad(client(builder().spendStore(books)), Loads.twoStops(), key("order-1"));
    server.price("load_create", "0.95");
    Created again =
        (Created)
            style.createLoad(client(builder().spendStore(books)), Loads.twoStops(), key("order-1"));

    assertThat(again.earlierCharge()).isEqualTo(Charge.exact(CREATE));
  }

  @ParameterizedTest
  @EnumSource
  void aRetryWithinOneCallIsNoReplay(CallStyle style) {
    FreightClient client = client(builder());
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    Created load = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(load.attempts()).isEqualTo(2);
    assertThat(load.replayed()).isFalse();
    assertThat(load.charge()).isEqualTo(Charge.exact(CREATE));
  }

  /** The first call did not know what it cost; the one that finds out has the charge. */
  @ParameterizedTest
  @EnumSource
  void theRepetitionOfALostCallIsNoReplay(CallStyle style) {
    FreightClient client = client(builder());
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    CallOptions once =
        CallOptions.builder().idempotencyKey("order-1").retryPolicy(RetryPolicy.none()).build();
    assertThatExceptionOfType(FreightException.class)
        .isThrownBy(() -> style.createLoad(client, Loads.twoStops(), once));

    Created load = (Created) style.createLoad(client, Loads.twoStops(), once);

    assertThat(load.replayed()).isFalse();
    assertThat(load.charge()).isEqualTo(Charge.exact(CREATE));
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(debited());
  }
}
