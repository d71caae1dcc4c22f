package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.IdempotencyKeyReusedException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a call reserves, and says that it cost, when prices change and keys are used again. */
class CallMachineMoneyTest extends MachineFixture {
  /** Names the load, and ends too early. */
  private static final String DAMAGED = "{\"loadNumber\":\"LD-2026-0001\"";

  private static final BigDecimal HIGHER = new BigDecimal("0.80");

  // --- one price from a reservation to its end ---

  @ParameterizedTest
  @CsvSource({"billing, 0.65", "neverSent, 0.65", "lost, 0.65"})
  void aCreationIsRepeatedWithItsReservationAndItsPrice(String first, String charge) {
    send(Machines.CREATE);
    on(wire(first, Operation.CREATE_LOAD));
    assertThat(on(Event.waited())).isInstanceOf(Next.Send.class);
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(charge(charge));
    assertThat(machine.total().pricedAt()).isEqualTo(Machines.READ_AT);
  }

  @ParameterizedTest
  @CsvSource({
    "GET_LOAD_POSITION, lost, AskPrice",
    "GET_LOAD_POSITION, billing, Send",
    "GET_LOAD_POSITION, neverSent, Send",
    "CREATE_TRACKED_LOAD, billing, Send",
    "CREATE_TRACKED_LOAD, neverSent, Send",
  })
  void whatMayHaveBeenChargedNeedsAReservationOfItsOwnForAnotherTime(
      Operation operation, String first, String next) {
    RetryPolicy policy = RetryPolicy.builder().retryUnknownReads(true).build();
    machine = Machines.machine(operation, CallOptions.DEFAULT, policy);
    send(Machines.READ);
    on(wire(first, operation));
    assertThat(on(Event.waited()).getClass().getSimpleName()).isEqualTo(next);
  }

