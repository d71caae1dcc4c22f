package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.RequestEvent;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.IdempotencyKeyReusedException;
import io.freightsdk.error.MissingFieldsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One key, several calls. */
class RepeatedKeyTest extends MoneyTest {
  private FreightClientBuilder room(String total) {
    return builder().spendLimits(SpendLimits.builder().total(total).build());
  }

  @ParameterizedTest
  @EnumSource
  void aReplayOfAChargedKeyIsNotToldAsASecondCharge(CallStyle style) {
    FreightClient client = priced(builder().spendStore(lasting()));
    CreateLoadOutcome first = style.createLoad(client, Loads.twoStops(), key("order-1"));
    CreateLoadOutcome again = style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(again.loadNumber()).isEqualTo(first.loadNumber());
    assertThat(first.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(broker.debits()).hasSize(1);
  }

  /** The books are asked again, which count it from now, also where the clock was set back. */
  @ParameterizedTest
  @CsvSource({"-61, 1", "-60, 0", "60, 0", "61, 1"})
  void aLostAttemptOfOverAMinuteAgoIsBookedBeforeItsRepeat(int seconds, long booked) {
    List<Long> before = new ArrayList<>();
    FreightClient[] self = new FreightClient[1];
    RetryPolicy afterASecond =
        RetryPolicy.builder()
            .initialBackoff(Duration.ofSeconds(1))
            .maxBackoff(Duration.ofSeconds(1))
            .build();
    Gateway gateway = Gateway.in(world, server);
    self[0] =
        client(
            builder()
                .baseUrl(gateway.baseUrl())
                .retryPolicy(afterASecond)
                .listener(
                    event -> {
                      boolean lost =
                          event instanceof RequestEvent.AttemptEnded
                              && event.operation() == Operation.CREATE_LOAD;
                      if (lost) world.setBack(Duration.ofSeconds(1 - seconds));
                    }));
    gateway.next(
        Operation.CREATE_LOAD,
        service -> {
          before.add(self[0].ledger().totals().unknown());
          return Gateway.answerLost().answer(service);
        },
        service -> {
          before.add(self[0].ledger().totals().unknown());
          return service.pass();
        });
    self[0].createLoad(Loads.twoStops(), key("order-1"));

    assertThat(before).containsExactly(0L, booked);
    assertThat(broker.debits()).hasSize(1);
  }

  /** The load was named by a damaged answer; at a new price the call reserved again. */
  @ParameterizedTest
  @EnumSource
  void aCallThatFailsTellsWhatItsOwnEarlierAttemptWasCharged(CallStyle style) {
    try (Gateway gateway = Gateway.in(world, server)) {
      FreightClient client =
          client(
              builder()
                  .baseUrl(gateway.baseUrl())
                  .retryPolicy(quickly().maxAttempts(2).build())
                  .listener(
                      event -> {
                        boolean ended = event instanceof RequestEvent.AttemptEnded;
                        if (!ended || event.operation() != Operation.CREATE_LOAD) return;
                        server.price("load_create", "0.95");
                        world.setBack(Duration.ofSeconds(-11));
                      }));
      client.quote(Operation.CREATE_LOAD, 1);
      gateway.next(
          Operation.CREATE_LOAD,
          Gateway.insteadOfTheAnswer(
              Answers.json(201, "{\"success\":true,\"loadNumber\":\"" + Loads.NUMBER + "\",")),
          Gateway.answerLost());
      FreightException lost =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, Loads.twoStops()));

      assertThat(lost.attempts()).isEqualTo(2);
      assertThat(lost.charge()).isEqualTo(Charge.charged(CREATE));
      assertThat(debited()).isEqualByComparingTo(CREATE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReplayInAnotherClientWithTheSameBooksIsNoChargeEither(CallStyle style) {
    SpendStore books = SpendStore.inMemory();
    style.createLoad(client(builder().spendStore(books)), Loads.twoStops(), key("order-1"));
    CreateLoadOutcome again =
        style.createLoad(client(builder().spendStore(books)), Loads.twoStops(), key("order-1"));

    assertThat(again.charge()).isEqualTo(Charge.NONE);
    assertThat(broker.debits()).hasSize(1);
  }

  /** The request leaves before the service forgets the key, and is processed after. */
  @ParameterizedTest
  @EnumSource
  void aLostKeyThatIsSentAgainShortlyBeforeADayIsOverBuysNoSecondLoad(CallStyle style) {
    FreightClient client = client(room("0.65"));
    loseOne(client, style);
    world.advance(Duration.ofHours(24).minusSeconds(2));
    server.faults().next(Operation.CREATE_LOAD, Fault.delay(Duration.ofSeconds(3)));

    FreightException refusal =
        catchThrowableOfType(
            FreightException.class,
            () -> style.createLoad(client, Loads.twoStops(), key("order-1")));

    assertThat(debited()).as("debits under a limit of 0.65").isEqualByComparingTo("0.65");
    assertThat(refusal).isNotNull();
    assertThat(client.ledger().totals().spentUsd()).isEqualByComparingTo("0.65");
  }

  @ParameterizedTest
  @EnumSource
  void aLostKeyThatIsSentAgainAfterADayIsASecondLoadUnderTheLimit(CallStyle style) {
    FreightClient client = client(room("0.65"));
    loseOne(client, style);
    world.advance(Duration.ofHours(24).plusMinutes(1));

    FreightException refusal =
        catchThrowableOfType(
            FreightException.class,
            () -> style.createLoad(client, Loads.twoStops(), key("order-1")));

    assertThat(debited()).as("debits under a limit of 0.65").isEqualByComparingTo("0.65");
    assertThat(refusal).isNotNull();
  }

  /** The clock passes the mark between two attempts of one call. */
  @ParameterizedTest
  @EnumSource
  void aCallThatWaitsAcrossTheMarkDoesNotSendItsOldKeyAgain(CallStyle style) {
    RetryPolicy slowly =
        RetryPolicy.builder()
            .initialBackoff(Duration.ofHours(2))
            .maxBackoff(Duration.ofHours(2))
            .build();
    FreightClient client = client(room("0.65").retryPolicy(slowly).deadline(Duration.ofHours(3)));
    loseOne(client, style);
    world.advance(Duration.ofHours(23));
    server.faults().next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());

    FreightException refusal =
        catchThrowableOfType(
            FreightException.class,
            () -> style.createLoad(client, Loads.twoStops(), key("order-1")));

    assertThat(debited()).as("debits under a limit of 0.65").isEqualByComparingTo("0.65");
    assertThat(refusal).isNotNull();
  }

  private void loseOne(FreightClient client, CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    CallOptions once =
        CallOptions.builder().idempotencyKey("order-1").retryPolicy(RetryPolicy.none()).build();
    FreightException lost =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, Loads.twoStops(), once));
    assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
  }

  /** The service would answer the other load with the first one, and make none. */
  @ParameterizedTest
  @EnumSource
  void aKeyThatAnotherClientPaidForIsNotFreeForAnotherLoadAfterAReplayThatFailed(CallStyle style) {
    SpendStore books = lasting();
    style.createLoad(client(builder().spendStore(books)), Loads.twoStops(), key("order-1"));
    FreightClient client = client(builder().spendStore(books).retryPolicy(RetryPolicy.none()));
    server.faults().next(Operation.CREATE_LOAD, Fault.malformedJson());
    FreightException unread =
        catchThrowableOfType(
            FreightException.class,
            () -> style.createLoad(client, Loads.twoStops(), key("order-1")));
    assertThat(unread.charge()).isEqualTo(Charge.NONE);

    CreateLoadInput other = Loads.twoStops().toBuilder().rate(usd("1999")).build();
    assertThatExceptionOfType(IdempotencyKeyReusedException.class)
        .isThrownBy(() -> style.createLoad(client, other, key("order-1")));
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedRequestMayBeCorrectedUnderItsKey(CallStyle style) {
    FreightClient client = client(builder());
    StopInput noZip = Loads.twoStops().pickups().get(0).toBuilder().zip(" ").build();
    CreateLoadInput wrong = Loads.twoStops().toBuilder().pickups(List.of(noZip)).build();
    MissingFieldsException refusal =
        catchThrowableOfType(
            MissingFieldsException.class, () -> style.createLoad(client, wrong, key("order-1")));
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);

    CreateLoadOutcome load = style.createLoad(client, Loads.twoStops(), key("order-1"));

    assertThat(broker.debitsFor(load.loadNumber())).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void aRateWithAnotherSpellingIsTheSameRequest(CallStyle style) {
    CreateLoadInput plain = Loads.twoStops().toBuilder().rate(usd("1850.0")).build();
    CreateLoadInput cents = Loads.twoStops().toBuilder().rate(usd("1850.00")).build();
    String key = IdempotencyKeys.derivedFrom("orders", plain);
    assertThat(IdempotencyKeys.derivedFrom("orders", cents)).isEqualTo(key);
    FreightClient client = client(builder());

    CreateLoadOutcome first = style.createLoad(client, plain, key(key));
    CreateLoadOutcome again = style.createLoad(client, cents, key(key));
    CreateLoadInput exponent = plain.toBuilder().rate(usd("1.85E+3")).build();
    CreateLoadOutcome third = style.createLoad(client, exponent, key(key));

    assertThat(again.loadNumber()).isEqualTo(first.loadNumber());
    assertThat(third.loadNumber()).isEqualTo(first.loadNumber());
    assertThat(broker.debits()).hasSize(1);
    CreateLoadInput higher = plain.toBuilder().rate(usd("1850.01")).build();
    assertThatThrownBy(() -> style.createLoad(client, higher, key(key)))
        .isInstanceOf(IdempotencyKeyReusedException.class);
  }

  @ParameterizedTest
  @EnumSource
  void oneKeyWithAnotherBodyIsRefused(CallStyle style) {
    FreightClient client = client(builder());
    style.createLoad(client, Loads.twoStops(), key("order-1"));
    style.createLoad(client, Loads.twoStops(), key("order-1"));
    CreateLoadInput other = Loads.twoStops().toBuilder().rate(new BigDecimal("1800")).build();

    IdempotencyKeyReusedException failure =
        catchThrowableOfType(
            IdempotencyKeyReusedException.class,
            () -> style.createLoad(client, other, key("order-1")));

    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_REQUEST);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.idempotencyKey()).isEqualTo("order-1");
    assertThat(arrived(Operation.CREATE_LOAD)).isEqualTo(2);
  }
}
