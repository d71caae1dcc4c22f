package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.internal.client.FutureResponses;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.KnownPrices;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Callers that share a read of one load: of one client, and of several over one cache. */
class SharedReadsTest {
  private static final Charge PRICE = Charge.charged(new BigDecimal("0.02"));
  private static final Duration HURRY = Duration.ofSeconds(2);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);

  @AutoClose private final ScriptedService service = new ScriptedService();
  private final World world = service.world();
  private final MapCache cache = new MapCache();

  /** Done when the balance has been read again. */
  private CompletableFuture<Void> balanceRead = new CompletableFuture<>();

  // --- one read, for as long as it is young enough ---

  @ParameterizedTest
  @EnumSource
  void callersShareTheReadUnderWay(CallStyle style) {
    FreightClient client = priced();
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    assertThat(Activity.of(client).calls()).as("who joins makes no call").isOne();
    answer();

    assertThat(service.requestCount()).isOne();
    assertThat(told(first)).isEqualTo(PRICE);
    assertThat(told(second)).isEqualTo(Charge.NONE);
    assertThat(second.join().value()).isEqualTo(first.join().value());
    assertThat(second.join().attempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aPositionIsSharedUntilItIsAsOldAsTheCallerAccepts(CallStyle style) {
    FreightClient client = priced();
    begin(style, client, shared());
    answer();
    world.advance(Duration.ofSeconds(59));
    assertThat(begin(style, client, shared())).isCompleted();
    world.advance(Duration.ofSeconds(1));

    assertThat(begin(style, client, shared().maxAge(Duration.ofMinutes(2)))).isCompleted();
    assertThat(begin(style, client, shared())).isNotDone();
    assertThat(service.requestCount()).isEqualTo(2);
    answer();
  }

  @ParameterizedTest
  @EnumSource
  void theAgeOfAPositionCountsFromTheStartOfItsRead(CallStyle style) {
    FreightClient client = priced();
    begin(style, client, shared().timeout(Duration.ofMinutes(2)));
    world.advance(Duration.ofSeconds(50));
    answer();
    world.advance(Duration.ofSeconds(10));

    assertThat(begin(style, client, shared())).isNotDone();
    answer();
  }

  /** The time of day tells nothing of how long the read took. */
  @ParameterizedTest
  @EnumSource
  void theAgeOfAPositionCountsFromTheStartOfItsReadThoughTheClockIsSetBack(CallStyle style) {
    FreightClient client = priced();
    begin(style, client, shared().timeout(Duration.ofMinutes(2)));
    world.advance(Duration.ofSeconds(50));
    world.setBack(Duration.ofSeconds(50));
    answer();
    world.advance(Duration.ofSeconds(10));

    assertThat(begin(style, client, shared())).isNotDone();
    answer();
  }

  @ParameterizedTest
  @EnumSource
  void aClockThatIsSetBackDoesNotKeepAPositionFresh(CallStyle style) {
    FreightClient client = priced();
    begin(style, client, shared());
    answer();
    world.setBack(Duration.ofDays(1));

    assertThat(begin(style, client, shared())).isNotDone();
    answer();
    assertThat(service.requestCount()).isEqualTo(2);
  }

  /** By the time of day it is as old as it was, and has just been read. */
  @ParameterizedTest
  @EnumSource
  void aClockThatIsSetBackByItsAgeDoesNotMakeAPositionYoung(CallStyle style) {
    FreightClient client = priced();
    begin(style, client, shared());
    answer();
    world.advance(HOUR);
    world.setBack(HOUR);

    assertThat(begin(style, client, shared())).isNotDone();
    answer();
    assertThat(service.requestCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void aMaxAgeOfZeroSharesOnlyReadsUnderWay(CallStyle style) {
    FreightClient client = priced();
    var first = begin(style, client, shared().maxAge(Duration.ZERO));
    var second = begin(style, client, shared().maxAge(Duration.ZERO));
    answer();
    var third = begin(style, client, shared().maxAge(Duration.ZERO));

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(third).isNotDone();
    answer();
    assertThat(service.requestCount()).isEqualTo(2);
  }

  @Test
  void theThousandPositionsAskedForLastAreKept() {
    FreightClient client = priced();
    for (int i = 0; i <= 1_000; i++) {
      service.answers(position("LD-" + i));
      readOf(client, "LD-" + i);
    }

    assertThat(readOf(client, "LD-1")).isCompleted();
    assertThat(readOf(client, "LD-1000")).isCompleted();
    assertThat(readOf(client, "LD-0")).isNotDone();
    service.answers(position("LD-0"));
  }

  @Test
  void aCallbackThatBlocksHoldsUpNobodyElse() {
    FreightClient client = priced();
    CompletableFuture<Void> release = new CompletableFuture<>();
    var first = begin(CallStyle.FUTURE, client, shared());
    var second = begin(CallStyle.FUTURE, client, shared());
    CompletableFuture<Void> blocked = first.thenRun(() -> CallStyle.join(release));
    answer();

    assertThat(told(second)).isEqualTo(Charge.NONE);
    assertThat(blocked).isNotDone();
    release.complete(null);
    world.settle();
    assertThat(blocked).isCompleted();
  }

  // --- who leaves ---

  @ParameterizedTest
  @EnumSource
  void whoLeavesAReadThatIsOutMayHaveBeenChargedAndTheNextReads(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    TestGuard.TestScope ofTheFirst = guard.scope("first");
    FreightClient client = service.client(paying().spendGuard(guard));
    var first = begin(style, client, shared().scope(ofTheFirst));
    var second = begin(style, client, shared());
    var third = begin(style, client, shared());

    leave(first);
    assertThat(service.requestCount()).as("its own and that of the second").isEqualTo(2);
    answerTo(2);

    assertThat(told(second)).isEqualTo(PRICE);
    assertThat(told(third)).isEqualTo(Charge.NONE);
    assertThat(guard.entries())
        .extracting(entry -> entry.purchase().scope())
        .containsExactly(ofTheFirst, null);
    assertThat(guard.entries())
        .extracting(TestGuard.Entry::told)
        .containsExactly(Charge.UNKNOWN, PRICE);
    if (style == CallStyle.FUTURE) {
      assertThat(first).isCancelled();
      return;
    }
    FreightException left = failureOf(first);
    assertThat(left).isInstanceOf(FreightCancelledException.class);
    assertThat(left.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(left.attempts()).isOne();
    assertThat(left.retryable()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void whoLeavesTheReadOfAnotherIsChargedNothing(CallStyle style) {
    FreightClient client = priced();
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());

    leave(second);
    answer();

    assertThat(told(first)).isEqualTo(PRICE);
    if (style == CallStyle.FUTURE) return;
    assertThat(failureOf(second).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(second).attempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aReadThatWasNotSentEndsWhenNobodyWaitsForIt(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    FreightClient client = service.client(paying().spendGuard(guard).maxConcurrentRequests(1));
    var out = readOf(client, "LD-2026-0009");
    var waits = begin(style, client, shared());
    leave(waits);

    if (style == CallStyle.BLOCKING) {
      assertThat(failureOf(waits).charge()).isEqualTo(Charge.NONE);
      assertThat(failureOf(waits).attempts()).isZero();
    }
    assertThat(guard.open()).as("reservations").hasSize(1);
    service.answers(position("LD-2026-0009"));
    assertThat(told(out)).isEqualTo(PRICE);
    assertThat(service.requestCount()).isOne();
  }

  /** What he had reserved is free again before the next one reserves. */
  @ParameterizedTest
  @EnumSource
  void whoLeavesBeforeHisReadIsSentIsChargedNothingAndTheNextPaysForItself(CallStyle style) {
    TestGuard guard = TestGuard.of(world.clock(), "0.04");
    TestGuard.TestScope ofTheFirst = guard.scope("first");
    TestGuard.TestScope ofTheSecond = guard.scope("second");
    FreightClient client = service.client(paying().spendGuard(guard).maxConcurrentRequests(1));
    readOf(client, "LD-2026-0009");
    var first = begin(style, client, shared().scope(ofTheFirst));
    var second = begin(style, client, shared().scope(ofTheSecond));
    var third = begin(style, client, shared());

    leave(first);
    service.answers(position("LD-2026-0009"), position(Loads.NUMBER));

    if (style == CallStyle.BLOCKING) {
      assertThat(failureOf(first).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(told(second)).isEqualTo(PRICE);
    assertThat(told(third)).isEqualTo(Charge.NONE);
    assertThat(guard.entries())
        .filteredOn(entry -> entry.told().equals(PRICE))
        .extracting(entry -> entry.purchase().scope())
        .containsExactly(null, ofTheSecond);
    guard.assertEachEndedOnce();
  }

  // --- deadlines ---

  @ParameterizedTest
  @EnumSource
  void aFirstCallerInAHurryMayHaveBeenChargedAndOneWithMoreTimeReads(CallStyle style) {
    FreightClient client = priced();
    var hurried = begin(style, client, shared().deadline(HURRY));
    Instant[] ended = endOf(hurried);
    var patient = begin(style, client, shared());
    var follows = begin(style, client, shared());
    world.advance(HURRY.multipliedBy(2));

    FreightException failure = failureOf(hurried);
    assertThat(ended[0]).isEqualTo(World.START.plus(HURRY));
    assertThat(failure).isInstanceOf(FreightTimeoutException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.attempts()).isOne();
    assertThat(failure.retryable()).isFalse();
    assertThat(failure.nextStep()).isEqualTo(NextStep.NONE);
    assertThat(failure).hasMessageContaining("2 s").hasMessageContaining("was sent");
    answerTo(2);
    assertThat(told(patient)).isEqualTo(PRICE);
    assertThat(told(follows)).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isEqualTo(2);
  }

  /** A silent service is paid once by those who have the same time, not by one after the other. */
  @ParameterizedTest
  @EnumSource
  void aLostAnswerIsTheFailureOfThoseWhoHaveNoMoreTime(CallStyle style) {
    FreightClient client = priced();
    List<CompletableFuture<FreightResponse<LoadPosition>>> reads = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      reads.add(begin(style, client, shared().deadline(HURRY)));
      world.advance(Duration.ofMillis(100));
    }
    world.advance(HURRY);

    assertThat(failureOf(reads.get(0)).charge()).isEqualTo(Charge.UNKNOWN);
    for (var waited : reads.subList(1, 5)) {
      assertThat(failureOf(waited)).isInstanceOf(FreightTimeoutException.class);
      assertThat(failureOf(waited).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(service.requestCount()).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void whoJoinsWaitsNoLongerThanHisOwnDeadlineAndIsChargedNothing(CallStyle style) {
    FreightClient client = priced();
    var patient = begin(style, client, shared());
    var hurried = begin(style, client, shared().deadline(HURRY));
    world.advance(HURRY);

    assertThat(failureOf(hurried)).isInstanceOf(FreightTimeoutException.class);
    assertThat(failureOf(hurried)).hasMessageContaining("within 2 s");
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(hurried).attempts()).isZero();
    assertThat(failureOf(hurried).nextStep()).isEqualTo(NextStep.RETRY_LATER);
    answer();
    assertThat(told(patient)).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void whoJoinsAReadWithALongerDeadlineStillHasTheClients(CallStyle style) {
    FreightClient client = service.client(paying().deadline(MINUTE));
    Duration longer = Duration.ofMinutes(5);
    var patient = begin(style, client, shared().deadline(longer).timeout(longer));
    var joined = begin(style, client, shared());
    Instant[] ended = endOf(joined);
    world.advance(MINUTE.multipliedBy(2));

    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE));
    assertThat(failureOf(joined).charge()).isEqualTo(Charge.NONE);
    answer();
    assertThat(told(patient)).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineBeforeTheReadIsSentCostsNothingAndTheNextPaysForItself(CallStyle style) {
    FreightClient client = service.client(paying().maxConcurrentRequests(1));
    readOf(client, "LD-2026-0009");
    var hurried = begin(style, client, shared().deadline(HURRY));
    var patient = begin(style, client, shared());
    world.advance(HURRY);

    assertThat(failureOf(hurried)).isInstanceOf(FreightTimeoutException.class);
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(hurried).retryable()).isTrue();
    service.answers(position("LD-2026-0009"), position(Loads.NUMBER));
    assertThat(told(patient)).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aWaitForATopUpIsNoPartOfTheClientsDeadline(CallStyle style, boolean withCache) {
    FreightClient client = waitingForMoney(withCache);
    var first = begin(style, client, shared());
    Instant[] ended = endOf(first);
    world.advance(Duration.ofSeconds(20));
    var second = begin(style, client, shared());
    Instant[] secondEnded = endOf(second);
    world.advance(MINUTE.multipliedBy(6));

    for (var read : List.of(first, second)) {
      assertThat(failureOf(read)).isInstanceOf(InsufficientFundsException.class);
      assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE.multipliedBy(5)));
    assertThat(secondEnded[0]).isEqualTo(ended[0]);
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isOne();
  }

  /** Time passes until the balance is read again, which covers the read then. */
  private void topUp() {
    service.alwaysAnswers(Operation.GET_BALANCE, balance("5.00"));
    balanceRead = new CompletableFuture<>();
    world.join(balanceRead);
    world.settle();
  }

  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void theTopUpServesAllWhoWaitForIt(CallStyle style, boolean withCache) {
    FreightClient client = waitingForMoney(withCache);
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    world.advance(MINUTE.multipliedBy(2));
    topUp();
    answer();

    assertThat(told(first)).isEqualTo(PRICE);
    assertThat(told(second)).isEqualTo(Charge.NONE);
  }

  /** Nobody is told that it cost nothing, and then pays for it. */
  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void whoLeavesInTheWaitForATopUpPaysNothingAndTheNextWaitsForItself(
      CallStyle style, boolean withCache) {
    FreightClient client = waitingForMoney(withCache);
    service.answers(Answers.insufficientFunds());
    var hurried = begin(style, client, shared().deadline(HURRY));
    var patient = begin(style, client, shared());
    world.advance(MINUTE.multipliedBy(2));

    assertThat(failureOf(hurried)).isInstanceOf(InsufficientFundsException.class);
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    assertThat(patient).isNotDone();
    leave(patient);
    assertThat(Activity.of(client).calls()).as("calls for nobody").isZero();
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void whoWaitsForTheMoneyOfAnotherWithALongerDeadlineIsServedByTheTopUp(
      CallStyle style, boolean withCache) {
    FreightClient client = waitingForMoney(withCache);
    var patient = begin(style, client, shared().deadline(MINUTE.multipliedBy(60)));
    var follows = begin(style, client, shared());
    world.advance(MINUTE.multipliedBy(4));
    assertThat(follows).isNotDone();
    topUp();
    answer();

    assertThat(told(patient)).isEqualTo(PRICE);
    assertThat(told(follows)).isEqualTo(Charge.NONE);
  }

  /** A refusal is no wait: only what somebody has waited for money is added to the deadline. */
  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aRefusalThatNobodyWaitedAfterLeavesTheDeadlineAsItIs(CallStyle style, boolean withCache) {
    FreightClient client = client(withCache, withPatience().timeout(MINUTE));
    begin(style, client, shared().deadline(HURRY));
    var patient = begin(style, client, shared());
    Instant[] ended = endOf(patient);
    world.advance(MINUTE.minusSeconds(1));
    service.answers(Answers.insufficientFunds());
    world.advance(MINUTE);

    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE));
  }

  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aDeadlineInThePauseAfterARefusalCostsNothing(CallStyle style, boolean withCache) {
    FreightClient client = client(withCache, paying());
    var hurried = begin(style, client, shared().deadline(HURRY));
    var patient = begin(style, client, shared());
    service.answers(Answers.error(429).setHeader("Retry-After", "5"));
    world.advance(HURRY);

    assertThat(failureOf(hurried)).isInstanceOf(RateLimitedException.class);
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    answer();
    assertThat(told(patient)).isEqualTo(PRICE);
  }

  static Stream<Arguments> stylesWithAndWithoutACache() {
    return Stream.of(CallStyle.values())
        .flatMap(style -> Stream.of(true, false).map(with -> Arguments.of(style, with)));
  }

  /** The balance is empty, the read meets a 402, and the deadline is shorter than the wait. */
  private FreightClient waitingForMoney(boolean withCache) {
    service.alwaysAnswers(Operation.GET_BALANCE, balance("0.00"));
    service.answers(Answers.insufficientFunds());
    return client(withCache, withPatience());
  }

  private FreightClientBuilder withPatience() {
    return paying()
        .deadline(MINUTE)
        .retryPolicy(RetryPolicy.builder().awaitTopUp(MINUTE.multipliedBy(5)).build())
        .listener(
            event -> {
              if (event.operation() == Operation.GET_BALANCE) balanceRead.complete(null);
            });
  }

  private FreightClient client(boolean withCache, FreightClientBuilder builder) {
    return service.client(withCache ? builder.positionCache(cache) : builder);
  }

  private static MockResponse.Builder balance(String usd) {
    return Answers.json(200, "{\"currency\":\"USD\",\"balanceUsd\":" + usd + "}");
  }

  // --- failures ---

  @ParameterizedTest
  @EnumSource
  void aFailureIsSharedWithThoseWhoWaitAndThenForgotten(CallStyle style) {
    FreightClient client = service.client(paying().retryPolicy(RetryPolicy.none()));
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    service.answers(Answers.billingUnavailable());

    assertThat(failureOf(first)).isInstanceOf(BillingUnavailableException.class);
    assertThat(failureOf(second)).isInstanceOf(BillingUnavailableException.class);
    var third = begin(style, client, shared());
    answer();
    assertThat(told(third)).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyBalanceIsTheFailureOfAllWhoWait(CallStyle style) {
    FreightClient client = priced();
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    service.answers(Answers.insufficientFunds());

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
  void whoOnlyWaitedIsToldThatHeWasChargedNothing(CallStyle style) {
    FreightClient client = service.client();
    List<Runnable> failures =
        List.of(
            () -> service.answers(Answers.error(500)),
            () -> service.answers(Answers.json(200, "{\"loadNumber\":\"LD-2026-0001\"}")),
            () ->
                service.answers(
                    Answers.success(Operation.GET_LOAD_POSITION)
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
  void whatTheFirstCallersMaxPriceRefusedTheOthersTryForThemselves(CallStyle style) {
    FreightClient client = pricesComeLater();
    var first = begin(style, client, shared().maxPrice("0.01"));
    var second = begin(style, client, shared());
    var third = begin(style, client, shared());
    service.answers(Answers.success(Operation.GET_PRICING));

    assertThat(failureOf(first)).isInstanceOf(PriceLimitExceededException.class);
    answer();
    assertThat(told(second)).isEqualTo(PRICE);
    assertThat(told(third)).isEqualTo(Charge.NONE);
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void aPriceThatOnlyTheFirstNeedsStopsNobodyElse(CallStyle style) {
    service.alwaysAnswers(Operation.GET_PRICING, Answers.error(503));
    FreightClient client = pricesComeLater();
    var first = begin(style, client, shared().maxPrice("0.05"));
    var second = begin(style, client, shared());
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isZero();

    assertThat(failureOf(first)).isInstanceOf(PriceUnavailableException.class);
    world.advance(Duration.ofSeconds(1));
    answer();
    assertThat(told(second)).isEqualTo(Charge.UNKNOWN);
  }

  /** The price list waits for its answer, and so does the first call that needs a price. */
  private FreightClient pricesComeLater() {
    return service.client(service.withOwnPrices());
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
  void aTimeoutOfTheFirstCallersOwnThatSentNothingStopsNobodyElse(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    guard.decideLate();
    FreightClient client = service.client(paying().spendGuard(guard).deadline(MINUTE));
    var first = begin(style, client, shared());
    world.advance(Duration.ofSeconds(30));
    var second = begin(style, client, shared());
    world.advance(Duration.ofSeconds(30));
    guard.answer();

    assertThat(failureOf(first)).isInstanceOf(FreightTimeoutException.class);
    answer();
    assertThat(told(second)).isEqualTo(PRICE);
  }

  /** The first waits for a place until its time is over; so does its twin, who has no more. */
  @ParameterizedTest
  @EnumSource
  void theDeadlineOfTheFirstCallerEndsNobodyElse(CallStyle style) {
    FreightClient client =
        service.client(
            paying().deadline(MINUTE).timeout(MINUTE.multipliedBy(9)).maxConcurrentRequests(1));
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
    service.answers(position("LD-2026-0009"), position(Loads.NUMBER));
    world.settle();
    assertThat(told(out)).isEqualTo(PRICE);
    assertThat(told(patient)).isEqualTo(PRICE);
    assertThat(told(last)).isEqualTo(Charge.NONE);
  }

  /** When the read of the one who left ends, a younger one asks before the old one reads. */
  @ParameterizedTest
  @EnumSource
  void whoAskedFirstReadsFirstAndOutlastsNotHisDeadline(CallStyle style) {
    List<Runnable> asNextCallBegins = new ArrayList<>();
    TestGuard unlimited = TestGuard.unlimited(world.clock());
    FreightClient client =
        service.client(
            paying()
                .deadline(MINUTE)
                .timeout(MINUTE)
                .spendGuard(new AtTheBeginOfACall(asNextCallBegins, unlimited)));
    var leaves = begin(style, client, shared().deadline(MINUTE.multipliedBy(5)));
    begin(style, client, shared().scope(() -> "poor"));
    var old = begin(style, client, shared());
    Instant[] ended = endOf(old);
    world.advance(Duration.ofSeconds(55));
    asNextCallBegins.add(() -> client.async().getLoadPosition(Loads.NUMBER, shared().build()));
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
      return new LimitReached("0.01 USD in all", new BigDecimal("0.02"), BigDecimal.ZERO, null);
    }

    @Override
    public Charge complete(Purchase purchase, Outcome outcome) {
      return guard.complete(purchase, outcome);
    }
  }

  @Test
  void eachOfAThousandIsRefusedForHimself() {
    TestGuard guard = TestGuard.of(world.clock(), "0.00");
    FreightClient client = service.client(paying().spendGuard(guard));
    guard.decideLate();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    CallOptions options = shared().build();
    for (int i = 0; i < 1_000; i++) {
      reads.add(client.async().getLoadPosition(Loads.NUMBER, options));
    }
    world.settle();
    guard.answer();
    world.settle();

    assertThat(reads).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(guard.asked()).hasSize(1_000);
  }

  @ParameterizedTest
  @EnumSource
  void aReadThatIsRefusedAtOnceFailsItsCallerAndHoldsUpNobody(CallStyle style) {
    FreightClient client = service.client(paying().maxPendingCalls(1));
    var out = readOf(client, "LD-2026-0009");
    assertThat(begin(style, client, shared())).isCompletedExceptionally();
    service.answers(position("LD-2026-0009"));
    assertThat(told(out)).isEqualTo(PRICE);

    var next = begin(style, client, shared());
    answer();
    assertThat(told(next)).isEqualTo(PRICE);
  }

  // --- the end of the client ---

  @ParameterizedTest
  @EnumSource
  void closingTheClientTellsThePayerThatHeMayHaveBeenChargedAndTheOthersThatTheyWereNot(
      CallStyle style) {
    FreightClient client = paying().build();
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    client.close();

    assertThat(failureOf(first)).isInstanceOf(FreightCancelledException.class);
    assertThat(failureOf(first).charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failureOf(second)).isInstanceOf(FreightCancelledException.class);
    assertThat(failureOf(second).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(begin(style, client, shared())))
        .isInstanceOf(FreightCancelledException.class);
    assertThat(service.requestCount()).isOne();
  }

  // --- among processes, through a position cache ---

  @ParameterizedTest
  @EnumSource
  void whoFindsAPositionThatIsYoungEnoughTakesIt(CallStyle style) {
    answered(begin(style, process(), shared()));
    FreightClient other = process();
    world.advance(Duration.ofSeconds(59));

    var found = begin(style, other, shared());
    assertThat(told(found)).isEqualTo(Charge.NONE);
    assertThat(found.join().attempts()).isZero();
    assertThat(found.join().readAt()).isEqualTo(World.START);
    world.advance(Duration.ofSeconds(1));
    assertThat(answered(begin(style, process(), shared()))).isEqualTo(PRICE);
    assertThat(service.requestCount()).isEqualTo(2);
  }

  /** What the page says. */
  @ParameterizedTest
  @EnumSource
  void twoProcessesThatAskAtTheSameMomentMayBothPay(CallStyle style) {
    var here = begin(style, process(), shared());
    var there = begin(style, process(), shared());

    assertThat(answered(here)).isEqualTo(PRICE);
    assertThat(answered(there)).isEqualTo(PRICE);
  }

  @ParameterizedTest
  @EnumSource
  void aMaxAgeOfZeroAsksNoCache(CallStyle style) {
    answered(begin(style, process(), shared().maxAge(Duration.ZERO)));

    assertThat(cache.gets).isZero();
    assertThat(cache.readings).as("for those who take older ones").hasSize(1);
  }

  /** He who looks accepts a minute; a position of half a minute is too old for who joins him. */
  @ParameterizedTest
  @EnumSource
  void aPositionOfTheCacheIsGivenOnlyToThoseForWhomItIsYoungEnough(CallStyle style) {
    answered(begin(style, process(), shared()));
    world.advance(Duration.ofSeconds(30));
    HangingCache slow = new HangingCache(cache);
    FreightClient other = process(slow);
    var tolerant = begin(style, other, shared());
    var strict = begin(style, other, shared().maxAge(Duration.ofSeconds(10)));
    slow.release();
    world.settle();

    assertThat(told(tolerant)).isEqualTo(Charge.NONE);
    assertThat(answered(strict)).isEqualTo(PRICE);
  }

  // --- positions that are not what they should be ---

  /** As keys that collide, or a database that compares without case, would answer. */
  @ParameterizedTest
  @EnumSource
  void aPositionOfAnotherLoadIsNotTaken(CallStyle style) {
    service.answers(position("LD-1999-0007"));
    readOf(process(), "LD-1999-0007").join();
    PositionReading strange = cache.readings.values().iterator().next();
    FreightClient misled = process(new Answering(strange));

    var read = begin(style, misled, shared().orStale(HOUR));
    assertThat(answered(read)).isEqualTo(PRICE);
    assertThat(read.join().value().loadNumber()).isEqualTo(Loads.NUMBER);
  }

  /** As a machine whose clock is an hour ahead would store it. */
  @ParameterizedTest
  @EnumSource
  void aPositionFromTheFutureIsNotTaken(CallStyle style) {
    answered(begin(style, process(), shared()));
    PositionReading known = cache.readings.values().iterator().next();
    PositionReading ahead = new PositionReading(known.position(), World.START.plus(HOUR));
    FreightClient misled = process(new Answering(ahead));

    assertThat(answered(begin(style, misled, shared().orStale(HOUR)))).isEqualTo(PRICE);
  }

  // --- caches that fail ---

  @ParameterizedTest
  @EnumSource
  void aCacheThatFailsInAnyWayCostsSharingNotTheRead(CallStyle style) {
    List<Throwable> thrown =
        List.of(
            new IllegalStateException("no connection"),
            new NoClassDefFoundError("a class of the provider"),
            new InterruptedException("undeclared"));
    for (Throwable broken : thrown) {
      cache.broken = broken;
      FreightClient client = process();
      try (LogLines log = new LogLines()) {
        assertThat(answered(begin(style, client, shared()))).isEqualTo(PRICE);
        assertThat(log.warnings()).singleElement().asString().contains("the position cache failed");
      }
      assertThat(told(begin(style, client, shared())))
          .as("within the process")
          .isEqualTo(Charge.NONE);
    }
    assertThat(service.requestCount()).isEqualTo(thrown.size());
    assertThat(cache.puts).as("it is told all the same").isEqualTo(thrown.size());
  }

  /** Whoever hears of it asks the other process at once. */
  @ParameterizedTest
  @EnumSource
  void whoAsksAfterTheAnswerFindsItWhereverHeAsks(CallStyle style) {
    HangingCache slow = new HangingAtPuts(cache);
    FreightClient client = process(slow);
    var read = begin(style, client, shared());
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    world.settle();
    assertThat(read).as("its position is being stored").isNotDone();
    slow.release();

    assertThat(told(read)).isEqualTo(PRICE);
    assertThat(told(begin(style, process(), shared()))).isEqualTo(Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void aCacheInWhichNothingCanBePutDelaysOnlyWhoPaid(CallStyle style) {
    HangingCache hangs = new HangingAtPuts(cache);
    FreightClient client = process(hangs);
    Duration hurry = Duration.ofMillis(300);
    var first = begin(style, client, shared().deadline(hurry));
    var second = begin(style, client, shared().deadline(hurry));
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    world.advance(hurry);

    assertThat(told(second)).isEqualTo(Charge.NONE);
    assertThat(told(begin(style, client, shared()))).isEqualTo(Charge.NONE);
    assertThat(first).isNotDone();
    hangs.release();
    assertThat(told(first)).isEqualTo(PRICE);
  }

  /** He who has paid stores it still, and it is too old for the newcomer. */
  @ParameterizedTest
  @EnumSource
  void aCacheInWhichNothingCanBePutKeepsNoNewcomerFromReading(CallStyle style) {
    HangingCache hangs = new HangingAtPuts(cache);
    FreightClient client = process(hangs);
    var first = begin(style, client, shared());
    answer();
    var newcomer = begin(style, client, shared().maxAge(Duration.ZERO));
    assertThat(service.requestCount()).isEqualTo(2);
    var behind = begin(style, client, shared().maxAge(Duration.ZERO));
    answer();

    assertThat(told(behind)).isEqualTo(Charge.NONE);
    assertThat(first).isNotDone();
    hangs.release();
    assertThat(told(first)).isEqualTo(PRICE);
    assertThat(told(newcomer)).isEqualTo(PRICE);
    assertThat(service.requestCount()).isEqualTo(2);
  }

  /** Its end is in his time, however late it began: it begins no pause that ends after that. */
  @ParameterizedTest
  @EnumSource
  void theDeadlineOfAReadCountsFromWhenItsCallerAsked(CallStyle style) {
    HangingCache slow = new HangingCache(cache);
    FreightClient client =
        service.client(paying().positionCache(slow).deadline(Duration.ofSeconds(10)));
    var read = begin(style, client, shared());
    Instant[] ended = endOf(read);
    world.advance(Duration.ofSeconds(1));
    slow.release();
    world.advance(Duration.ofMillis(7_500));
    service.answers(Answers.error(429).setHeader("Retry-After", "2"));
    world.advance(Duration.ofSeconds(5));

    assertThat(failureOf(read)).isInstanceOf(RateLimitedException.class);
    assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    assertThat(ended[0]).isEqualTo(World.START.plusMillis(8_500));
  }

  @ParameterizedTest
  @EnumSource
  void aCacheThatHangsLongerThanTheDeadlineCostsNothing(CallStyle style) {
    HangingCache hangs = new HangingCache(cache);
    FreightClient client = process(hangs);
    var read = begin(style, client, shared().deadline(HURRY));
    world.advance(HURRY.multipliedBy(2));
    hangs.release();

    assertThat(failureOf(read)).isInstanceOf(FreightTimeoutException.class);
    assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isZero();
  }

  // --- who leaves, and the end of the client ---

  @ParameterizedTest
  @EnumSource
  void whoLeavesWhileTheCacheIsAskedSendsNothing(CallStyle style) {
    HangingCache slow = new HangingCache(cache);
    var read = begin(style, process(slow), shared());
    leave(read);
    slow.release();
    world.settle();

    if (style == CallStyle.BLOCKING) {
      assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(service.requestCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void whoLeavesWhileTheCacheIsAskedLeavesTheLookToTheOthers(CallStyle style) {
    answered(begin(style, process(), shared()));
    HangingCache slow = new HangingCache(cache);
    FreightClient other = process(slow);
    var first = begin(style, other, shared());
    var second = begin(style, other, shared());
    leave(first);
    slow.release();
    world.settle();

    assertThat(told(second)).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineThatPassesWhileTheCacheIsAskedCostsNothing(CallStyle style) {
    HangingCache slow = new HangingCache(cache);
    FreightClient client = process(slow);
    var patient = begin(style, client, shared());
    var hurried = begin(style, client, shared().deadline(Duration.ofMillis(300)));
    world.advance(Duration.ofMillis(300));

    assertThat(failureOf(hurried)).isInstanceOf(FreightTimeoutException.class);
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    slow.release();
    assertThat(answered(patient)).isEqualTo(PRICE);
  }

  /** At each of its questions in turn. */
  @ParameterizedTest
  @EnumSource
  void aClockThatThrowsOnceLeavesNoReadOpen(CallStyle style) {
    service.alwaysAnswers(
        Operation.GET_LOAD_POSITION, Answers.success(Operation.GET_LOAD_POSITION));
    int questions = 1;
    for (int strike = 1; strike <= questions; strike++) {
      StrikingClock clock = new StrikingClock(strike);
      FreightClient client = service.client(paying(clock).positionCache(new MapCache()));
      for (int i = 0; i < 2; i++) {
        var first = begin(style, client, shared());
        var second = begin(style, client, shared().orStale(HOUR));
        world.advance(Duration.ofMinutes(2));

        assertThat(first).as("struck at question %d", strike).isDone();
        assertThat(second).as("struck at question %d", strike).isDone();
      }
      assertThat(Activity.of(client).calls()).isZero();
      questions = Math.max(questions, clock.asked);
    }
    assertThat(questions).as("questions to the clock").isGreaterThan(1);
  }

  @Test
  void ofManyLoadsAtOnceEachIsLookedForAndPaidOnce() {
    FreightClient client = process();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    CallOptions options = shared().build();
    for (int load = 0; load < 100; load++) {
      for (int i = 0; i < 3; i++) {
        reads.add(client.async().getLoadPosition("LD-" + load, options));
      }
      service.answers(position("LD-" + load));
    }
    world.settle();
    assertThat(reads).allMatch(CompletableFuture::isDone);
    assertThat(service.requestCount()).isEqualTo(100);
    assertThat(cache.readings).hasSize(100);
  }

  // --- what tests do ---

  private FreightClient priced() {
    return service.client(paying());
  }

  private FreightClientBuilder paying() {
    return TestBuilders.withPrices(service.withOwnPrices(), KnownPrices.usual());
  }

  private FreightClient process() {
    return process(cache);
  }

  private FreightClient process(PositionCache positions) {
    return service.client(paying().positionCache(positions));
  }

  private FreightClientBuilder paying(Clock clock) {
    Environment usual = world.environment();
    Environment struck =
        new Environment(
            clock,
            usual.nanoTime(),
            usual.machine(),
            usual.timer(),
            usual.threads(),
            usual.random(),
            usual.idempotencyKeys(),
            usual.network());
    return TestBuilders.inWorld(paying(), struck);
  }

  private static CallOptions.Builder shared() {
    return CallOptions.builder().maxAge(MINUTE);
  }

  private CompletableFuture<FreightResponse<LoadPosition>> readOf(
      FreightClient client, String load) {
    return begin(CallStyle.FUTURE, client, load, shared());
  }

  private CompletableFuture<FreightResponse<LoadPosition>> begin(
      CallStyle style, FreightClient client, CallOptions.Builder options) {
    return begin(style, client, Loads.NUMBER, options);
  }

  /** Begins a read, and lets everything happen that is due. */
  private CompletableFuture<FreightResponse<LoadPosition>> begin(
      CallStyle style, FreightClient client, String load, CallOptions.Builder options) {
    CallOptions built = options.build();
    CompletableFuture<FreightResponse<LoadPosition>> read =
        style == CallStyle.BLOCKING
            ? world.start(() -> client.withResponse().getLoadPosition(load, built))
            : FutureResponses.of(client).getLoadPosition(load, built);
    world.settle();
    return read;
  }

  /** He interrupts his thread, or cancels his future. */
  private void leave(CompletableFuture<?> read) {
    if (read instanceof Caller<?> caller) {
      caller.interrupt();
    } else {
      read.cancel(true);
    }
    world.settle();
  }

  private void answer() {
    world.settle();
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    world.settle();
  }

  /** So many requests, of which the last has somebody who waits for its answer. */
  private void answerTo(int requests) {
    for (int i = 0; i < requests; i++) answer();
  }

  private Charge answered(CompletableFuture<FreightResponse<LoadPosition>> read) {
    answer();
    return told(read);
  }

  private Charge told(CompletableFuture<FreightResponse<LoadPosition>> read) {
    world.settle();
    assertThat(read).isDone();
    return CallStyle.join(read).charge();
  }

  private static FreightException failureOf(CompletableFuture<?> read) {
    return catchThrowableOfType(FreightException.class, () -> CallStyle.join(read));
  }

  /** When it ends. */
  private Instant[] endOf(CompletableFuture<?> read) {
    Instant[] ended = new Instant[1];
    CompletableFuture<?> unused = read.whenComplete((answer, failure) -> ended[0] = world.now());
    return ended;
  }

  /** The position of a load. */
  private static MockResponse.Builder position(String load) {
    return Answers.json(
        200,
        """
        {"loadNumber":"%s","status":"PLANNED","createdAt":"2026-11-20T10:00:00Z",\
        "stops":[],"gpsTrack":[],"pingCount":0}"""
            .formatted(load));
  }

  /** A cache in a map, which can be broken. */
  private static final class MapCache implements PositionCache {
    final Map<String, PositionReading> readings = new HashMap<>();
    @Nullable Throwable broken;
    int gets;
    int puts;

    @Override
    public @Nullable PositionReading get(String key) {
      gets++;
      breakDown();
      return readings.get(key);
    }

    @Override
    public void put(String key, PositionReading reading) {
      puts++;
      breakDown();
      readings.put(key, reading);
    }

    private void breakDown() {
      Throwable failure = broken;
      if (failure != null) MapCache.<RuntimeException>sneak(failure);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
      throw (T) thrown;
    }
  }

  /** Always gives this. */
  private record Answering(PositionReading reading) implements PositionCache {
    @Override
    public PositionReading get(String key) {
      return reading;
    }

    @Override
    public void put(String key, PositionReading other) {}
  }

  /** Answers when the test says so. */
  private class HangingCache implements PositionCache {
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final PositionCache behind;

    HangingCache(PositionCache behind) {
      this.behind = behind;
    }

    void release() {
      released.complete(null);
      world.settle();
    }

    @Override
    public @Nullable PositionReading get(String key) {
      hang();
      return behind.get(key);
    }

    @Override
    public void put(String key, PositionReading reading) {
      hang();
      behind.put(key, reading);
    }

    private void hang() {
      CallStyle.join(released);
    }
  }

  /** Finds nothing at once, and hangs when it is told. */
  private final class HangingAtPuts extends HangingCache {
    HangingAtPuts(PositionCache behind) {
      super(behind);
    }

    @Override
    public @Nullable PositionReading get(String key) {
      return null;
    }
  }

  /** Throws once, at one of its questions. */
  private final class StrikingClock extends Clock {
    private final int strike;
    int asked;

    StrikingClock(int strike) {
      this.strike = strike;
    }

    @Override
    public Instant instant() {
      if (++asked == strike) throw new IllegalStateException("no time");
      return world.now();
    }

    @Override
    public ZoneId getZone() {
      return world.clock().getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