  @Test
  void aCallThatWaitedForATopUpReservesAgainAtTheNewPrice() {
    send(Machines.CREATE);
    on(Machines.insufficientFunds(HIGHER));
    assertThat(on(Event.toppedUp(true))).isInstanceOf(Next.AskPrice.class);
    assertThat(on(Machines.priced(HIGHER))).isInstanceOf(Next.Reserve.class);
    assertThat(on(Machines.reserved())).isInstanceOf(Next.Send.class);
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.charged(HIGHER));
  }

  @Test
  void maxPriceRefusesAPriceThatRoseDuringATopUp() {
    FreightException failure = refusedByMaxPriceAfter(false);
    assertThat(failure).isInstanceOf(PriceLimitExceededException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void aRefusalAfterALossSaysThatTheChargeIsOpen() {
    FreightException failure = refusedByMaxPriceAfter(true);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.TOP_UP);
    assertThat(failure.getSuppressed())
        .hasExactlyElementsOfTypes(PriceLimitExceededException.class);
  }

  private FreightException refusedByMaxPriceAfter(boolean loss) {
    CallOptions options = CallOptions.builder().maxPrice(new BigDecimal("0.66")).build();
    machine = Machines.machine(Operation.CREATE_LOAD, options, RetryPolicy.standard());
    send(Machines.CREATE);
    if (loss) {
      on(Machines.lost());
      sendAgain(Machines.CREATE);
    }
    on(Machines.insufficientFunds(Machines.CREATE));
    on(Event.toppedUp(true));
    return failure(on(Machines.priced(new BigDecimal("5.00"))));
  }

  // --- attempts that waited long for their turn ---

  @Test
  void anAttemptThatWaitedLongIsReservedAgainOnceBeforeItIsSent() {
    assertThat(machine.mayRenew()).as("nothing is reserved yet").isFalse();
    send(Machines.CREATE);
    assertThat(machine.mayRenew()).isTrue();
    assertThat(on(Event.renewed())).isInstanceOf(Next.AskPrice.class);
    assertThat(machine.mayRenew()).isFalse();
    assertThat(on(Machines.priced(HIGHER))).isInstanceOf(Next.Reserve.class);
    assertThat(on(Machines.reserved())).isInstanceOf(Next.Send.class);
    assertThat(machine.mayRenew()).as("once for an attempt").isFalse();
    assertThat(machine.attempts()).isZero();

    on(Machines.lost());
    assertThat(on(Event.waited())).isInstanceOf(Next.Send.class);
    assertThat(machine.mayRenew()).as("the next attempt").isTrue();
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.charged(HIGHER));
  }

  /** That it is charged is certain, and the amount is a reading. */
  @Test
  void aKeyThatWasLostAtAnotherPriceIsChargedTheNewestReading() {
    send(Machines.CREATE);
    on(Machines.lost());
    on(Event.waited());
    on(Event.renewed());
    on(Machines.priced(HIGHER));
    on(Machines.reserved());
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.charged(HIGHER));
  }

  @Test
  void aPriceThatRoseAboveMaxPriceWhileTheCallStoodInLineIsNotPaid() {
    CallOptions atMost = CallOptions.builder().maxPrice(Machines.CREATE).build();
    machine = Machines.machine(Operation.CREATE_LOAD, atMost, RetryPolicy.standard());
    send(Machines.CREATE);
    on(Event.renewed());
    FreightException failure = failure(on(Machines.priced(HIGHER)));
    assertThat(failure).isInstanceOf(PriceLimitExceededException.class);
    assertThat(failure.attempts()).isZero();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void aLimitThatHasNoRoomForACreationThatWasLostTellsTheLoss() {
    send(Machines.CREATE);
    on(Machines.lost());
    on(Event.waited());
    on(Event.renewed());
    on(Machines.priced(HIGHER));
    FreightException failure = failure(on(Event.decided(Machines.limitReached(null))));
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.getSuppressed())
        .hasExactlyElementsOfTypes(SpendLimitExceededException.class);
  }

  // --- without a price, and at a price of zero ---

  @Test
  void withoutAPriceALimitedCallIsNotSent() {
    machine =
        Machines.machine(
            Operation.CREATE_LOAD, CallOptions.DEFAULT, RetryPolicy.standard(), true, now);
    machine.start(now);
    FreightException failure =
        failure(on(Event.priced(null, new IllegalStateException("list away"))));
    assertThat(failure).isInstanceOf(PriceUnavailableException.class);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
  }

  @Test
  void withoutAPriceAnUnlimitedCallGoesOutAndCostsAnUnknownAmount() {
    machine.start(now);
    assertThat(on(Event.priced(null, null))).isInstanceOf(Next.Reserve.class);
    assertThat(machine.price()).isNull();
    assertThat(on(Machines.reserved())).isInstanceOf(Next.Send.class);
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource(
      value = Operation.class,
      names = {"CREATE_LOAD", "GET_LOAD_POSITION"})
  void aPriceOfZeroIsAPrice(Operation operation) {
    machine = paid(operation);
    send(BigDecimal.ZERO);
    on(Machines.success(operation));
    assertThat(machine.total()).isEqualTo(Charge.charged(BigDecimal.ZERO));
    assertThat(machine.total().pricedAt()).isEqualTo(Machines.READ_AT);
  }

  @ParameterizedTest
  @CsvSource({"0, Send", "0.05, Reserve", ", Send"})
  void aConfirmationIsReservedOnlyIfTheListHasAPriceForIt(BigDecimal price, String next) {
    machine = paid(Operation.CONFIRM_DELIVERY);
    machine.start(now);
    assertThat(on(Machines.priced(price)).getClass().getSimpleName()).isEqualTo(next);
  }

  // --- keys ---

  @ParameterizedTest
  @CsvSource({"TOO_OLD, NONE", "OTHER_BODY, FIX_REQUEST", "OTHER_LOAD, NONE"})
  void aKeyThatTheGuardRefusesIsNotSent(SpendGuard.KeyRefused refused, NextStep step) {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    FreightException failure = failure(on(Event.decided(refused)));
    assertThat(failure).isInstanceOf(IdempotencyKeyReusedException.class);
    assertThat(failure.attempts()).isZero();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(step);
    assertThat(failure.retryable()).isFalse();
  }

  @Test
  void aReplayOfWhatTheGuardKnowsCostsNothingAndSettlesALoss() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved(Machines.CREATE));
    on(Machines.lost());
    assertThat(on(Event.waited())).isInstanceOf(Next.Send.class);
    assertThat(on(Machines.success(Operation.CREATE_LOAD))).isInstanceOf(Next.Succeed.class);
    assertThat(machine.total()).isEqualTo(Charge.NONE);
  }

  @Test
  void aCallThatWasChargedSaysSoWhateverItsRepetitionsBring() {
    send(Machines.CREATE);
    on(Machines.answered(201, DAMAGED));
    on(Event.waited());
    on(Machines.neverSent());
    assertThat(machine.total()).isEqualTo(Charge.charged(Machines.CREATE));
    on(Event.waited());
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.charged(Machines.CREATE));
  }

  @Test
  void aLoadThatIsPaidForIsFetchedWithItsKeyWhateverAGatewaySays() {
    send(Machines.CREATE);
    Next<?> next = on(Machines.answered(201, DAMAGED));
    while (next instanceof Next.Pause<?>) {
      on(Event.waited());
      next = on(Machines.answered(404, "<html>nothing here</html>"));
    }
    FreightException failure = failure(next);
    assertThat(failure.charge()).isEqualTo(Charge.charged(Machines.CREATE));
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.retryable()).isTrue();
  }
}
