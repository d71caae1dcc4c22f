package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.IdempotencyKeyReusedException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Events in, actions out, without a thread, a clock or a wire. */
class CallMachineTest {
  private long now;
  private CallMachine<?> machine = paid(Operation.CREATE_LOAD);

  private static CallMachine<?> paid(Operation operation) {
    return Machines.machine(operation, CallOptions.DEFAULT, RetryPolicy.standard());
  }

  private Action<?> on(Event event) {
    return machine.on(event, now);
  }

  /** To the moment when the request is out. */
  private void send(BigDecimal price) {
    assertThat(machine.start(now)).isInstanceOf(Action.AskPrice.class);
    assertThat(on(Machines.priced(price))).isEqualTo(new Action.Reserve<>(price));
    assertThat(on(Machines.reserved())).isInstanceOf(Action.Send.class);
  }

  /** From a pause to the next request, with the price as it was. */
  private void sendAgain(BigDecimal price) {
    assertThat(on(new Event.Waited())).isInstanceOf(Action.AskPrice.class);
    Action<?> next = on(Machines.priced(price));
    if (next instanceof Action.Reserve<?>) next = on(Machines.reserved());
    assertThat(next).isInstanceOf(Action.Send.class);
  }

  private void advance(Duration by) {
    now += by.toNanos();
  }

  private static FreightException failure(Action<?> action) {
    assertThat(action).isInstanceOf(Action.Fail.class);
    return ((Action.Fail<?>) action).failure();
  }

  private static Charge charge(String text) {
    return switch (text) {
      case "NONE" -> Charge.NONE;
      case "UNKNOWN" -> Charge.UNKNOWN;
      default -> Charge.exact(new BigDecimal(text));
    };
  }

  private static Event wire(String said, Operation operation) {
    return switch (said) {
      case "success" -> Machines.success(operation);
      case "lost" -> Machines.lost();
      case "neverSent" -> Machines.neverSent();
      case "timeout" -> new Event.Broken(WireFailure.timedOut(false));
      case "timeoutUnsent" -> new Event.Broken(WireFailure.timedOut(true));
      case "untrusted" -> Machines.broken(WireFailure.Kind.CERTIFICATE, true);
      case "foreign" -> Machines.broken(WireFailure.Kind.FOREIGN, false);
      case "foreignUnsent" -> Machines.broken(WireFailure.Kind.FOREIGN, true);
      case "refusedUnread" -> Machines.broken(WireFailure.Kind.REFUSED_UNREAD, true);
      case "billing" -> Machines.billingUnavailable();
      case "funds" -> Machines.insufficientFunds(Machines.CREATE);
      case "unreadable" -> Machines.answered(operation == Operation.CREATE_LOAD ? 201 : 200, "{");
      case "otherLoad" ->
          Machines.answered(
              200,
              "{\"loadNumber\":\"LD-2026-0099\",\"status\":\"PLANNED\",\"createdAt\":"
                  + "\"2026-11-20T10:00:00Z\",\"stops\":[],\"gpsTrack\":[],\"pingCount\":0}");
      case "gateway403" -> Machines.answered(403, "<html>who are you</html>");
      case "gateway307" -> Machines.answered(307, "");
      default -> Machines.answered(Integer.parseInt(said), "{\"error\":\"no\"}");
    };
  }

  // --- the retry table, and what each row costs ---

