package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.error.UnexpectedStatusException;
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
class CallMachineTest extends MachineFixture {
  // --- the retry table, and what each row costs ---

  /** The caller may repeat it with its key; by itself the client does not, as the table says. */
  @Test
  void anAnswerThatTheClientItselfFailsToReadIsNotRepeated() {
    machine =
        Machines.machine(
            Operation.CREATE_LOAD,
            answer -> {
              throw new OutOfMemoryError("planted");
            });
    send(price(Operation.CREATE_LOAD));
    FreightException failure = failure(on(Machines.answered(201, "{}")));
    assertThat(failure).isInstanceOf(UnexpectedFailureException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.retryable()).isTrue();
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
  }

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
    "CREATE_LOAD, gateway403, fail, UNKNOWN",
    "CREATE_LOAD, gateway307, fail, UNKNOWN",
    "CREATE_LOAD, 400, fail, NONE",
    "CREATE_LOAD, 401, fail, NONE",
    "CREATE_LOAD, 404, fail, NONE",
    "CREATE_LOAD, 408, pause, UNKNOWN",
    "CREATE_LOAD, 425, pause, UNKNOWN",
    "CREATE_LOAD, 429, pause, NONE",
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
    "GET_LOAD_POSITION, 429, pause, NONE",
    "GET_LOAD_POSITION, 500, fail, UNKNOWN",
  })
  void everyAnswerHasItsNextStepAndItsCharge(
      Operation operation, String said, String step, String charge) {
    machine = paid(operation);
    send(price(operation));

    Next<?> next = on(wire(said, operation));

    Class<?> expected =
        switch (step) {
          case "succeed" -> Next.Succeed.class;
          case "pause" -> Next.Pause.class;
          case "topUp" -> Next.AwaitTopUp.class;
          default -> Next.Fail.class;
        };
    assertThat(next).isInstanceOf(expected);
    assertThat(machine.total()).isEqualTo(charge(charge));
    if (next instanceof Next.Fail<?>) assertThat(failure(next).charge()).isEqualTo(charge(charge));
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
    BigDecimal price = price(operation);
    RetryPolicy policy = RetryPolicy.builder().retryUnknownReads(true).build();
    machine = Machines.machine(operation, CallOptions.DEFAULT, policy);
    send(price);
    assertThat(on(wire(first, operation))).isInstanceOf(Next.Pause.class);
    sendAgain(price);
    on(wire(second, operation));
    assertThat(machine.total()).isEqualTo(charge(total));
  }

  @ParameterizedTest(name = "{0} at {1}: a lost answer leaves {2}")
  @CsvSource({
    "CREATE_LOAD,, UNKNOWN",
    "CREATE_LOAD, 0, UNKNOWN",
    "GET_LOAD_POSITION,, UNKNOWN",
    "GET_LOAD_POSITION, 0, UNKNOWN",
    "CONFIRM_DELIVERY,, NONE",
    "CONFIRM_DELIVERY, 0, NONE",
    "CONFIRM_DELIVERY, 0.05, UNKNOWN",
    "GET_BALANCE,, NONE",
    "TOP_UP_BY_CARD,, UNKNOWN",
  })
  void onlyOfAConfirmationDoesThePriceSayWhetherALostAnswerMayHaveCost(
      Operation operation, @Nullable BigDecimal price, String charge) {
    machine = paid(operation);
    Next<?> action = machine.start(now);
    if (action instanceof Next.AskPrice<?>) action = on(Machines.priced(price));
    if (action instanceof Next.Reserve<?>) action = on(Machines.reserved());
    assertThat(action).isInstanceOf(Next.Send.class);
    on(Machines.lost());
    assertThat(machine.total()).isEqualTo(charge(charge));
  }

  @ParameterizedTest
  @EnumSource(
      value = Operation.class,
      names = {"GET_BALANCE", "GET_PRICING", "GET_SERVICE_CATALOG", "UPDATE_LOAD_STATUS"})
  void whatIsFreeIsSentWithoutAskingForAPrice(Operation operation) {
    machine = paid(operation);
    assertThat(machine.start(now)).isInstanceOf(Next.Send.class);
    assertThat(machine.sending(now)).isEqualTo(Machines.TIMEOUT);
  }

  @Test
  void attemptsEndWithThePolicy() {
    send(Machines.CREATE);
    for (int attempt = 1; attempt < 4; attempt++) {
      assertThat(on(Machines.billingUnavailable())).isInstanceOf(Next.Pause.class);
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
    assertThat(on(Machines.reserved())).isInstanceOf(Next.Send.class);
    assertThat(machine.sending(now)).isEqualTo(Duration.ofSeconds(3));
    assertThat(failure(lastOf(Event.came(WireFailure.timedOut(false)))))
        .isInstanceOf(FreightTimeoutException.class)
        .hasMessageContaining("time left before the deadline");
  }

  /** Ends the attempt when nothing is left of the deadline. */
  private Next<?> lastOf(Event event) {
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
  void nothingIsReservedOnceTheDeadlineHasPassed() {
    machine.start(now);
    advance(Machines.DEADLINE);
    assertThat(failure(on(Machines.priced(Machines.CREATE))))
        .isInstanceOf(FreightTimeoutException.class);
  }

  @Test
  void aDeadlineThatPassesInAPauseTellsTheLastFailure() {
    send(Machines.CREATE);
    on(Machines.lost());
    advance(Machines.DEADLINE);
    FreightException failure = failure(on(Event.waited()));
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void waitingInTheQueueCountsForTheDeadlineAndIsNoAttempt() {
    send(Machines.CREATE);
    advance(Machines.DEADLINE);
    FreightException failure = failure(on(Event.timeUp()));
    assertThat(failure).hasMessageContaining("maxConcurrentRequests");
    assertThat(failure.attempts()).isZero();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void aCallThatEndsInTheQueueHasMadeNoAttempt() {
    send(Machines.READ);
    FreightException cancelled = failure(on(Event.ended(new Call.End("closed"), true)));
    assertThat(cancelled.attempts()).isZero();

    machine = paid(Operation.GET_LOAD_POSITION);
    send(Machines.READ);
    FreightException late =
        failure(
            on(Event.ended(new Call.End("the deadline has passed", Duration.ofSeconds(2)), true)));
    assertThat(late.attempts()).isZero();
    assertThat(late.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void theDeadlineOfAWaiterSaysWhatIsTrueThen() {
    send(Machines.READ);
    FreightException sent =
        failure(
            on(Event.ended(new Call.End("the deadline has passed", Duration.ofSeconds(2)), false)));
    assertThat(sent).isInstanceOf(FreightTimeoutException.class);
    assertThat(sent.charge()).isEqualTo(Charge.UNKNOWN);

    machine = paid(Operation.GET_LOAD_POSITION);
    machine.start(now);
    FreightException unsent =
        failure(
            on(Event.ended(new Call.End("the deadline has passed", Duration.ofSeconds(2)), true)));
    assertThat(unsent.charge()).isEqualTo(Charge.NONE);
    assertThat(unsent.attempts()).isZero();
  }

  // --- top-ups ---

  @Test
  void aTopUpExtendsTheDeadlineOfTheClient() {
    send(Machines.CREATE);
    assertThat(on(Machines.insufficientFunds(Machines.CREATE))).isInstanceOf(Next.AwaitTopUp.class);
    advance(Duration.ofHours(1));
    assertThat(machine.topUpWait(Duration.ofHours(2), now)).isEqualTo(Duration.ofHours(2));
    assertThat(on(Event.toppedUp(true))).isInstanceOf(Next.AskPrice.class);
    assertThat(on(Machines.priced(Machines.CREATE))).isInstanceOf(Next.Reserve.class);
    assertThat(on(Machines.reserved())).isInstanceOf(Next.Send.class);
    assertThat(machine.sending(now)).isEqualTo(Machines.TIMEOUT);
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
    FreightException failure = failure(on(Event.toppedUp(true)));
    assertThat(failure).isInstanceOf(InsufficientFundsException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void withoutATopUpTheRefusalIsTold() {
    send(Machines.CREATE);
    on(Machines.insufficientFunds(Machines.CREATE));
    assertThat(failure(on(Event.toppedUp(false)))).isInstanceOf(InsufficientFundsException.class);
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
    FreightException failure = failure(on(Event.ended(new Call.End("closed"), neverSent)));
    assertThat(failure).isInstanceOf(FreightCancelledException.class);
    assertThat(failure.charge()).isEqualTo(charge(charge));
  }

  @Test
  void codeThatThrowsAfterALossLeavesTheChargeOpen() {
    send(Machines.CREATE);
    on(Machines.lost());
    on(Event.waited());
    on(Event.renewed());
    on(Machines.priced(Machines.CREATE));
    FreightException failure =
        failure(on(Event.threw("the spend guard", new NoClassDefFoundError("driver"))));
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
                .charge(lostBefore ? Charge.NONE : Charge.charged(Machines.READ))
                .build(),
            "another call");
    FreightException failure = failure(on(Event.threw("the agent key supplier", ofAnother)));
    assertThat(failure.charge()).isEqualTo(charge(charge));
    assertThat(failure.operation()).isEqualTo(Operation.CREATE_LOAD);
    assertThat(failure).hasRootCause(ofAnother);
  }

  @Test
  void aRequestThatCouldNotBeMadeIsNoAttempt() {
    send(Machines.CREATE);
    FreightException failure =
        failure(on(Event.threw("the agent key supplier", new Exception("vault"))));
    assertThat(failure.attempts()).isZero();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void aTopUpThatTheServiceRefusesWaitsForNoTopUp() {
    machine = paid(Operation.TOP_UP_BY_CARD);
    machine.start(now);
    FreightException failure = failure(on(Machines.insufficientFunds(new BigDecimal("50.00"))));
    assertThat(failure).isInstanceOf(InsufficientFundsException.class);
    assertThat(failure.attempts()).isOne();
  }
}
