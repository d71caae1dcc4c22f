package io.freightsdk.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults of a guard: the call ends, nothing is sent that the guard did not allow, and no paid
 * result is lost.
 */
class SpendGuardFaultsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final ScriptedService service = new ScriptedService();
  private final World world = service.world();
  private final TestGuard guard = TestGuard.unlimited();

  @AfterEach
  void stop() {
    service.close();
    guard.assertEachCompletedOnce();
  }

  private FreightClient.Builder builder(TestGuard guard) {
    return TestBuilders.withPrices(service.builder(), FixedPrices.usual())
        .callTimeout(DEADLINE)
        .spendGuard(guard);
  }

  private FreightException failureOfRead(CallStyle style) {
    return service.readFailure(builder(guard), style);
  }

  private void assertNothingSent(FreightException failure) {
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.attempts()).isZero();
    assertThat(world.network().sentRequests()).isZero();
    assertThat(guard.usedUsd()).isZero();
  }

  // --- a reservation is requested ---

  @ParameterizedTest
  @EnumSource
  void exceptionOfTheGuardRefusesTheCall(CallStyle style) {
    guard.decideWith(
        purchase -> {
          throw new StackOverflowError("thrown by a guard");
        });

    FreightException failure = failureOfRead(style);

    assertThat(failure)
        .isExactlyInstanceOf(FreightException.class)
        .hasMessageContaining("the spend guard")
        .hasCauseInstanceOf(StackOverflowError.class);
    // It may be well a little later, and nothing was sent.
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertNothingSent(failure);
    assertThat(guard.entries()).extracting(TestGuard.Entry::outcome).containsExactly(Outcome.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void nullDecisionRefusesTheCall(CallStyle style) {
    guard.decideWith(purchase -> null);

    FreightException failure = failureOfRead(style);

    assertThat(failure)
        .isExactlyInstanceOf(FreightException.class)
        .hasMessageContaining("the spend guard");
    assertThat(failure.getCause()).hasMessage("the spend guard returned null");
    assertNothingSent(failure);
  }

  /** The wait for a guard cannot be ended, and a late decision sends nothing. */
  @ParameterizedTest
  @EnumSource
  void reservationAfterTheDeadlineIsReleasedAndTheCallTimesOut(CallStyle style) {
    guard.hangInReserve();
    Duration late = DEADLINE.plusSeconds(5);
    world.after(late, guard::release);

    FreightException failure = failureOfRead(style);

    assertThat(failure).isInstanceOf(FreightTimeoutException.class).hasMessageContaining("guard");
    assertThat(world.now()).isEqualTo(World.START.plus(late));
    assertNothingSent(failure);
    assertThat(guard.entries()).extracting(TestGuard.Entry::outcome).containsExactly(Outcome.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void slowGuardUsesTheTimeOfTheCall(CallStyle style) {
    service.enqueue(ServiceResponses.success(Operation.CREATE_LOAD));
    guard.hangInReserve();
    world.after(DEADLINE.minusSeconds(1), guard::release);

    CreateLoadOutcome load =
        style.createLoad(service.client(builder(guard)), SampleLoads.twoStops());

    assertThat(load.charge()).hasToString("0.65 USD");
    assertThat(guard.purchases()).extracting(Purchase::remainingTime).containsExactly(DEADLINE);
  }

  // --- the outcome is reported ---

  static Stream<Arguments> faultyCompletions() {
    Function<Charge, Charge> throwing =
        charge -> {
          throw new IllegalStateException("disk full");
        };
    Function<Charge, Charge> noCharge = charge -> null;
    return Stream.of(throwing, noCharge)
        .flatMap(how -> Stream.of(CallStyle.values()).map(style -> Arguments.of(how, style)));
  }

  @ParameterizedTest(name = "{index}, {1}")
  @MethodSource("faultyCompletions")
  void failedCompletionDoesNotLoseThePaidResult(Function<Charge, Charge> reports, CallStyle style) {
    try (LogLines log = new LogLines()) {
      service.enqueue(ServiceResponses.success(Operation.CREATE_LOAD));
      guard.reportWith(reports);

      CreateLoadOutcome load =
          style.createLoad(service.client(builder(guard)), SampleLoads.twoStops());

      assertThat(load.loadNumber()).isEqualTo(SampleLoads.NUMBER);
      assertThat(load.charge()).hasToString("0.65 USD");
      assertThat(guard.chargedUsd()).isEqualByComparingTo("0.65");
      assertThat(log.warnings()).anyMatch(line -> line.contains("the spend guard"));
    }
  }

  /** A call returns after its guard has completed. */
  @ParameterizedTest
  @EnumSource
  void callWaitsForASlowCompletion(CallStyle style) {
    service.enqueue(ServiceResponses.success(Operation.CREATE_LOAD));
    guard.hangInComplete();
    Duration late = DEADLINE.plusSeconds(5);
    world.after(late, guard::release);

    CreateLoadOutcome load =
        style.createLoad(service.client(builder(guard)), SampleLoads.twoStops());

    assertThat(load.charge()).hasToString("0.65 USD");
    assertThat(world.now()).isEqualTo(World.START.plus(late));
  }

  /** A database driver fails on an interrupted thread. */
  @Test
  void interruptIsDeferredUntilTheGuardHasCompleted() {
    List<Boolean> interrupted = new ArrayList<>();
    guard.onCompleted(entry -> interrupted.add(Thread.currentThread().isInterrupted()));
    service.enqueue(ServiceResponses.success(Operation.CREATE_LOAD));
    FreightClient client =
        service.client(
            builder(guard)
                .listener(
                    event -> {
                      boolean isAttemptEnded = event instanceof CallEvent.AttemptEnded;
                      if (isAttemptEnded) Thread.currentThread().interrupt();
                    }));

    CreateLoadOutcome load = client.createLoad(SampleLoads.twoStops());

    assertThat(Thread.interrupted()).isTrue();
    assertThat(load.charge()).hasToString("0.65 USD");
    assertThat(interrupted).containsExactly(false);
  }

  // --- a repeat ---

  /** A retried read needs its price a second time, and the limit has too little left. */
  @ParameterizedTest
  @EnumSource
  void limitCanPreventARetry(CallStyle style) {
    service.enqueue(lostRead());
    TestGuard limited = TestGuard.of("0.02");

    FreightException failure =
        service.readFailure(builder(limited).retryPolicy(retryingReads()), style);

    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.getSuppressed()[0]).isInstanceOf(SpendLimitExceededException.class);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(service.requestCount()).isEqualTo(1);
    assertThat(limited.unknownUsd()).isEqualByComparingTo("0.02");
    limited.assertEachCompletedOnce();
  }

  @ParameterizedTest
  @EnumSource
  void lostAttemptIsReportedIfTheGuardFailsBeforeTheRetry(CallStyle style) {
    service.enqueue(lostRead());
    FreightClient.Builder failingLater =
        builder(guard)
            .retryPolicy(retryingReads())
            .listener(
                event -> {
                  if (event instanceof CallEvent.AttemptEnded) {
                    guard.failWith(new IllegalStateException("no connection"));
                  }
                });
    FreightClient client = service.client(failingLater);

    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));

    assertThat(failure).isExactlyInstanceOf(FreightException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(guard.unknownUsd()).isEqualByComparingTo("0.02");
  }

  private static MockResponse.Builder lostRead() {
    return ServiceResponses.success(Operation.GET_LOAD_POSITION)
        .onResponseStart(new SocketEffect.CloseSocket());
  }

  private static RetryPolicy retryingReads() {
    return RetryPolicy.builder().retryUnknownReads(true).build();
  }
}