  @ParameterizedTest(name = "{0} answered by {1}: {2}, charge {3}")
  @CsvSource({
    "CREATE_LOAD, success, succeed, 0.65",
    "CREATE_LOAD, lost, pause, UNKNOWN",
    "CREATE_LOAD, timeout, pause, UNKNOWN",
    "CREATE_LOAD, timeoutUnsent, pause, NONE",
    "CREATE_LOAD, neverSent, pause, NONE",
    "CREATE_LOAD, refusedUnread, pause, NONE",
    "CREATE_LOAD, untrusted, fail, NONE",
    "CREATE_LOAD, foreign, fail, UNKNOWN",
    "CREATE_LOAD, foreignUnsent, fail, NONE",
    "CREATE_LOAD, billing, pause, NONE",
    "CREATE_LOAD, funds, topUp, NONE",
    "CREATE_LOAD, unreadable, pause, 0.65",
    "CREATE_LOAD, gateway403, pause, UNKNOWN",
    "CREATE_LOAD, gateway307, pause, UNKNOWN",
    "CREATE_LOAD, 400, fail, NONE",
    "CREATE_LOAD, 401, fail, NONE",
    "CREATE_LOAD, 404, fail, NONE",
    "CREATE_LOAD, 408, pause, UNKNOWN",
    "CREATE_LOAD, 425, pause, UNKNOWN",
    "CREATE_LOAD, 429, pause, UNKNOWN",
    "CREATE_LOAD, 500, pause, UNKNOWN",
    "CREATE_LOAD, 503, pause, UNKNOWN",
    "GET_LOAD_POSITION, success, succeed, 0.02",
    "GET_LOAD_POSITION, lost, fail, UNKNOWN",
    "GET_LOAD_POSITION, timeout, fail, UNKNOWN",
    "GET_LOAD_POSITION, neverSent, pause, NONE",
    "GET_LOAD_POSITION, billing, pause, NONE",
    "GET_LOAD_POSITION, funds, topUp, NONE",
    "GET_LOAD_POSITION, unreadable, fail, 0.02",
    "GET_LOAD_POSITION, otherLoad, fail, UNKNOWN",
    "GET_LOAD_POSITION, gateway403, fail, UNKNOWN",
    "GET_LOAD_POSITION, 404, fail, NONE",
    "GET_LOAD_POSITION, 408, fail, UNKNOWN",
    "GET_LOAD_POSITION, 429, fail, UNKNOWN",
    "GET_LOAD_POSITION, 500, fail, UNKNOWN",
  })
  void everyAnswerHasItsNextStepAndItsCharge(
      Operation operation, String said, String step, String charge) {
    machine = paid(operation);
    send(operation == Operation.CREATE_LOAD ? Machines.CREATE : Machines.READ);

    Action<?> next = on(wire(said, operation));

    Class<?> expected =
        switch (step) {
          case "succeed" -> Action.Succeed.class;
          case "pause" -> Action.Pause.class;
          case "topUp" -> Action.AwaitTopUp.class;
          default -> Action.Fail.class;
        };
    assertThat(next).isInstanceOf(expected);
    assertThat(machine.total()).isEqualTo(charge(charge));
    if (next instanceof Action.Fail<?>)
      assertThat(failure(next).charge()).isEqualTo(charge(charge));
  }

  @ParameterizedTest(name = "{0}: {1} then {2} is {3}")
  @CsvSource({
    "CREATE_LOAD, billing, success, 0.65",
    "CREATE_LOAD, lost, success, 0.65",
    "CREATE_LOAD, lost, billing, UNKNOWN",
    "CREATE_LOAD, lost, neverSent, UNKNOWN",
    "CREATE_LOAD, lost, 400, UNKNOWN",
    "CREATE_LOAD, lost, lost, UNKNOWN",
    "CREATE_LOAD, unreadable, lost, 0.65",
    "CREATE_LOAD, unreadable, billing, 0.65",
    "CREATE_LOAD, unreadable, success, 0.65",
    "GET_LOAD_POSITION, billing, success, 0.02",
    "GET_LOAD_POSITION, lost, success, UNKNOWN",
    "GET_LOAD_POSITION, lost, billing, UNKNOWN",
    "GET_LOAD_POSITION, lost, 404, UNKNOWN",
    "GET_LOAD_POSITION, neverSent, success, 0.02",
  })
  void attemptsAddUp(Operation operation, String first, String second, String total) {
    BigDecimal price = operation == Operation.CREATE_LOAD ? Machines.CREATE : Machines.READ;
    RetryPolicy policy = RetryPolicy.builder().retryUnknownReads(true).build();
    machine = Machines.machine(operation, CallOptions.DEFAULT, policy);
    send(price);
    assertThat(on(wire(first, operation))).isInstanceOf(Action.Pause.class);
    sendAgain(price);
    on(wire(second, operation));
    assertThat(machine.total()).isEqualTo(charge(total));
  }

