package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.IdempotencyKeyReusedException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a call says that it cost when prices change, and keys are used again, while it is made. */
class CallMachineMoneyTest extends MachineFixture {
  /** Names the load, and ends too early. */
  private static final String DAMAGED = "{\"loadNumber\":\"LD-2026-0001\"";

  // --- prices that change ---

  @Test
  void aPriceThatChangedIsReservedAgain() {
    send(Machines.CREATE);
    on(Machines.billingUnavailable());
    on(Event.waited());
    BigDecimal higher = new BigDecimal("0.70");
    assertThat(on(Machines.priced(higher))).isEqualTo(new Next.Reserve<>(higher));
    assertThat(on(Machines.reserved())).isInstanceOf(Next.Send.class);
    assertThat(on(Machines.success(Operation.CREATE_LOAD))).isInstanceOf(Next.Succeed.class);
    assertThat(machine.total()).isEqualTo(Charge.charged(higher));
  }

  @Test
  void maxPriceRefusesAPriceThatRoseBetweenAttempts() {
    FreightException failure = refusedByMaxPriceAfter(Machines.billingUnavailable());
    assertThat(failure).isInstanceOf(PriceLimitExceededException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void aRefusalAfterALossSaysThatTheChargeIsOpen() {
    FreightException failure = refusedByMaxPriceAfter(Machines.lost());
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.getSuppressed())
        .hasExactlyElementsOfTypes(PriceLimitExceededException.class);
  }

  private FreightException refusedByMaxPriceAfter(Event firstAttempt) {
    CallOptions options = CallOptions.builder().maxPrice(new BigDecimal("0.66")).build();
    machine = Machines.machine(Operation.CREATE_LOAD, options, RetryPolicy.standard());
    send(Machines.CREATE);
    on(firstAttempt);
    on(Event.waited());
    return failure(on(Machines.priced(new BigDecimal("5.00"))));
  }

  @Test
  void whichOfTwoPricesAKeyTookIsUnknownAfterALoss() {
    send(Machines.CREATE);
    on(Machines.lost());
    sendAgain(new BigDecimal("0.70"));
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void moneyThatMayBeGoneIsReservedAgain() {
    machine =
        Machines.machine(
            Operation.GET_LOAD_POSITION,
            CallOptions.DEFAULT,
            RetryPolicy.builder().retryUnknownReads(true).build());
    send(Machines.READ);
    on(Machines.lost());
    on(Event.waited());
    assertThat(on(Machines.priced(Machines.READ))).isEqualTo(new Next.Reserve<>(Machines.READ));
  }

  @Test
  void withoutAPriceALimitedCallIsNotSent() {
    machine =
        Machines.machine(
            Operation.CREATE_LOAD, CallOptions.DEFAULT, RetryPolicy.standard(), true, now);
    machine.start(now);
    FreightException failure =
        failure(on(Event.priced(null, new IllegalStateException("list away"), false)));
    assertThat(failure).isInstanceOf(PriceUnavailableException.class);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
  }

  @Test
  void withoutAPriceAnUnlimitedCallGoesOutAndCostsAnUnknownAmount() {
    machine.start(now);
    assertThat(on(Event.priced(null, null, false))).isEqualTo(new Next.Reserve<>(BigDecimal.ZERO));
    assertThat(on(Machines.reserved())).isInstanceOf(Next.Send.class);
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void aPriceThatExpiresBetweenTwoAttemptsIsNotToldAsWhatTheSecondOneCost() {
    send(Machines.CREATE);
    on(Machines.billingUnavailable());
    on(Event.waited());
    // What was set aside for the first stays set aside for the second.
    assertThat(on(Event.priced(null, null, false))).isInstanceOf(Next.Send.class);
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.UNKNOWN);
  }

  // --- keys ---

  @Test
  void aKeyThatTheServiceMayHaveForgottenIsNotSentAgain() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    FreightException failure = failure(on(Event.decided(new SpendDecision.KeyTooOld())));
    assertThat(failure).isInstanceOf(IdempotencyKeyReusedException.class);
    assertThat(failure.attempts()).isZero();
  }

  @Test
  void aReplayOfWhatTheBooksKnowCostsNothingAndSettlesALoss() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved(Machines.CREATE, false, false));
    on(Machines.lost());
    on(Event.waited());
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved(Machines.CREATE, false, false));
    Next<?> end = on(Machines.success(Operation.CREATE_LOAD));
    assertThat(end).isInstanceOf(Next.Succeed.class);
    assertThat(machine.total()).isEqualTo(Charge.NONE);
  }

  @Test
  void whatAnotherCallOfTheKeyHasToldIsNotToldAgain() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved());
    on(Machines.answered(201, DAMAGED));
    on(Event.waited());
    on(Machines.priced(new BigDecimal("0.80")));
    on(Machines.reserved(Machines.CREATE, false, false));
    assertThat(machine.total()).isEqualTo(Charge.NONE);
    advance(Duration.ofHours(1));
    FreightException failure = failure(on(Event.timeUp()));
    assertThat(failure).isInstanceOf(FreightDecodingException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
  }

  @Test
  void aPriceThatChangedWhileTheCallStoodInLineIsReservedBeforeItIsSent() {
    send(Machines.CREATE);
    BigDecimal higher = new BigDecimal("0.80");
    assertThat(on(Event.priced(Machines.price(higher), null, false)))
        .isEqualTo(new Next.Reserve<>(higher));
    assertThat(on(Machines.reserved())).isInstanceOf(Next.Send.class);
    assertThat(machine.attempts()).isZero();
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.charged(higher));
  }

  @Test
  void aPriceThatRoseAboveMaxPriceWhileTheCallStoodInLineIsNotPaid() {
    CallOptions atMost = CallOptions.builder().maxPrice(Machines.CREATE).build();
    machine = Machines.machine(Operation.CREATE_LOAD, atMost, RetryPolicy.standard());
    send(Machines.CREATE);
    FreightException failure =
        failure(on(Event.priced(Machines.price(new BigDecimal("0.80")), null, false)));
    assertThat(failure).isInstanceOf(PriceLimitExceededException.class);
    assertThat(failure.attempts()).isZero();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  /** The key may have been charged the price of before, by a call whose answer was lost. */
  @ParameterizedTest
  @CsvSource({"0.65, 0.65", "0.80, UNKNOWN"})
  void aPriceThatIsLearnedLateIsToldOfAKeyOnlyIfItIsTheSameAsBefore(
      BigDecimal learned, String charge) {
    send(Machines.CREATE);
    on(Machines.billingUnavailable());
    on(Event.waited());
    on(Event.priced(null, null, false));
    machine.learned(Machines.price(learned));
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(charge(charge));
  }

  @Test
  void aCallThatWasChargedSaysSoWhateverItsRepetitionsBring() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved());
    on(Machines.answered(201, DAMAGED));
    on(Event.waited());
    on(Machines.priced(new BigDecimal("0.80")));
    on(Machines.reserved(Machines.CREATE, true, false));
    on(Machines.neverSent());
    assertThat(machine.total()).isEqualTo(Charge.charged(Machines.CREATE));
    on(Event.waited());
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.charged(Machines.CREATE));
  }

  @Test
  void aKeyThatAnotherCallMayHavePaidAtAnotherPriceCostsAnUnknownAmount() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved(null, false, true));
    assertThat(on(Machines.success(Operation.CREATE_LOAD))).isInstanceOf(Next.Succeed.class);
    assertThat(machine.total()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void aLoadThatIsPaidForIsFetchedWithItsKeyWhateverAGatewaySays() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved());
    Next<?> next = on(Machines.answered(201, DAMAGED));
    while (next instanceof Next.Pause<?>) {
      on(Event.waited());
      on(Machines.priced(Machines.CREATE));
      next = on(Machines.answered(404, "<html>nothing here</html>"));
    }
    FreightException failure = failure(next);
    assertThat(failure.charge()).isEqualTo(Charge.charged(Machines.CREATE));
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.retryable()).isTrue();
  }
}
