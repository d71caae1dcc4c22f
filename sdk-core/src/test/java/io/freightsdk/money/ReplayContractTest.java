package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.CreateLoadOutcome.Created;
import io.freightsdk.FreightClient;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.Loads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a creation says when its key was used before. */
class ReplayContractTest extends MoneyTest {
  @ParameterizedTest
  @EnumSource
  void aReplayNamesTheEarlierCharge(CallStyle style) {
    FreightClient client = priced(builder().spendStore(lasting()));
    Created first = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));
    Created again = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(first.replayed()).isFalse();
    assertThat(first.earlierCharge()).isNull();
    assertThat(first.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(again.replayed()).isTrue();
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(again.earlierCharge()).isEqualTo(Charge.charged(CREATE));
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(debited());
  }

  @ParameterizedTest
  @EnumSource
  void aReplayInAnotherClientWithTheSameBooksNamesItToo(CallStyle style) {
    SpendStore books = lasting();
    style.createLoad(priced(builder().spendStore(books)), Loads.twoStops(), key("order-1"));
    Created again =
        (Created)
            style.createLoad(client(builder().spendStore(books)), Loads.twoStops(), key("order-1"));

    assertThat(again.replayed()).isTrue();
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(again.earlierCharge()).isEqualTo(Charge.charged(CREATE));
  }

  /**
   * Only a balance says whether the first call of a key in memory paid, or one before a restart.
   */
  @ParameterizedTest
  @CsvSource({"BLOCKING, false", "BLOCKING, true", "FUTURE, false", "FUTURE, true"})
  void booksInMemoryTakeAKeyOfTheirCallerForOneThatMayBePaid(CallStyle style, boolean restarted) {
    if (restarted) style.createLoad(client(builder()), Loads.twoStops(), key("order-1"));
    SpendLimits limits = SpendLimits.builder().total("0.65").build();
    FreightClient client = client(builder().spendLimits(limits));
    client.ledger().reconcile();
    Created load = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(load.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(load.replayed()).isFalse();
    assertThat(client.ledger().totals().unknownUsd()).isEqualByComparingTo(CREATE);
    assertThatExceptionOfType(SpendLimitExceededException.class)
        .isThrownBy(() -> style.getLoadPosition(client, load.loadNumber()));
    Created again = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(again.replayed()).isTrue();
    assertThat(again.earlierCharge()).isEqualTo(Charge.UNKNOWN);
    assertThat(broker.debits()).hasSize(1);

    world.advance(Duration.ofMinutes(2));
    assertThat(client.ledger().reconcile().verdict())
        .isEqualTo(restarted ? Reconciliation.Verdict.NOTHING : Reconciliation.Verdict.ALL);
    assertThat(client.ledger().totals().chargedUsd())
        .isEqualByComparingTo(restarted ? BigDecimal.ZERO : CREATE);
    Created third = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));
    assertThat(third.charge()).isEqualTo(Charge.NONE);
    assertThat(third.earlierCharge())
        .isEqualTo(restarted ? Charge.UNKNOWN : Charge.charged(CREATE));
  }

  /** The first answer names the load, and no price was known: a repeat is a replay all the same. */
  @ParameterizedTest
  @EnumSource
  void aKeyThatBoughtItsLoadWithoutAKnownPriceIsReplayed(CallStyle style) {
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    FreightClient client = client(builder().spendStore(lasting()));
    Created first = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));
    server.faults().clear();
    Created again = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(first.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(again.replayed()).isTrue();
    assertThat(again.earlierCharge()).isEqualTo(Charge.UNKNOWN);
    assertThat(client.ledger().totals().unknown()).isOne();
    assertThat(broker.debits()).hasSize(1);
  }

  /** The price of the moment is not what the earlier call cost. */
  @ParameterizedTest
  @EnumSource
  void theEarlierChargeIsTheOneOfItsTime(CallStyle style) {
    SpendStore books = lasting();
    style.createLoad(priced(builder().spendStore(books)), Loads.twoStops(), key("order-1"));
    server.price("load_create", "0.95");
    Created again =
        (Created)
            style.createLoad(client(builder().spendStore(books)), Loads.twoStops(), key("order-1"));

    assertThat(again.earlierCharge()).isEqualTo(Charge.charged(CREATE));
  }

  @ParameterizedTest
  @EnumSource
  void aRetryWithinOneCallIsNoReplay(CallStyle style) {
    FreightClient client = priced(builder().spendStore(lasting()));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    Created load = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(load.attempts()).isEqualTo(2);
    assertThat(load.replayed()).isFalse();
    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
  }

  /** What could not be read was the call's own load: to read it at last is no replay. */
  @ParameterizedTest
  @EnumSource
  void aCreationWhoseFirstAnswerCouldNotBeReadTellsItsChargeWithTheSecond(CallStyle style) {
    FreightClient client = priced(builder().spendStore(lasting()));
    server.faults().next(Operation.CREATE_LOAD, Fault.malformedJson());

    Created load = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(load.attempts()).isEqualTo(2);
    assertThat(load.replayed()).isFalse();
    assertThat(load.earlierCharge()).isNull();
    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(debited());
  }

  /**
   * Creates the load in another client of the same books while an answer is being taken in. Both
   * have read the price before: the books hear of one that comes later on a thread of their own.
   */
  private RequestListener meanwhile(CallStyle style, SpendStore books, List<Created> told) {
    FreightClient other = priced(builder().spendStore(books));
    return event -> {
      boolean ended = event instanceof RequestEvent.AttemptEnded;
      if (!ended || event.operation() != Operation.CREATE_LOAD || !told.isEmpty()) return;
      told.add((Created) style.createLoad(other, Loads.twoStops(), key("order-1")));
    };
  }

  /**
   * Two calls of one key at the same moment: the books have one charge, and one of them told it.
   */
  @ParameterizedTest
  @EnumSource
  void aCallThatFailsDoesNotTellTheChargeThatAnotherCallOfItsKeyHasTold(CallStyle style) {
    SpendStore books = lasting();
    List<Created> told = new ArrayList<>();
    FreightClient client =
        priced(
            builder()
                .spendStore(books)
                .retryPolicy(RetryPolicy.none())
                .listener(meanwhile(style, books, told)));
    server.faults().next(Operation.CREATE_LOAD, Fault.malformedJson());

    FreightDecodingException failure =
        catchThrowableOfType(
            FreightDecodingException.class,
            () -> style.createLoad(client, Loads.twoStops(), key("order-1")));

    assertThat(told.get(0).charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(told.get(0).replayed()).isFalse();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(debited());
  }

  @ParameterizedTest
  @EnumSource
  void twoCallsOfAKeyThatSucceedAtOnceTellItsChargeOnce(CallStyle style) {
    SpendStore books = lasting();
    List<Created> told = new ArrayList<>();
    FreightClient client =
        priced(builder().spendStore(books).listener(meanwhile(style, books, told)));

    Created load = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

    List<Created> both = List.of(told.get(0), load);
    assertThat(both).extracting(Created::replayed).containsExactlyInAnyOrder(false, true);
    for (Created one : both) {
      assertThat(one.charge()).isEqualTo(one.replayed() ? Charge.NONE : Charge.charged(CREATE));
      assertThat(one.earlierCharge()).isEqualTo(one.replayed() ? Charge.charged(CREATE) : null);
    }
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(debited());
  }

  /** Both are out before the first answer comes. */
  @ParameterizedTest
  @EnumSource
  void ofTwoCallsOfAKeyThatAreOutAtTheSameTimeOneTellsTheCharge(CallStyle style) {
    FreightClient client = priced(builder().spendStore(lasting()));
    world.network().latency(Duration.ofMillis(100));
    List<Caller<CreateLoadOutcome>> calls = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      calls.add(world.start(() -> style.createLoad(client, Loads.twoStops(), key("order-1"))));
    }
    calls.forEach(world::runUntilWaiting);
    assertThat(world.network().onTheirWay()).isEqualTo(2);
    List<Created> loads = calls.stream().map(call -> (Created) world.join(call)).toList();

    assertThat(loads)
        .extracting(Created::charge)
        .containsExactlyInAnyOrder(Charge.charged(CREATE), Charge.NONE);
    assertThat(loads).extracting(Created::replayed).containsExactlyInAnyOrder(false, true);
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(debited());
  }

  /** The same, where the call goes on and finds another price, so that it looks at the books. */
  @ParameterizedTest
  @EnumSource
  void aCallThatGoesOnSaysThatAnotherCallOfItsKeyHasPaid(CallStyle style) {
    SpendStore books = lasting();
    List<Created> told = new ArrayList<>();
    RequestListener meanwhile = meanwhile(style, books, told);
    FreightClient client =
        priced(
            builder()
                .spendStore(books)
                .listener(
                    event -> {
                      meanwhile.on(event);
                      if (told.isEmpty()) return;
                      server.price("load_create", "0.95");
                      world.setBack(Duration.ofHours(-1));
                    }));
    server.faults().next(Operation.CREATE_LOAD, Fault.malformedJson());

    Created load = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(told.get(0).charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(load.charge()).isEqualTo(Charge.NONE);
    assertThat(load.replayed()).isTrue();
    assertThat(load.earlierCharge()).isEqualTo(Charge.charged(CREATE));
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(debited());
  }

  /** The first call did not know what it cost; the one that finds out has the charge. */
  @ParameterizedTest
  @EnumSource
  void theRepetitionOfALostCallIsNoReplay(CallStyle style) {
    FreightClient client = priced(builder().spendStore(lasting()));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    CallOptions once =
        CallOptions.builder().idempotencyKey("order-1").retryPolicy(RetryPolicy.none()).build();
    assertThatExceptionOfType(FreightException.class)
        .isThrownBy(() -> style.createLoad(client, Loads.twoStops(), once));

    Created load = (Created) style.createLoad(client, Loads.twoStops(), once);

    assertThat(load.replayed()).isFalse();
    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(debited());
  }
}