  @ParameterizedTest(name = "{0} at {1}: a lost answer leaves {2}")
  @CsvSource({
    "CREATE_LOAD,, UNKNOWN",
    "CREATE_LOAD, 0, NONE",
    "GET_LOAD_POSITION,, UNKNOWN",
    "GET_LOAD_POSITION, 0, NONE",
    "CONFIRM_DELIVERY,, NONE",
    "GET_BALANCE,, NONE",
    "TOP_UP_BY_CARD,, UNKNOWN",
  })
  void livePriceDecidesWhatCanCost(Operation operation, @Nullable BigDecimal price, String charge) {
    machine = paid(operation);
    Action<?> action = machine.start(now);
    if (action instanceof Action.AskPrice<?>) action = on(Machines.priced(price));
    if (action instanceof Action.Reserve<?>) action = on(Machines.reserved());
    assertThat(action).isInstanceOf(Action.Send.class);
    on(Machines.lost());
    assertThat(machine.total()).isEqualTo(charge(charge));
  }

  @ParameterizedTest
  @EnumSource(
      value = Operation.class,
      names = {"GET_BALANCE", "GET_PRICING", "GET_SERVICE_CATALOG", "UPDATE_LOAD_STATUS"})
  void whatIsFreeIsSentWithoutAskingForAPrice(Operation operation) {
    machine = paid(operation);
    assertThat(machine.start(now)).isEqualTo(new Action.Send<>(Machines.TIMEOUT));
  }

  @Test
  void attemptsEndWithThePolicy() {
    send(Machines.CREATE);
    for (int attempt = 1; attempt < 4; attempt++) {
      assertThat(on(Machines.billingUnavailable())).isInstanceOf(Action.Pause.class);
      sendAgain(Machines.CREATE);
    }
    FreightException failure = failure(on(Machines.billingUnavailable()));
    assertThat(failure.attempts()).isEqualTo(4);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  // --- the deadline ---

  @Test
  void theLastAttemptIsCutToWhatIsLeft() {
    machine.start(now);
    advance(Machines.DEADLINE.minusSeconds(3));
    on(Machines.priced(Machines.CREATE));
    assertThat(on(Machines.reserved())).isEqualTo(new Action.Send<>(Duration.ofSeconds(3)));
    assertThat(failure(lastOf(new Event.Broken(WireFailure.timedOut(false)))))
        .isInstanceOf(FreightTimeoutException.class)
        .hasMessageContaining("time left before the deadline");
  }

  /** Ends the attempt when nothing is left of the deadline. */
  private Action<?> lastOf(Event event) {
    advance(Duration.ofSeconds(3));
    return on(event);
  }

  @Test
  void nothingIsSentOnceTheDeadlineHasPassed() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    advance(Machines.DEADLINE);
    FreightException failure = failure(on(Machines.reserved()));
    assertThat(failure).isInstanceOf(FreightTimeoutException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.attempts()).isZero();
  }

