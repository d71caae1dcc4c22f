package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.CreateLoadOutcome.Created;
import io.freightsdk.FreightClient;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.IdempotencyKeyReusedException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import mockwebserver3.MockResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One key, several calls. */
class RepeatedKeyTest extends MoneyTest {
  private static final Duration KEY_LIFE = Duration.ofHours(24).minusMinutes(5);

  private final TestGuard oneLoad = guard("0.65");

  /** The load was named by a damaged answer. */
  @ParameterizedTest
  @EnumSource
  void aCallThatFailsTellsWhatItsOwnEarlierAttemptWasCharged(CallStyle style) {
    try (Gateway gateway = Gateway.in(world, server)) {
      TestGuard guard = guard();
      FreightClient client =
          client(
              builder()
                  .baseUrl(gateway.baseUrl())
                  .spendGuard(guard)
                  .retryPolicy(after(Duration.ofSeconds(1)).maxAttempts(2).build()));
      gateway.next(
          Operation.CREATE_LOAD,
          service -> {
            MockResponse.Builder damaged =
                Gateway.insteadOfTheAnswer(
                        Answers.json(
                            201, "{\"success\":true,\"loadNumber\":\"" + Loads.NUMBER + "\","))
                    .answer(service);
            server.price("load_create", "0.95");
            return damaged;
          },
          Gateway.answerLost());
      FreightException lost =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, Loads.twoStops()));

