package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FailureFacts;
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

/** Which failure of a shared read is that of all its callers, and which that of the first alone. */
class SharedReadFailuresTest extends SharedReadsFixture {
  @ParameterizedTest
  @EnumSource
  void aFailureIsSharedWithThoseWhoWaitAndThenForgotten(CallStyle style) {
    FreightClient client = service.client(paying().retryPolicy(RetryPolicy.none()));
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    service.enqueue(ServiceResponses.billingUnavailable());

    assertThat(failureOf(first)).isInstanceOf(BillingUnavailableException.class);
    assertThat(failureOf(second)).isInstanceOf(BillingUnavailableException.class);
    var third = begin(style, client, shared());
    answer();
    assertThat(reported(third)).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyBalanceIsTheFailureOfAllWhoWait(CallStyle style) {
    FreightClient client = priced();
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    service.enqueue(ServiceResponses.insufficientFunds());

    for (var read : List.of(first, second)) {
      assertThat(failureOf(read)).isInstanceOf(InsufficientFundsException.class);
      assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(failureOf(second).attempts()).isZero();
    assertThat(service.requestCount()).isOne();
  }

  /** Whatever it was: a status, an answer that cannot be read, a break, a time limit. */
  @ParameterizedTest
  @EnumSource
  void aCallerThatOnlyWaitedIsChargedNothing(CallStyle style) {
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
      var first = begin(style, client, shared());
      var second = begin(style, client, shared());
      failure.run();

      FreightException theirs = failureOf(first);
      FreightException mine = failureOf(second);
      assertThat(theirs.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(mine).hasSameClassAs(theirs);
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
    FreightClient client = knowsAPosition(priced());
    var first = begin(style, client, shared().staleIfError(HOUR));
    var second = begin(style, client, shared().staleIfError(HOUR));
    var strict = begin(style, client, shared());
    service.enqueue(ServiceResponses.error(500));

    assertThat(reported(first)).isEqualTo(Charge.UNKNOWN);
    assertThat(reported(second)).isEqualTo(Charge.NONE);
    assertThat(failureOf(strict).charge()).isEqualTo(Charge.NONE);
    var later = begin(style, client, shared().staleIfError(HOUR));
    assertThat(reported(later)).isEqualTo(Charge.NONE);
    assertThat(CallStyle.join(later).readAt()).isEqualTo(World.START);
    assertThat(service.requestCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void aCallerWithoutStaleIfErrorReadsAfterAFailedRead(CallStyle style) {
    FreightClient client = knowsAPosition(priced());
    var stale = begin(style, client, shared().staleIfError(HOUR));
    service.enqueue(ServiceResponses.error(500));
    assertThat(reported(stale)).isEqualTo(Charge.UNKNOWN);

    assertThat(answered(begin(style, client, shared()))).isEqualTo(PRICE);
  }

  /** The age counts from the failure, and each caller has its own {@code maxAge}. */
  @ParameterizedTest
  @EnumSource
  void theNextCallersMaxAgeLimitsHowLongAFailureCounts(CallStyle style) {
    FreightClient client = knowsAPosition(priced());
    var failed = begin(style, client, shared().staleIfError(HOUR));
    service.enqueue(ServiceResponses.error(500));
    assertThat(reported(failed)).isEqualTo(Charge.UNKNOWN);
    world.advance(HURRY);

    var patient = begin(style, client, shared().staleIfError(HOUR));
    assertThat(reported(patient)).isEqualTo(Charge.NONE);
    var eager = begin(style, client, shared().maxAge(HURRY).staleIfError(HOUR));
    assertThat(answered(eager)).isEqualTo(PRICE);
  }

  /** Its limit, its {@code maxPrice}, and its deadline before anything was sent. */
  @ParameterizedTest
  @EnumSource
  void aRefusalByOneCallersOptionsIsNotRemembered(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    FreightClient client =
        knowsAPosition(
            service.client(paying().spendGuard(new AtTheBeginOfACall(new ArrayList<>(), guard))));
    var poor = begin(style, client, shared().staleIfError(HOUR).scope(() -> "poor"));
    assertThat(reported(poor)).isEqualTo(Charge.NONE);
    var cheap = begin(style, client, shared().staleIfError(HOUR).maxPrice("0.01"));
    assertThat(reported(cheap)).isEqualTo(Charge.NONE);
    guard.decideLate();
    var hurried = begin(style, client, shared().staleIfError(HOUR).deadline(HURRY));
    world.advance(HURRY);
    guard.answer();
    assertThat(reported(hurried)).isEqualTo(Charge.NONE);

    for (var stale : List.of(poor, cheap, hurried)) {
      assertThat(CallStyle.join(stale).readAt()).isEqualTo(World.START);
    }
    guard.decideItself();
    assertThat(answered(begin(style, client, shared().staleIfError(HOUR)))).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void aFailedConnectionIsRememberedForLaterCallers(CallStyle style) {
    FreightClient client = knowsAPosition(service.client(paying().retryPolicy(RetryPolicy.none())));
    service.failConnections(1);
    for (int views = 0; views < 30; views++) {
      var view = begin(style, client, shared().staleIfError(HOUR));
      assertThat(reported(view)).isEqualTo(Charge.NONE);
      assertThat(CallStyle.join(view).readAt()).isEqualTo(World.START);
    }

    assertThat(service.requestCount()).isOne();
  }

  /** The time limit is the client's, so it would end the reads of the others, too. */
  @ParameterizedTest
  @EnumSource
  void waitingCallersDoNotReadAfterATimeoutOfTheClient(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    FreightClient client =
        knowsAPosition(service.client(paying().spendGuard(guard).callTimeout(MINUTE)));
    guard.decideLate();
    var first = begin(style, client, shared().staleIfError(HOUR));
    world.advance(Duration.ofSeconds(30));
    var second = begin(style, client, shared().staleIfError(HOUR));
    world.advance(Duration.ofSeconds(30));
    guard.answer();

    for (var view : List.of(first, second)) {
      assertThat(reported(view)).isEqualTo(Charge.NONE);
      assertThat(CallStyle.join(view).readAt()).isEqualTo(World.START);
    }
    assertThat(guard.asked()).as("the known position and the first caller").hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledReadReturnsNoStalePositionAndIsNotRemembered(CallStyle style) {
    FreightClient client = knowsAPosition(priced());
    var leaves = begin(style, client, shared().staleIfError(HOUR));
    var waits = begin(style, client, shared().staleIfError(HOUR));
    leave(leaves);

    assertThat(leaves).isCompletedExceptionally();
    assertThat(waits).isNotDone();
    answerTo(2);
    assertThat(reported(waits)).isEqualTo(PRICE);
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
    FreightClient client = knowsAPosition(priced());
    for (int views = 0; views < 2; views++) {
      var read = begin(style, client, shared().staleIfError(HOUR));
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
        knowsAPosition(
            service.client(
                paying()
                    .agentKey(
                        () -> {
                          if (isBroken.get()) throw new IllegalStateException("no key");
                          return ScriptedService.KEY;
                        })));
    isBroken.set(true);

    var read = begin(style, client, shared().staleIfError(HOUR));
    assertThat(failureOf(read)).hasRootCauseMessage("no key");
  }

  @Test
  void onlyALedgersFaultAllowsAStalePosition() {
    assertThat(SharedFailures.allowsStale(thrownBy("an interceptor", NextStep.NONE))).isFalse();
    assertThat(SharedFailures.allowsStale(thrownBy("the spend guard", NextStep.RETRY_LATER)))
        .isTrue();
  }

  private static FreightException thrownBy(String thrower, NextStep nextStep) {
    FailureFacts facts = FailureFacts.refused(Operation.GET_LOAD_POSITION, nextStep, null);
    return FreightException.thrownBy(thrower, facts, new IllegalStateException("x"));
  }

  /** A position that was read at the start and is a minute old. */
  private FreightClient knowsAPosition(FreightClient client) {
    assertThat(answered(begin(CallStyle.FUTURE, client, shared()))).isEqualTo(PRICE);
    world.advance(MINUTE);
    return client;
  }

  @ParameterizedTest
  @EnumSource
  void whatTheFirstCallersMaxPriceRefusedTheOthersTryForThemselves(CallStyle style) {
    FreightClient client = pricesComeLater();
    var first = begin(style, client, shared().maxPrice("0.01"));
    var second = begin(style, client, shared());
    var third = begin(style, client, shared());
    service.enqueue(ServiceResponses.success(Operation.GET_PRICING));

    assertThat(failureOf(first)).isInstanceOf(PriceLimitExceededException.class);
    answer();
    assertThat(reported(second)).isEqualTo(PRICE);
    assertThat(reported(third)).isEqualTo(Charge.NONE);
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void aPriceThatOnlyTheFirstCallerNeedsStopsNoOther(CallStyle style) {
    service.alwaysRespond(Operation.GET_PRICING, ServiceResponses.error(503));
    FreightClient client = pricesComeLater();
    var first = begin(style, client, shared().maxPrice("0.05"));
    var second = begin(style, client, shared());
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isZero();

    assertThat(failureOf(first)).isInstanceOf(PriceUnavailableException.class);
    world.advance(Duration.ofSeconds(1));
    answer();
    assertThat(reported(second)).isEqualTo(Charge.UNKNOWN);
  }

  /** The price list waits for its answer, and so does the first call that needs a price. */
  private FreightClient pricesComeLater() {
    return service.client(service.builderWithPrices());
  }

  @ParameterizedTest
  @EnumSource
  void whatTheFirstCallersLimitRefusedTheOthersTryForThemselves(CallStyle style) {
    TestGuard guard = TestGuard.of(world.clock(), "0.00");
    FreightClient client = service.client(paying().spendGuard(guard));
    guard.decideLate();
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    guard.answer();
    world.settle();

    assertThat(failureOf(first)).isInstanceOf(SpendLimitExceededException.class);
    assertThat(failureOf(second)).isInstanceOf(SpendLimitExceededException.class);
    assertThat(guard.asked()).as("each asked for himself").hasSize(2);
    assertThat(service.requestCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aTimeoutOfTheFirstCallerThatSentNothingStopsNoOther(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    guard.decideLate();
    FreightClient client = service.client(paying().spendGuard(guard).callTimeout(MINUTE));
    var first = begin(style, client, shared());
    world.advance(Duration.ofSeconds(30));
    var second = begin(style, client, shared());
    world.advance(Duration.ofSeconds(30));
    guard.answer();

    assertThat(failureOf(first)).isInstanceOf(FreightTimeoutException.class);
    answer();
    assertThat(reported(second)).isEqualTo(PRICE);
  }

  /** The first waits for a place until its time is over; so does its twin, who has no more. */
  @ParameterizedTest
  @EnumSource
  void theDeadlineOfTheFirstCallerEndsNoOther(CallStyle style) {
    FreightClient client =
        service.client(
            paying()
                .callTimeout(MINUTE)
                .attemptTimeout(MINUTE.multipliedBy(9))
                .maxConcurrentRequests(1));
    var out =
        begin(CallStyle.FUTURE, client, "LD-2026-0009", shared().deadline(MINUTE.multipliedBy(9)));
    var first = begin(style, client, shared());
    var twin = begin(style, client, shared());
    var patient = begin(style, client, shared().deadline(MINUTE.multipliedBy(5)));
    world.advance(MINUTE.minusSeconds(1));
    var last = begin(style, client, shared());
    world.advance(Duration.ofSeconds(1));

    for (var over : List.of(first, twin)) {
      assertThat(failureOf(over)).isInstanceOf(FreightTimeoutException.class);
      assertThat(failureOf(over)).hasMessageContaining("within 1 min");
      assertThat(failureOf(over).nextStep()).isEqualTo(NextStep.RETRY_LATER);
    }
    assertThat(last).isNotDone();
    service.enqueue(position("LD-2026-0009"), position(SampleLoads.NUMBER));
    world.settle();
    assertThat(reported(out)).isEqualTo(PRICE);
    assertThat(reported(patient)).isEqualTo(PRICE);
    assertThat(reported(last)).isEqualTo(Charge.NONE);
  }

  /** When the read of the one who left ends, a younger one asks before the old one reads. */
  @ParameterizedTest
  @EnumSource
  void theOlderOfTwoWaitingCallersReadsFirstAndKeepsItsDeadline(CallStyle style) {
    List<Runnable> asNextCallBegins = new ArrayList<>();
    TestGuard unlimited = TestGuard.unlimited(world.clock());
    FreightClient client =
        service.client(
            paying()
                .callTimeout(MINUTE)
                .attemptTimeout(MINUTE)
                .spendGuard(new AtTheBeginOfACall(asNextCallBegins, unlimited)));
    var leaves = begin(style, client, shared().deadline(MINUTE.multipliedBy(5)));
    begin(style, client, shared().scope(() -> "poor"));
    var old = begin(style, client, shared());
    Instant[] ended = endOf(old);
    world.advance(Duration.ofSeconds(55));
    asNextCallBegins.add(
        () -> client.async().getLoadPosition(SampleLoads.NUMBER, shared().build()));
    leave(leaves);
    world.advance(MINUTE);

    assertThat(service.requestCount()).isEqualTo(2);
    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE));
    assertThat(failureOf(old).charge()).as("the older one pays").isEqualTo(Charge.UNKNOWN);
  }

  /** Refuses whoever brings a scope. */
  private record AtTheBeginOfACall(List<Runnable> tasks, TestGuard guard) implements SpendGuard {
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
    TestGuard guard = TestGuard.of(world.clock(), "0.00");
    FreightClient client = service.client(paying().spendGuard(guard));
    guard.decideLate();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    CallOptions options = shared().build();
    for (int i = 0; i < 200; i++) {
      reads.add(client.async().getLoadPosition(SampleLoads.NUMBER, options));
    }
    world.settle();
    guard.answer();
    world.settle();

    assertThat(reads).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(guard.asked()).hasSize(200);
  }

  @ParameterizedTest
  @EnumSource
  void aSaturatedClientReturnsTheLastKnownPosition(CallStyle style) {
    FreightClient client = knowsAPosition(service.client(paying().maxPendingCalls(1)));
    var running = readOf(client, "LD-2026-0009");

    var stale = begin(style, client, shared().staleIfError(HOUR));
    assertThat(reported(stale)).isEqualTo(Charge.NONE);
    assertThat(CallStyle.join(stale).readAt()).isEqualTo(World.START);
    assertThat(CallStyle.join(stale).attempts()).isZero();
    for (var options : List.of(shared(), shared().staleIfError(MINUTE))) {
      assertThat(failureOf(begin(style, client, options)))
          .isInstanceOf(ClientSaturatedException.class);
    }
    service.enqueue(position("LD-2026-0009"));
    assertThat(reported(running)).isEqualTo(PRICE);
    assertThat(answered(begin(style, client, shared().staleIfError(HOUR)))).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void aReadThatIsRefusedAtOnceFailsItsCallerAndDelaysNoOther(CallStyle style) {
    FreightClient client = service.client(paying().maxPendingCalls(1));
    var out = readOf(client, "LD-2026-0009");
    assertThat(begin(style, client, shared())).isCompletedExceptionally();
    service.enqueue(position("LD-2026-0009"));
    assertThat(reported(out)).isEqualTo(PRICE);

    var next = begin(style, client, shared());
    answer();
    assertThat(reported(next)).isEqualTo(PRICE);
  }
}
