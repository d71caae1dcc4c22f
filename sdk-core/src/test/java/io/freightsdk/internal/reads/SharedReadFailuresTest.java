package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FailedCall;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Some failures of a shared read fail all its callers, others only the first. */
class SharedReadFailuresTest extends SharedReadsFixture {
  @ParameterizedTest
  @EnumSource
  void aFailureIsSharedWithWaitingCallersOnly(CallStyle style) {
    FreightClient client = service.client(pricedBuilder().retryPolicy(RetryPolicy.none()));
    var first = startRead(style, client, shared());
    var second = startRead(style, client, shared());
    service.enqueue(ServiceResponses.billingUnavailable());

    assertThat(failureOf(first)).isInstanceOf(BillingUnavailableException.class);
    assertThat(failureOf(second)).isInstanceOf(BillingUnavailableException.class);
    var third = startRead(style, client, shared());
    respond();
    assertThat(chargeOf(third)).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyBalanceFailsAllWaitingCallers(CallStyle style) {
    FreightClient client = pricedClient();
    var first = startRead(style, client, shared());
    var second = startRead(style, client, shared());
    service.enqueue(ServiceResponses.insufficientFunds());

    for (var read : List.of(first, second)) {
      assertThat(failureOf(read)).isInstanceOf(InsufficientFundsException.class);
      assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(failureOf(second).attempts()).isZero();
    assertThat(service.requestCount()).isOne();
  }

  /** After an error status, an unreadable response, a broken connection and a time limit. */
  @ParameterizedTest
  @EnumSource
  void aWaitingCallerIsNotCharged(CallStyle style) {
    FreightClient client = service.client();
    List<Runnable> failures =
        List.of(
            () -> service.enqueue(ServiceResponses.error(500)),
            () -> service.enqueue(ServiceResponses.json(200, "{\"loadNumber\":\"LD-2026-0001\"}")),
            () ->
                service.enqueue(
                    ServiceResponses.success(Operation.GET_LOAD_POSITION)
                        .onResponseStart(new SocketEffect.CloseSocket())),
            () -> world.advance(Duration.ofMinutes(3)));
    for (Runnable failure : failures) {
      var first = startRead(style, client, shared());
      var second = startRead(style, client, shared());
      failure.run();

      FreightException otherFailure = failureOf(first);
      FreightException mine = failureOf(second);
      assertThat(otherFailure.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(mine).hasSameClassAs(otherFailure);
      assertThat(mine.charge()).isEqualTo(Charge.NONE);
      assertThat(mine.attempts()).isZero();
      assertThat(mine)
          .hasMessageContaining("nothing was charged")
          .hasMessageNotContaining("may have been charged")
          .hasMessageNotContaining("the request was sent");
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheCallerThatReadIsChargedForAStalePosition(CallStyle style) {
    FreightClient client = withKnownPosition(pricedClient());
    var first = startRead(style, client, shared().staleIfError(HOUR));
    var second = startRead(style, client, shared().staleIfError(HOUR));
    var strict = startRead(style, client, shared());
    service.enqueue(ServiceResponses.error(500));

    assertThat(chargeOf(first)).isEqualTo(Charge.UNKNOWN);
    assertThat(chargeOf(second)).isEqualTo(Charge.NONE);
    assertThat(failureOf(strict).charge()).isEqualTo(Charge.NONE);
    var later = startRead(style, client, shared().staleIfError(HOUR));
    assertThat(chargeOf(later)).isEqualTo(Charge.NONE);
    assertThat(CallStyle.join(later).readAt()).isEqualTo(World.START);
    assertThat(service.requestCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void aCallerWithoutStaleIfErrorReadsAfterAFailedRead(CallStyle style) {
    FreightClient client = withKnownPosition(pricedClient());
    var stale = startRead(style, client, shared().staleIfError(HOUR));
    service.enqueue(ServiceResponses.error(500));
    assertThat(chargeOf(stale)).isEqualTo(Charge.UNKNOWN);

    assertThat(chargeAfterResponse(startRead(style, client, shared()))).isEqualTo(PRICE);
  }

  /** The age counts from the failure, and each caller has its own {@code maxAge}. */
  @ParameterizedTest
  @EnumSource
  void theNextCallersMaxAgeLimitsHowLongAFailureCounts(CallStyle style) {
    FreightClient client = withKnownPosition(pricedClient());
    var failed = startRead(style, client, shared().staleIfError(HOUR));
    service.enqueue(ServiceResponses.error(500));
    assertThat(chargeOf(failed)).isEqualTo(Charge.UNKNOWN);
    world.advance(HURRY);

    var patient = startRead(style, client, shared().staleIfError(HOUR));
    assertThat(chargeOf(patient)).isEqualTo(Charge.NONE);
    var eager = startRead(style, client, shared().maxAge(HURRY).staleIfError(HOUR));
    assertThat(chargeAfterResponse(eager)).isEqualTo(PRICE);
  }

  /** Its limit, its {@code maxPrice}, and its deadline before anything was sent. */
  @ParameterizedTest
  @EnumSource
  void aRefusalByOneCallersOptionsIsNotRemembered(CallStyle style) {
    TestGuard guard = TestGuard.unlimited();
    FreightClient client =
        withKnownPosition(
            service.client(
                pricedBuilder().spendGuard(new ScriptedGuard(new ArrayList<>(), guard))));
    var poor = startRead(style, client, shared().staleIfError(HOUR).scope(() -> "poor"));
    assertThat(chargeOf(poor)).isEqualTo(Charge.NONE);
    var cheap = startRead(style, client, shared().staleIfError(HOUR).maxPrice("0.01"));
    assertThat(chargeOf(cheap)).isEqualTo(Charge.NONE);
    guard.hangInReserve();
    var hurried = startRead(style, client, shared().staleIfError(HOUR).deadline(HURRY));
    world.advance(HURRY);
    guard.release();
    assertThat(chargeOf(hurried)).isEqualTo(Charge.NONE);

    for (var stale : List.of(poor, cheap, hurried)) {
      assertThat(CallStyle.join(stale).readAt()).isEqualTo(World.START);
    }
    guard.decideNormally();
    assertThat(chargeAfterResponse(startRead(style, client, shared().staleIfError(HOUR))))
        .isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void aFailedConnectionIsRememberedForLaterCallers(CallStyle style) {
    FreightClient client =
        withKnownPosition(service.client(pricedBuilder().retryPolicy(RetryPolicy.none())));
    service.failConnections(1);
    for (int views = 0; views < 30; views++) {
      var view = startRead(style, client, shared().staleIfError(HOUR));
      assertThat(chargeOf(view)).isEqualTo(Charge.NONE);
      assertThat(CallStyle.join(view).readAt()).isEqualTo(World.START);
    }

    assertThat(service.requestCount()).isOne();
  }

  /** The time limit is the client's, so it would end the reads of the others, too. */
  @ParameterizedTest
  @EnumSource
  void waitingCallersDoNotReadAfterATimeoutOfTheClient(CallStyle style) {
    TestGuard guard = TestGuard.unlimited();
    FreightClient client =
        withKnownPosition(service.client(pricedBuilder().spendGuard(guard).callTimeout(MINUTE)));
    guard.hangInReserve();
    var first = startRead(style, client, shared().staleIfError(HOUR));
    world.advance(Duration.ofSeconds(30));
    var second = startRead(style, client, shared().staleIfError(HOUR));
    world.advance(Duration.ofSeconds(30));
    guard.release();

    for (var view : List.of(first, second)) {
      assertThat(chargeOf(view)).isEqualTo(Charge.NONE);
      assertThat(CallStyle.join(view).readAt()).isEqualTo(World.START);
    }
    assertThat(guard.purchases()).as("the known position and the first caller").hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledReadReturnsNoStalePositionAndIsNotRemembered(CallStyle style) {
    FreightClient client = withKnownPosition(pricedClient());
    var leaves = startRead(style, client, shared().staleIfError(HOUR));
    var waits = startRead(style, client, shared().staleIfError(HOUR));
    cancelCall(leaves);

    assertThat(leaves).isCompletedExceptionally();
    assertThat(waits).isNotDone();
    respondTo(2);
    assertThat(chargeOf(waits)).isEqualTo(PRICE);
  }

  static Stream<Arguments> permanentErrors() {
    List<MockResponse.Builder> errors =
        List.of(
            ServiceResponses.json(400, "{\"error\":\"Invalid load number\"}"),
            ServiceResponses.json(401, "{\"error\":\"Unauthorized\"}"),
            ServiceResponses.json(403, "{\"error\":\"Forbidden\"}"),
            ServiceResponses.json(404, "{\"error\":\"Load not found\"}"),
            ServiceResponses.json(404, "{\"error\":\"No such path\"}"));
    return Stream.of(CallStyle.values())
        .flatMap(style -> errors.stream().map(error -> Arguments.of(style, error)));
  }

  @ParameterizedTest
  @MethodSource("permanentErrors")
  void anErrorThatARepeatCannotFixIsThrownAndNotRemembered(
      CallStyle style, MockResponse.Builder error) {
    FreightClient client = withKnownPosition(pricedClient());
    for (int views = 0; views < 2; views++) {
      var read = startRead(style, client, shared().staleIfError(HOUR));
      service.enqueue(error);
      assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(service.requestCount()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void aFaultOfTheApplicationsKeySupplierIsThrown(CallStyle style) {
    AtomicBoolean isBroken = new AtomicBoolean();
    FreightClient client =
        withKnownPosition(
            service.client(
                pricedBuilder()
                    .agentKey(
                        () -> {
                          if (isBroken.get()) throw new IllegalStateException("no key");
                          return ScriptedService.KEY;
                        })));
    isBroken.set(true);

    var read = startRead(style, client, shared().staleIfError(HOUR));
    assertThat(failureOf(read)).hasRootCauseMessage("no key");
  }

  @Test
  void onlyALedgersFaultAllowsAStalePosition() {
    assertThat(SharedFailures.allowsStale(thrownBy("an interceptor", NextStep.NONE))).isFalse();
    assertThat(SharedFailures.allowsStale(thrownBy("the spend guard", NextStep.RETRY_LATER)))
        .isTrue();
  }

  private static FreightException thrownBy(String thrower, NextStep nextStep) {
    FailedCall read = FailedCall.of(Operation.GET_LOAD_POSITION).withNextStep(nextStep);
    return new FreightException(read, thrower, new IllegalStateException("x"));
  }

  /** A position that was read at the start and is a minute old. */
  private FreightClient withKnownPosition(FreightClient client) {
    assertThat(chargeAfterResponse(startRead(CallStyle.FUTURE, client, shared()))).isEqualTo(PRICE);
    world.advance(MINUTE);
    return client;
  }

  @ParameterizedTest
  @EnumSource
  void theFirstCallersMaxPriceDoesNotRefuseOthers(CallStyle style) {
    FreightClient client = clientWithLatePrices();
    var first = startRead(style, client, shared().maxPrice("0.01"));
    var second = startRead(style, client, shared());
    var third = startRead(style, client, shared());
    service.enqueue(ServiceResponses.success(Operation.GET_PRICING));

    assertThat(failureOf(first)).isInstanceOf(PriceLimitExceededException.class);
    respond();
    assertThat(chargeOf(second)).isEqualTo(PRICE);
    assertThat(chargeOf(third)).isEqualTo(Charge.NONE);
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownPriceFailsOnlyTheCallerThatNeedsIt(CallStyle style) {
    service.alwaysRespond(Operation.GET_PRICING, ServiceResponses.error(503));
    FreightClient client = clientWithLatePrices();
    var first = startRead(style, client, shared().maxPrice("0.05"));
    var second = startRead(style, client, shared());
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isZero();

    assertThat(failureOf(first)).isInstanceOf(PriceUnavailableException.class);
    world.advance(Duration.ofSeconds(1));
    respond();
    assertThat(chargeOf(second)).isEqualTo(Charge.UNKNOWN);
  }

  /** Its price list has no response yet, so the first call that needs a price waits. */
  private FreightClient clientWithLatePrices() {
    return service.client(service.builderWithPrices());
  }

  @ParameterizedTest
  @EnumSource
  void theFirstCallersLimitDoesNotDecideForOthers(CallStyle style) {
    TestGuard guard = TestGuard.of("0.00");
    FreightClient client = service.client(pricedBuilder().spendGuard(guard));
    guard.hangInReserve();
    var first = startRead(style, client, shared());
    var second = startRead(style, client, shared());
    guard.release();
    world.settle();

    assertThat(failureOf(first)).isInstanceOf(SpendLimitExceededException.class);
    assertThat(failureOf(second)).isInstanceOf(SpendLimitExceededException.class);
    assertThat(guard.purchases()).as("each caller sent its own request").hasSize(2);
    assertThat(service.requestCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aTimeoutBeforeSendingEndsOnlyTheFirstCaller(CallStyle style) {
    TestGuard guard = TestGuard.unlimited();
    guard.hangInReserve();
    FreightClient client = service.client(pricedBuilder().spendGuard(guard).callTimeout(MINUTE));
    var first = startRead(style, client, shared());
    world.advance(Duration.ofSeconds(30));
    var second = startRead(style, client, shared());
    world.advance(Duration.ofSeconds(30));
    guard.release();

    assertThat(failureOf(first)).isInstanceOf(FreightTimeoutException.class);
    respond();
    assertThat(chargeOf(second)).isEqualTo(PRICE);
  }

  /** The first caller waits for a connection until its deadline, and so does its twin. */
  @ParameterizedTest
  @EnumSource
  void theFirstCallersDeadlineEndsNoOtherCall(CallStyle style) {
    FreightClient client =
        service.client(
            pricedBuilder()
                .callTimeout(MINUTE)
                .attemptTimeout(MINUTE.multipliedBy(9))
                .maxConcurrentRequests(1));
    var out =
        startRead(
            CallStyle.FUTURE, client, "LD-2026-0009", shared().deadline(MINUTE.multipliedBy(9)));
    var first = startRead(style, client, shared());
    var twin = startRead(style, client, shared());
    var patient = startRead(style, client, shared().deadline(MINUTE.multipliedBy(5)));
    world.advance(MINUTE.minusSeconds(1));
    var last = startRead(style, client, shared());
    world.advance(Duration.ofSeconds(1));

    for (var over : List.of(first, twin)) {
      assertThat(failureOf(over)).isInstanceOf(FreightTimeoutException.class);
      assertThat(failureOf(over)).hasMessageContaining("within 1 min");
      assertThat(failureOf(over).nextStep()).isEqualTo(NextStep.RETRY_LATER);
    }
    assertThat(last).isNotDone();
    service.enqueue(position("LD-2026-0009"), position(SampleLoads.NUMBER));
    world.settle();
    assertThat(chargeOf(out)).isEqualTo(PRICE);
    assertThat(chargeOf(patient)).isEqualTo(PRICE);
    assertThat(chargeOf(last)).isEqualTo(Charge.NONE);
  }

  /** Another caller arrives after the first is cancelled, and before the oldest one reads. */
  @ParameterizedTest
  @EnumSource
  void theOldestWaitingCallerReadsNextWithinItsDeadline(CallStyle style) {
    List<Runnable> asNextCallBegins = new ArrayList<>();
    TestGuard unlimited = TestGuard.unlimited();
    FreightClient client =
        service.client(
            pricedBuilder()
                .callTimeout(MINUTE)
                .attemptTimeout(MINUTE)
                .spendGuard(new ScriptedGuard(asNextCallBegins, unlimited)));
    var leaves = startRead(style, client, shared().deadline(MINUTE.multipliedBy(5)));
    startRead(style, client, shared().scope(() -> "poor"));
    var old = startRead(style, client, shared());
    Instant[] ended = endTime(old);
    world.advance(Duration.ofSeconds(55));
    asNextCallBegins.add(
        () -> client.async().getLoadPosition(SampleLoads.NUMBER, shared().build()));
    cancelCall(leaves);
    world.advance(MINUTE);

    assertThat(service.requestCount()).isEqualTo(2);
    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE));
    assertThat(failureOf(old).charge()).as("the older one pays").isEqualTo(Charge.UNKNOWN);
  }

  /** Runs the next task of a test before it decides, and refuses purchases with a scope. */
  private record ScriptedGuard(List<Runnable> tasks, TestGuard guard) implements SpendGuard {
    @Override
    public Decision reserve(Purchase purchase) {
      if (!tasks.isEmpty()) tasks.remove(0).run();
      if (purchase.scope() == null) return guard.reserve(purchase);
      return new LimitExceeded("0.01 USD in all", new BigDecimal("0.02"), BigDecimal.ZERO, null);
    }

    @Override
    public Charge complete(Purchase purchase, Outcome outcome) {
      return guard.complete(purchase, outcome);
    }
  }

  @Test
  void eachOfManyCallersIsRefusedSeparately() {
    TestGuard guard = TestGuard.of("0.00");
    FreightClient client = service.client(pricedBuilder().spendGuard(guard));
    guard.hangInReserve();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    CallOptions options = shared().build();
    for (int i = 0; i < 200; i++) {
      reads.add(client.async().getLoadPosition(SampleLoads.NUMBER, options));
    }
    world.settle();
    guard.release();
    world.settle();

    assertThat(reads).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(guard.purchases()).hasSize(200);
  }

  @ParameterizedTest
  @EnumSource
  void aSaturatedClientReturnsTheLastKnownPosition(CallStyle style) {
    FreightClient client = withKnownPosition(service.client(pricedBuilder().maxPendingCalls(1)));
    var running = startSharedRead(client, "LD-2026-0009");

    var stale = startRead(style, client, shared().staleIfError(HOUR));
    assertThat(chargeOf(stale)).isEqualTo(Charge.NONE);
    assertThat(CallStyle.join(stale).readAt()).isEqualTo(World.START);
    assertThat(CallStyle.join(stale).attempts()).isZero();
    for (var options : List.of(shared(), shared().staleIfError(MINUTE))) {
      assertThat(failureOf(startRead(style, client, options)))
          .isInstanceOf(ClientSaturatedException.class);
    }
    service.enqueue(position("LD-2026-0009"));
    assertThat(chargeOf(running)).isEqualTo(PRICE);
    assertThat(chargeAfterResponse(startRead(style, client, shared().staleIfError(HOUR))))
        .isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void aSaturatedClientRefusesAReadWithoutDelayingOthers(CallStyle style) {
    FreightClient client = service.client(pricedBuilder().maxPendingCalls(1));
    var out = startSharedRead(client, "LD-2026-0009");
    assertThat(startRead(style, client, shared())).isCompletedExceptionally();
    service.enqueue(position("LD-2026-0009"));
    assertThat(chargeOf(out)).isEqualTo(PRICE);

    var next = startRead(style, client, shared());
    respond();
    assertThat(chargeOf(next)).isEqualTo(PRICE);
  }
}