      assertThat(lost.attempts()).isEqualTo(2);
      assertThat(lost.charge()).isEqualTo(Charge.charged(CREATE));
      assertThat(debited()).isEqualByComparingTo(CREATE);
      assertThat(guard.entries().get(0).outcome().kind()).isEqualTo(Charge.Kind.CHARGED);
      assertThat(guard.entries()).hasSize(1);
      assertThat(guard.chargedUsd()).isEqualByComparingTo(CREATE);
    }
  }

  private static RetryPolicy.Builder after(Duration pause) {
    return RetryPolicy.builder().initialBackoff(pause).maxBackoff(pause);
  }

  @ParameterizedTest
  @EnumSource
  void aLostKeyThatIsSentAgainAfterADayBuysNoSecondLoad(CallStyle style) {
    FreightClient client = guarded(oneLoad);
    loseOne(client, style);
    world.advance(Duration.ofHours(24).plusMinutes(1));

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
    TestGuard guard = guard();
    style.createLoad(guarded(guard), Loads.twoStops(), key("order-1"));
    FreightClient client = client(builder().spendGuard(guard).retryPolicy(RetryPolicy.none()));
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
    InvalidRequestException refusal =
        catchThrowableOfType(
            InvalidRequestException.class, () -> style.createLoad(client, wrong, key("order-1")));
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

    assertThat(failure).as("the refusal").isNotNull();
    assertThat(failure.refusal()).isEqualTo(SpendGuard.KeyRefused.OTHER_BODY);
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_REQUEST);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.idempotencyKey()).isEqualTo("order-1");
    assertThat(arrived(Operation.CREATE_LOAD)).isEqualTo(2);
  }

  /** An own key may be five minutes on its way, and the service keeps it for a day. */
  @ParameterizedTest
  @CsvSource({"BLOCKING, false", "BLOCKING, true", "FUTURE, false", "FUTURE, true"})
  void aKeyIsSentForTwentyThreeHoursAndFiftyFiveMinutes(CallStyle style, boolean lost) {
    FreightClient client = client(builder());
    if (lost) loseOne(client, style);
    else style.createLoad(client, Loads.twoStops(), key("order-1"));
    world.advance(KEY_LIFE.minusNanos(1));
    style.createLoad(client, Loads.twoStops(), key("order-1"));
    world.advance(Duration.between(world.now(), World.START.plus(KEY_LIFE)));
    long before = arrived(Operation.CREATE_LOAD);

    IdempotencyKeyReusedException refusal =
        catchThrowableOfType(
            IdempotencyKeyReusedException.class,
            () -> style.createLoad(client, Loads.twoStops(), key("order-1")));

    assertThat(refusal)
        .hasMessageContaining("first used 23 hours 55 minutes ago")
        .hasMessageContaining("customerRef");
    assertThat(refusal.refusal()).isEqualTo(SpendGuard.KeyRefused.TOO_OLD);
    assertThat(refusal.nextStep()).isEqualTo(NextStep.NONE);
    assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    assertThat(refusal.retryable()).isFalse();
    assertThat(arrived(Operation.CREATE_LOAD)).isEqualTo(before);
  }

  /** Something between mixes answers up, or the service has forgotten the key. */
  @ParameterizedTest
  @EnumSource
  void anAnswerThatNamesAnotherLoadThanTheKeysIsUnknownAndTheKeyIsRefused(CallStyle style) {
    try (LogLines log = new LogLines()) {
      try (Gateway gateway = Gateway.in(world, server)) {
        TestGuard guard = guard();
        FreightClient client = client(builder().baseUrl(gateway.baseUrl()).spendGuard(guard));
        String bought = style.createLoad(client, Loads.twoStops(), key("order-1")).loadNumber();
        gateway.next(
            Operation.CREATE_LOAD, Gateway.insteadOfTheAnswer(Answers.createdLoad("LD-1999-0007")));

        Created other = (Created) style.createLoad(client, Loads.twoStops(), key("order-1"));

        assertThat(other.loadNumber()).isEqualTo("LD-1999-0007").isNotEqualTo(bought);
        assertThat(other.charge()).isEqualTo(Charge.UNKNOWN);
        assertThat(other.replayed()).isFalse();
        assertThat(other.earlierCharge()).isNull();
        IdempotencyKeyReusedException refusal =
            catchThrowableOfType(
                IdempotencyKeyReusedException.class,
                () -> style.createLoad(client, Loads.twoStops(), key("order-1")));
        assertThat(refusal).hasMessageContaining("compare the balance");
        assertThat(refusal.refusal()).isEqualTo(SpendGuard.KeyRefused.OTHER_LOAD);
        assertThat(refusal.nextStep()).isEqualTo(NextStep.NONE);
        assertThat(refusal.charge()).isEqualTo(Charge.NONE);
        assertThat(gateway.arrived(Operation.CREATE_LOAD)).isEqualTo(2);
      }
      assertThat(log.errors()).anyMatch(line -> line.contains("and its key has bought load"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedAnswerThatNamesAnotherLoadThanTheKeysLeavesTheChargeOpen(CallStyle style) {
    try (LogLines log = new LogLines()) {
      try (Gateway gateway = Gateway.in(world, server)) {
        FreightClient client =
            client(
                builder()
                    .baseUrl(gateway.baseUrl())
                    .spendGuard(guard())
                    .retryPolicy(RetryPolicy.none()));
        style.createLoad(client, Loads.twoStops(), key("order-1"));
        gateway.next(
            Operation.CREATE_LOAD,
            Gateway.insteadOfTheAnswer(
                Answers.json(201, "{\"success\":true,\"loadNumber\":\"LD-1999-0007\",")));

        FreightException damaged =
            catchThrowableOfType(
                FreightException.class,
                () -> style.createLoad(client, Loads.twoStops(), key("order-1")));

        assertThat(damaged).isNotNull();
        assertThat(damaged.charge()).isEqualTo(Charge.UNKNOWN);
        assertThatExceptionOfType(IdempotencyKeyReusedException.class)
            .isThrownBy(() -> style.createLoad(client, Loads.twoStops(), key("order-1")));
      }
      assertThat(log.errors()).anyMatch(line -> line.contains("and its key has bought load"));
    }
  }

  /** A key is one debit: all attempts of a creation have one key and one reservation. */
  @ParameterizedTest
  @EnumSource
  void allAttemptsOfACreationHaveOneKeyAndOneReservation(CallStyle style) {
    TestGuard guard = guard("0.65");
    FreightClient client = guarded(guard);
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    server.faults().next(Operation.CREATE_LOAD, Fault.malformedJson());

    CreateLoadOutcome load = style.createLoad(client, Loads.twoStops());

    assertThat(load.attempts()).isEqualTo(3);
    assertThat(load.charge()).isEqualTo(Charge.charged(CREATE));
    assertThat(guard.entries()).hasSize(1);
    assertThat(guard.entries().get(0).outcome().loadNumber()).isEqualTo(load.loadNumber());
    assertThat(
            server.journal().matching(sent -> sent.operation() == Operation.CREATE_LOAD).stream()
                .map(RecordedRequest::idempotencyKey)
                .distinct())
        .hasSize(1);
  }
}