  @Test
  void aDeadlineThatPassesInAPauseTellsTheLastFailure() {
    send(Machines.CREATE);
    on(Machines.lost());
    advance(Machines.DEADLINE);
    FreightException failure = failure(on(new Event.Waited()));
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void waitingInTheQueueCountsForTheDeadlineAndIsNoAttempt() {
    send(Machines.CREATE);
    advance(Machines.DEADLINE);
    FreightException failure = failure(on(new Event.TimeUp()));
    assertThat(failure).hasMessageContaining("maxConcurrentRequests");
    assertThat(failure.attempts()).isZero();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void aCallThatEndsInTheQueueHasMadeNoAttempt() {
    send(Machines.READ);
    FreightException cancelled = failure(on(new Event.Ended(new Event.End("closed"), true, true)));
    assertThat(cancelled.attempts()).isZero();

    machine = paid(Operation.GET_LOAD_POSITION);
    send(Machines.READ);
    FreightException late =
        failure(
            on(
                new Event.Ended(
                    new Event.End("the deadline has passed", Duration.ofSeconds(2)), true, true)));
    assertThat(late.attempts()).isZero();
    assertThat(late.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void theDeadlineOfAWaiterSaysWhatIsTrueThen() {
    send(Machines.READ);
    FreightException sent =
        failure(
            on(
                new Event.Ended(
                    new Event.End("the deadline has passed", Duration.ofSeconds(2)),
                    false,
                    false)));
    assertThat(sent).isInstanceOf(FreightTimeoutException.class);
    assertThat(sent.charge()).isEqualTo(Charge.UNKNOWN);

    machine = paid(Operation.GET_LOAD_POSITION);
    machine.start(now);
    FreightException unsent =
        failure(
            on(
                new Event.Ended(
                    new Event.End("the deadline has passed", Duration.ofSeconds(2)), true, false)));
    assertThat(unsent.charge()).isEqualTo(Charge.NONE);
    assertThat(unsent.attempts()).isZero();
  }

  // --- top-ups ---

  @Test
  void aTopUpExtendsTheDeadlineOfTheClient() {
    send(Machines.CREATE);
    assertThat(on(Machines.insufficientFunds(Machines.CREATE)))
        .isInstanceOf(Action.AwaitTopUp.class);
    advance(Duration.ofHours(1));
    assertThat(machine.topUpWait(Duration.ofHours(2), now)).isEqualTo(Duration.ofHours(2));
    assertThat(on(new Event.ToppedUp(true))).isInstanceOf(Action.AskPrice.class);
    assertThat(on(Machines.priced(Machines.CREATE))).isEqualTo(new Action.Send<>(Machines.TIMEOUT));
    assertThat(machine.left(now)).isEqualTo(Machines.DEADLINE);
  }

  @Test
  void aTopUpDoesNotExtendTheDeadlineOfTheCaller() {
    CallOptions options = CallOptions.builder().deadline(Duration.ofSeconds(20)).build();
    machine = Machines.machine(Operation.CREATE_LOAD, options, RetryPolicy.standard());
    send(Machines.CREATE);
    on(Machines.insufficientFunds(Machines.CREATE));
    assertThat(machine.topUpWait(Duration.ofHours(2), now)).isEqualTo(Duration.ofSeconds(20));
    advance(Duration.ofSeconds(20));
    FreightException failure = failure(on(new Event.ToppedUp(true)));
    assertThat(failure).isInstanceOf(InsufficientFundsException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void withoutATopUpTheRefusalIsTold() {
    send(Machines.CREATE);
    on(Machines.insufficientFunds(Machines.CREATE));
    assertThat(failure(on(new Event.ToppedUp(false))))
        .isInstanceOf(InsufficientFundsException.class);
  }

  // --- prices that change ---

  @Test
  void aPriceThatChangedIsReservedAgain() {
    send(Machines.CREATE);
    on(Machines.billingUnavailable());
    on(new Event.Waited());
    BigDecimal higher = new BigDecimal("0.70");
    assertThat(on(Machines.priced(higher))).isEqualTo(new Action.Reserve<>(higher));
    assertThat(on(Machines.reserved())).isInstanceOf(Action.Send.class);
    assertThat(on(Machines.success(Operation.CREATE_LOAD))).isInstanceOf(Action.Succeed.class);
    assertThat(machine.total()).isEqualTo(Charge.exact(higher));
  }

  @Test
  void maxPriceRefusesAPriceThatRoseBetweenAttempts() {
    CallOptions options = CallOptions.builder().maxPrice(new BigDecimal("0.66")).build();
    machine = Machines.machine(Operation.CREATE_LOAD, options, RetryPolicy.standard());
    send(Machines.CREATE);
    on(Machines.billingUnavailable());
    on(new Event.Waited());
    FreightException failure = failure(on(Machines.priced(new BigDecimal("5.00"))));
    assertThat(failure).isInstanceOf(PriceLimitExceededException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void aRefusalAfterALossSaysThatTheChargeIsOpen() {
    CallOptions options = CallOptions.builder().maxPrice(new BigDecimal("0.66")).build();
    machine = Machines.machine(Operation.CREATE_LOAD, options, RetryPolicy.standard());
    send(Machines.CREATE);
    on(Machines.lost());
    on(new Event.Waited());
    FreightException failure = failure(on(Machines.priced(new BigDecimal("5.00"))));
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.getSuppressed())
        .hasExactlyElementsOfTypes(PriceLimitExceededException.class);
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
    on(new Event.Waited());
    assertThat(on(Machines.priced(Machines.READ))).isEqualTo(new Action.Reserve<>(Machines.READ));
  }

  @Test
  void withoutAPriceALimitedCallIsNotSent() {
    machine =
        Machines.machine(
            Operation.CREATE_LOAD, CallOptions.DEFAULT, RetryPolicy.standard(), true, now);
    machine.start(now);
    FreightException failure =
        failure(on(new Event.Priced(null, new IllegalStateException("list away"), false)));
    assertThat(failure).isInstanceOf(PriceUnavailableException.class);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
  }

  @Test
  void withoutAPriceAnUnlimitedCallGoesOutAndCostsAnUnknownAmount() {
    machine.start(now);
    assertThat(on(new Event.Priced(null, null, false)))
        .isEqualTo(new Action.Reserve<>(BigDecimal.ZERO));
    assertThat(on(Machines.reserved())).isInstanceOf(Action.Send.class);
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void aPriceThatExpiresBetweenTwoAttemptsIsNotToldAsWhatTheSecondOneCost() {
    send(Machines.CREATE);
    on(Machines.billingUnavailable());
    on(new Event.Waited());
    // What was set aside for the first stays set aside for the second.
    assertThat(on(new Event.Priced(null, null, false))).isInstanceOf(Action.Send.class);
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.UNKNOWN);
  }

  // --- keys ---

  @Test
  void aKeyThatTheServiceMayHaveForgottenIsNotSentAgain() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    FreightException failure = failure(on(new Event.Decided(new SpendDecision.KeyTooOld())));
    assertThat(failure).isInstanceOf(IdempotencyKeyReusedException.class);
    assertThat(failure.attempts()).isZero();
  }

  @Test
  void aReplayOfWhatTheBooksKnowCostsNothingAndSettlesALoss() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved(Machines.CREATE, false, false));
    on(Machines.lost());
    on(new Event.Waited());
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved(Machines.CREATE, false, false));
    Action<?> end = on(Machines.success(Operation.CREATE_LOAD));
    assertThat(end).isInstanceOf(Action.Succeed.class);
    assertThat(machine.total()).isEqualTo(Charge.NONE);
  }

  @Test
  void whatAnotherCallOfTheKeyHasToldIsNotToldAgain() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved());
    on(Machines.answered(201, "{\"loadNumb"));
    on(new Event.Waited());
    on(Machines.priced(new BigDecimal("0.80")));
    on(Machines.reserved(Machines.CREATE, false, false));
    assertThat(machine.total()).isEqualTo(Charge.NONE);
    advance(Duration.ofHours(1));
    FreightException failure = failure(on(new Event.TimeUp()));
    assertThat(failure).isInstanceOf(FreightDecodingException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
  }

  @Test
  void aPriceThatChangedWhileTheCallStoodInLineIsReservedBeforeItIsSent() {
    send(Machines.CREATE);
    BigDecimal higher = new BigDecimal("0.80");
    assertThat(on(new Event.Repriced(higher))).isEqualTo(new Action.Reserve<>(higher));
    assertThat(on(Machines.reserved())).isInstanceOf(Action.Send.class);
    assertThat(machine.attempts()).isOne();
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.exact(higher));
  }

  @Test
  void aPriceThatRoseAboveMaxPriceWhileTheCallStoodInLineIsNotPaid() {
    CallOptions atMost = CallOptions.builder().maxPrice(Machines.CREATE).build();
    machine = Machines.machine(Operation.CREATE_LOAD, atMost, RetryPolicy.standard());
    send(Machines.CREATE);
    FreightException failure = failure(on(new Event.Repriced(new BigDecimal("0.80"))));
    assertThat(failure).isInstanceOf(PriceLimitExceededException.class);
    assertThat(failure.attempts()).isZero();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  /** The key may have been charged the price of before, by a call whose answer was lost. */
  @ParameterizedTest
  @CsvSource({"0.65, 0.65", "0.80, UNKNOWN"})
  void aPriceThatExpiredInLineIsToldOfAKeyOnlyIfItIsTheSameAfterwards(
      BigDecimal learned, String charge) {
    send(Machines.CREATE);
    machine.priceExpired();
    machine.learned(learned);
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(charge(charge));
  }

  @Test
  void aCallThatWasChargedSaysSoWhateverItsRepetitionsBring() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved());
    on(Machines.answered(201, "{\"loadNumb"));
    on(new Event.Waited());
    on(Machines.priced(new BigDecimal("0.80")));
    on(Machines.reserved(Machines.CREATE, true, false));
    on(Machines.neverSent());
    assertThat(machine.total()).isEqualTo(Charge.exact(Machines.CREATE));
    on(new Event.Waited());
    on(Machines.success(Operation.CREATE_LOAD));
    assertThat(machine.total()).isEqualTo(Charge.exact(Machines.CREATE));
  }

