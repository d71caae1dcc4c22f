package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.Loads;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a machine tells of its call: the next step, whether to repeat, prices, times, results. */
class CallMachineFactsTest extends MachineFixture {
  private static final CallOptions DEFAULT = CallOptions.DEFAULT;

  private static CallMachine<?> machine(Operation operation) {
    return Machines.machine(operation, DEFAULT, RetryPolicy.none());
  }

  /** To the moment when the request is out. */
  private void send(CallMachine<?> machine, BigDecimal price) {
    Next<?> next = machine.start(now);
    if (next instanceof Next.AskPrice<?>) next = Event.on(machine, Machines.priced(price), now);
    if (next instanceof Next.Reserve<?>) next = Event.on(machine, Machines.reserved(), now);
    assertThat(next).isInstanceOf(Next.Send.class);
  }

  private void sendAgain(CallMachine<?> machine, BigDecimal price) {
    Next<?> next = Event.on(machine, Event.waited(), now);
    if (next instanceof Next.AskPrice<?>) next = Event.on(machine, Machines.priced(price), now);
    if (next instanceof Next.Reserve<?>) next = Event.on(machine, Machines.reserved(), now);
    assertThat(next).isInstanceOf(Next.Send.class);
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE_LOAD, UNKNOWN, RETRY_WITH_SAME_KEY",
    "GET_LOAD_POSITION, UNKNOWN, NONE",
    "GET_BALANCE, NONE, NONE"
  })
  void anAnswerThatTheClientFailsToReadMayHaveBeenCharged(
      Operation operation, Charge.Kind charge, NextStep step) {
    CallMachine<?> machine =
        Machines.machine(
            operation,
            answer -> {
              throw new NoClassDefFoundError("com/example/Missing");
            });
    send(machine, price(operation));
    FreightException failure = failure(Event.on(machine, Machines.success(operation), now));

    assertThat(failure).isInstanceOf(UnexpectedFailureException.class);
    assertThat(failure.charge().kind()).isEqualTo(charge);
    assertThat(failure.nextStep()).isEqualTo(step);
    assertThat(machine.takeLast()).as("what is booked").isNotNull();
    assertThat(machine.total().kind()).isEqualTo(charge);
  }

  // --- what to do after an attempt ---

  @ParameterizedTest(name = "{0} answered by {1}: {2}, repeatable {3}")
  @CsvSource({
    "CREATE_LOAD, lost, RETRY_WITH_SAME_KEY, true",
    "CREATE_LOAD, neverSent, RETRY_LATER, true",
    "CREATE_LOAD, untrusted, FIX_SETUP, false",
    "CREATE_LOAD, foreign, RETRY_WITH_SAME_KEY, false",
    "CREATE_LOAD, foreignUnsent, NONE, false",
    "CREATE_LOAD, billing, RETRY_LATER, true",
    "CREATE_LOAD, unreadable, RETRY_WITH_SAME_KEY, true",
    "CREATE_LOAD, gateway403, FIX_SETUP, false",
    "CREATE_LOAD, 401, FIX_KEY, false",
    "CREATE_LOAD, 400, FIX_REQUEST, false",
    "CREATE_LOAD, cancelled, RETRY_WITH_SAME_KEY, true",
    "GET_LOAD_POSITION, lost, NONE, false",
    "GET_LOAD_POSITION, neverSent, RETRY_LATER, true",
    "GET_LOAD_POSITION, untrusted, FIX_SETUP, false",
    "GET_LOAD_POSITION, unreadable, NONE, false",
    "GET_LOAD_POSITION, gateway403, FIX_SETUP, false",
    "GET_LOAD_POSITION, 404, FIX_REQUEST, false",
    "GET_LOAD_POSITION, cancelled, NONE, false",
    "GET_BALANCE, lost, RETRY_LATER, true",
    "GET_BALANCE, cancelled, NONE, true",
  })
  void everyEndSaysWhatToDo(Operation operation, String said, NextStep step, boolean repeatable) {
    CallMachine<?> machine = machine(operation);
    send(machine, price(operation));
    FreightException failure = failure(Event.on(machine, wire(said, operation), now));
    assertThat(failure.nextStep()).isEqualTo(step);
    assertThat(failure.retryable()).isEqualTo(repeatable);
    assertThat(failure.attempts()).isEqualTo(1);
  }

  @ParameterizedTest(name = "a creation: {0}, then {1} is {2}")
  @CsvSource({
    "lost, untrusted, RETRY_WITH_SAME_KEY",
    "lost, foreignUnsent, RETRY_WITH_SAME_KEY",
    "lost, 401, FIX_KEY",
    "billing, untrusted, FIX_SETUP",
  })
  void aLoadThatMayBePaidForIsFetchedWithItsKey(String first, String second, NextStep step) {
    CallMachine<?> machine =
        Machines.machine(Operation.CREATE_LOAD, DEFAULT, RetryPolicy.standard());
    send(machine, Machines.CREATE);
    assertThat(Event.on(machine, wire(first, Operation.CREATE_LOAD), now))
        .isInstanceOf(Next.Pause.class);
    sendAgain(machine, Machines.CREATE);
    FreightException failure = failure(Event.on(machine, wire(second, Operation.CREATE_LOAD), now));
    assertThat(failure.nextStep()).isEqualTo(step);
    assertThat(failure.attempts()).isEqualTo(2);
  }

  @Test
  void aReadThatMayCostTwiceIsOfferedOnlyToWhoAgreed() {
    RetryPolicy agreed = RetryPolicy.builder().retryUnknownReads(true).maxAttempts(1).build();
    CallMachine<?> machine = Machines.machine(Operation.GET_LOAD_POSITION, DEFAULT, agreed);
    send(machine, Machines.READ);
    FreightException failure = failure(Event.on(machine, Machines.lost(), now));
    assertThat(failure.retryable()).isTrue();
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void onlyACallThatNamesALoadCanMissIt() {
    CallMachine<?> read = machine(Operation.GET_LOAD_POSITION);
    send(read, Machines.READ);
    assertThat(failure(Event.on(read, wire("404", Operation.GET_LOAD_POSITION), now)))
        .isInstanceOf(LoadNotFoundException.class);
    CallMachine<?> creation = machine(Operation.CREATE_LOAD);
    send(creation, Machines.CREATE);
    assertThat(failure(Event.on(creation, wire("404", Operation.CREATE_LOAD), now)))
        .isNotInstanceOf(LoadNotFoundException.class);
  }

  @Test
  void aRedirectIsNoSuccess() {
    CallMachine<?> machine = machine(Operation.GET_BALANCE);
    send(machine, BigDecimal.ZERO);
    assertThat(failure(Event.on(machine, Machines.answered(300, "{}"), now)))
        .isInstanceOf(UnexpectedStatusException.class);
  }

  @Test
  void whatAnInterceptorThrewIsTheCause() {
    CallMachine<?> machine = machine(Operation.GET_BALANCE);
    send(machine, BigDecimal.ZERO);
    assertThat(failure(Event.on(machine, wire("foreign", Operation.GET_BALANCE), now)))
        .hasRootCauseInstanceOf(IOException.class)
        .hasRootCauseMessage("cut");
  }

  // --- what ends a call before its request leaves ---

  @ParameterizedTest(name = "frees at {0}: {1}, repeatable {2}")
  @CsvSource({"2026-11-20T11:00:00Z, RETRY_LATER, true", ", RAISE_LIMIT, false"})
  void aLimitSaysWhetherTimeHelps(@Nullable Instant freesAt, NextStep step, boolean repeatable) {
    CallMachine<?> machine = machine(Operation.CREATE_LOAD);
    machine.start(now);
    Event.on(machine, Machines.priced(Machines.CREATE), now);
    FreightException failure =
        failure(Event.on(machine, Event.decided(Machines.limitReached(freesAt)), now));
    assertThat(failure.nextStep()).isEqualTo(step);
    assertThat(failure.retryable()).isEqualTo(repeatable);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @ParameterizedTest(name = "guard that may be back: {0}, after a loss: {1}")
  @CsvSource({
    "true, false, RETRY_LATER, true",
    "false, false, NONE, false",
    "true, true, RETRY_WITH_SAME_KEY, true",
  })
  void aGuardThatIsAwaySaysWhetherItMayBeBack(
      boolean passing, boolean lostBefore, NextStep step, boolean repeatable) {
    CallMachine<?> machine =
        Machines.machine(Operation.CREATE_LOAD, DEFAULT, RetryPolicy.standard());
    send(machine, Machines.CREATE);
    if (lostBefore) {
      Event.on(machine, Machines.lost(), now);
      sendAgain(machine, Machines.CREATE);
    }
    var away = new SpendGuard.UnavailableException("away", new IOException("gone"), passing);
    FreightException failure = failure(Event.on(machine, Event.threw("spend guard", away), now));
    assertThat(failure.nextStep()).isEqualTo(step);
    assertThat(failure.retryable()).isEqualTo(repeatable);
  }

  @Test
  void aPriceOfExactlyTheHighestOneIsPaid() {
    CallOptions options = CallOptions.builder().maxPrice(Machines.CREATE).build();
    CallMachine<?> machine =
        Machines.machine(Operation.CREATE_LOAD, options, RetryPolicy.standard());
    assertThat(machine.needsPrice()).isTrue();
    machine.start(now);
    assertThat(Event.on(machine, Machines.priced(Machines.CREATE), now))
        .isInstanceOf(Next.Reserve.class);
  }

  @Test
  void aPriceThatNobodyKnowsIsLaterRefusedAndLater() {
    CallMachine<?> limited =
        Machines.machine(Operation.CREATE_LOAD, DEFAULT, RetryPolicy.none(), true, now);
    limited.start(now);
    FreightException failure = failure(Event.on(limited, Machines.priced(null), now));
    assertThat(failure.retryable()).isTrue();

    CallMachine<?> tooOld = machine(Operation.CREATE_LOAD);
    tooOld.start(now);
    Event.on(tooOld, Machines.priced(Machines.CREATE), now);
    assertThat(
            failure(Event.on(tooOld, Event.decided(SpendGuard.KeyRefused.TOO_OLD), now))
                .retryable())
        .isFalse();
  }

  // --- prices ---

  @Test
  void whatIsFreeHasAPrice() {
    CallMachine<?> machine = machine(Operation.GET_BALANCE);
    send(machine, BigDecimal.ZERO);
    assertThat(machine.priceUsd()).isEqualByComparingTo("0");
    assertThat(machine.needsPrice()).isFalse();
  }

  @Test
  void aTopUpCostsWhatItTopsUp() {
    CallMachine<?> machine = machine(Operation.TOP_UP_BY_CARD);
    send(machine, BigDecimal.ZERO);
    assertThat(machine.priceUsd()).isEqualByComparingTo("50.00");
  }

  // --- times ---

  @Test
  void anAttemptThatFitsExactlyIsNotCalledShortened() {
    CallMachine<?> machine = machine(Operation.GET_BALANCE);
    now = Machines.DEADLINE.minus(Machines.TIMEOUT).toNanos();
    assertThat(machine.start(now)).isInstanceOf(Next.Send.class);
    assertThat(machine.sending(now)).isEqualTo(Machines.TIMEOUT);
    FreightException failure =
        failure(Event.on(machine, Event.came(WireFailure.timedOut(false)), now));
    assertThat(failure)
        .isInstanceOf(FreightTimeoutException.class)
        .hasMessageContaining("attempt timeout");
  }

  @Test
  void elapsedTimeRunsFromTheStart() {
    CallMachine<?> machine =
        Machines.machine(Operation.GET_BALANCE, DEFAULT, RetryPolicy.none(), false, 1_000);
    assertThat(machine.elapsed(1_700)).isEqualTo(Duration.ofNanos(700));
  }

  @Test
  void aTopUpIsWaitedForAsLongAsItsPolicyOrTheCallersDeadlineAllows() {
    Duration policys = Duration.ofMinutes(30);
    CallMachine<?> patient = machine(Operation.CREATE_LOAD);
    assertThat(patient.topUpWait(policys, now)).isEqualTo(policys);

    CallOptions options = CallOptions.builder().deadline(Duration.ofMinutes(1)).build();
    CallMachine<?> hurried = Machines.machine(Operation.CREATE_LOAD, options, RetryPolicy.none());
    assertThat(hurried.topUpWait(policys, now)).isEqualTo(Duration.ofMinutes(1));
    assertThat(hurried.topUpWait(Duration.ofSeconds(5), now)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void theDeadlineIsExtendedByTheWaitForATopUp() {
    CallMachine<?> machine = machine(Operation.CREATE_LOAD);
    now = Duration.ofSeconds(7).toNanos();
    send(machine, Machines.CREATE);
    assertThat(Event.on(machine, Machines.insufficientFunds(Machines.CREATE), now))
        .isInstanceOf(Next.AwaitTopUp.class);
    now += Duration.ofMinutes(10).toNanos();
    assertThat(Event.on(machine, Event.toppedUp(true), now)).isInstanceOf(Next.AskPrice.class);
    assertThat(machine.left(now)).isEqualTo(Machines.DEADLINE.minusSeconds(7));
  }

  @Test
  void aSharersDeadlineTellsTheLastFailureThereWas() {
    CallMachine<?> machine =
        Machines.machine(Operation.CREATE_LOAD, DEFAULT, RetryPolicy.standard());
    send(machine, Machines.CREATE);
    Event.on(machine, Machines.billingUnavailable(), now);
    FreightException last =
        failure(
            Event.on(
                machine,
                Event.ended(new Call.End("the deadline has passed", Duration.ofSeconds(1)), true),
                now));
    assertThat(last).isNotInstanceOf(FreightTimeoutException.class);
    assertThat(last.attempts()).isEqualTo(1);
  }

  // --- results ---

  @Test
  void aResultHasItsChargeItsAttemptsAndItsTime() {
    CallMachine<?> machine =
        Machines.machine(Operation.CREATE_LOAD, DEFAULT, RetryPolicy.none(), false, 1_000);
    now = 1_000;
    send(machine, Machines.CREATE);
    Outcome outcome = succeed(machine, null, 6_000);
    assertThat(outcome.load().charge()).isEqualTo(Charge.charged(Machines.CREATE));
    assertThat(outcome.load().replayed()).isFalse();
    assertThat(outcome.load().attempts()).isEqualTo(1);
    assertThat(outcome.elapsed()).isEqualTo(Duration.ofNanos(5_000));
    assertThat(machine.attempts()).isEqualTo(1);
  }

  @Test
  void aChargeThatAnotherCallHasToldIsAReplay() {
    CallMachine<?> machine = machine(Operation.CREATE_LOAD);
    send(machine, Machines.CREATE);
    Outcome outcome = succeed(machine, Machines.CREATE, 0);
    assertThat(outcome.load().charge()).isEqualTo(Charge.NONE);
    assertThat(outcome.load().replayed()).isTrue();
    assertThat(outcome.load().earlierCharge()).isEqualTo(Charge.charged(Machines.CREATE));
  }

  /** It names the load, so that it says the charge; the call goes on to its end. */
  private CallMachine<?> creationWithADamagedAnswer() {
    CallMachine<?> machine = machine(Operation.CREATE_LOAD);
    send(machine, Machines.CREATE);
    String damaged = "{\"loadNumber\":\"%s\",\"trackingLink\":!".formatted(Loads.NUMBER);
    Event.on(machine, Machines.answered(201, damaged), now);
    assertThat(machine.total()).isEqualTo(Charge.charged(Machines.CREATE));
    return machine;
  }

  @Test
  void aChargeOfAnEarlierAttemptStaysThatOfItsCallAfterANewReservation() {
    CallMachine<?> machine = creationWithADamagedAnswer();
    Event.on(machine, Event.waited(), now);
    Event.on(machine, Event.renewed(), now);
    Event.on(machine, Machines.priced(new BigDecimal("1.30")), now);
    Event.on(machine, Machines.reserved(Machines.CREATE), now);
    Outcome outcome = succeed(machine, null, 0);
    assertThat(outcome.load().charge()).isEqualTo(Charge.charged(Machines.CREATE));
    assertThat(outcome.load().replayed()).isFalse();
  }

  @Test
  void aKeyThatWasChargedBeforeNamesThatCharge() {
    CallMachine<?> machine = machine(Operation.CREATE_LOAD);
    machine.start(now);
    Event.on(machine, Machines.priced(Machines.CREATE), now);
    Event.on(machine, Machines.reserved(new BigDecimal("0.60")), now);
    Outcome outcome = succeed(machine, null, 0);
    assertThat(outcome.load().charge()).isEqualTo(Charge.NONE);
    assertThat(outcome.load().earlierCharge()).isEqualTo(Charge.charged(new BigDecimal("0.60")));
  }

  private record Outcome(CreateLoadOutcome.Created load, Duration elapsed) {}

  private <T> Outcome succeed(CallMachine<T> machine, @Nullable BigDecimal booked, long at) {
    Next<?> end = Event.on(machine, Machines.success(Operation.CREATE_LOAD), now);
    assertThat(end).isInstanceOf(Next.Succeed.class);
    @SuppressWarnings("unchecked") // The machine's own.
    var attempt = ((Next.Succeed<T>) end).attempt();
    assertThat(machine.takeLast()).isSameAs(attempt);
    assertThat(machine.takeLast()).isNull();
    var result =
        machine.result(attempt, booked == null ? null : Charge.charged(booked), Instant.EPOCH, at);
    return new Outcome((CreateLoadOutcome.Created) result.value(), result.elapsed());
  }
}