  @Test
  void aKeyThatAnotherCallMayHavePaidAtAnotherPriceCostsAnUnknownAmount() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved(null, false, true));
    assertThat(on(Machines.success(Operation.CREATE_LOAD))).isInstanceOf(Action.Succeed.class);
    assertThat(machine.total()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void aLoadThatIsPaidForIsFetchedWithItsKeyWhateverAGatewaySays() {
    machine.start(now);
    on(Machines.priced(Machines.CREATE));
    on(Machines.reserved());
    Action<?> next = on(Machines.answered(201, "{\"loadNumb"));
    while (next instanceof Action.Pause<?>) {
      on(new Event.Waited());
      on(Machines.priced(Machines.CREATE));
      next = on(Machines.answered(404, "<html>nothing here</html>"));
    }
    FreightException failure = failure(next);
    assertThat(failure.charge()).isEqualTo(Charge.exact(Machines.CREATE));
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
  }

  // --- strangers, cancels, code that throws ---

  @Test
  void aStrangersAnswerNamesTheUrlThatWasAsked() {
    machine = paid(Operation.GET_LOAD_POSITION);
    send(Machines.READ);
    FreightException failure = failure(on(Machines.answered(404, "<html>nothing here</html>")));
    assertThat(failure)
        .isInstanceOf(UnexpectedStatusException.class)
        .hasMessageContaining("api.example.com");
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @ParameterizedTest(name = "never sent {0}: {1}")
  @CsvSource({"true, NONE", "false, UNKNOWN"})
  void aCancelledCallSaysWhetherItMayHaveBeenSent(boolean neverSent, String charge) {
    send(Machines.READ);
    FreightException failure =
        failure(on(new Event.Ended(new Event.End("closed"), neverSent, false)));
    assertThat(failure).isInstanceOf(FreightCancelledException.class);
    assertThat(failure.charge()).isEqualTo(charge(charge));
  }

  @Test
  void codeThatThrowsAfterALossLeavesTheChargeOpen() {
    send(Machines.CREATE);
    on(Machines.lost());
    on(new Event.Waited());
    on(Machines.priced(Machines.CREATE));
    FreightException failure =
        failure(on(new Event.Threw("spend control", new NoClassDefFoundError("driver"))));
    assertThat(failure).isInstanceOf(UnexpectedFailureException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
  }

  /** A key supplier that asks another service of ours, say, fails with that call's charge. */
  @ParameterizedTest(name = "a loss before {0}: {1}")
  @CsvSource({"true, UNKNOWN", "false, NONE"})
  void theChargeOfAnotherCallIsNotToldAsThisOnes(boolean lostBefore, String charge) {
    send(Machines.CREATE);
    if (lostBefore) {
      on(Machines.lost());
      sendAgain(Machines.CREATE);
    }
    FreightException ofAnother =
        new FreightCancelledException(
            FailureFacts.builder(Operation.GET_LOAD_POSITION)
                .charge(lostBefore ? Charge.NONE : Charge.exact(Machines.READ))
                .build(),
            "another call");
    FreightException failure = failure(on(new Event.Unsent("the agent key supplier", ofAnother)));
    assertThat(failure.charge()).isEqualTo(charge(charge));
    assertThat(failure.operation()).isEqualTo(Operation.CREATE_LOAD);
    assertThat(failure).hasRootCause(ofAnother);
  }

  @Test
  void aRequestThatCouldNotBeMadeIsNoAttempt() {
    send(Machines.CREATE);
    FreightException failure =
        failure(on(new Event.Unsent("the agent key supplier", new Exception("vault"))));
    assertThat(failure.attempts()).isZero();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }
}
