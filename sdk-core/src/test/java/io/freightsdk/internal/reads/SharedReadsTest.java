package io.freightsdk.internal.reads;

import static io.freightsdk.internal.reads.Readers.MINUTE;
import static io.freightsdk.internal.reads.Readers.failureOf;
import static io.freightsdk.internal.reads.Readers.leave;
import static io.freightsdk.internal.reads.Readers.position;
import static io.freightsdk.internal.reads.Readers.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard;
import io.freightsdk.TestBuilders;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.KnownPrices;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Callers of one client that share a read of one load. */
class SharedReadsTest {
  private static final Charge PRICE = Charge.charged(new BigDecimal("0.02"));
  private static final Duration HURRY = Duration.ofSeconds(2);

  @AutoClose private final ScriptedService service = new ScriptedService();
  private final World world = service.world();

  // --- one read, for as long as it is young enough ---

  @ParameterizedTest
  @EnumSource
  void callersShareTheReadUnderWay(CallStyle style) {
    FreightClient client = priced();
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    answer();

    assertThat(service.requestCount()).isOne();
    assertThat(told(first)).isEqualTo(PRICE);
    assertThat(told(second)).isEqualTo(Charge.NONE);
    assertThat(second.join().value()).isEqualTo(first.join().value());
    assertThat(second.join().attempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aThousandCallersShareOneReadAndOnePays(CallStyle style) {
    FreightClient client = priced();
    List<CompletableFuture<FreightResponse<LoadPosition>>> reads = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) reads.add(begin(style, client, shared()));
    assertThat(Activity.of(client).calls()).as("who joins makes no call").isOne();
    answer();

    assertThat(reads).filteredOn(read -> told(read).equals(PRICE)).hasSize(1);
    assertThat(reads).filteredOn(read -> told(read).equals(Charge.NONE)).hasSize(999);
    assertThat(service.requestCount()).isOne();
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

  // --- who leaves ---

  @ParameterizedTest
  @EnumSource
  void whoLeavesASentReadLeavesItToTheOthersAndMayHaveBeenCharged(CallStyle style) {
    FreightClient client = priced();
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());

    leave(world, first);
    answer();

    assertThat(told(second)).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isOne();
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

    leave(world, second);
    answer();

    assertThat(told(first)).isEqualTo(PRICE);
    if (style == CallStyle.FUTURE) return;
    assertThat(failureOf(second).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(second).attempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aSentReadThatNobodyWaitsForAnyMoreIsKeptForWhoAsksNext(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    FreightClient client = service.client(paying().spendGuard(guard));
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    leave(world, first);
    leave(world, second);
    var meanwhile = begin(style, client, shared());
    leave(world, meanwhile);
    answer();

    assertThat(told(begin(style, client, shared()))).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isOne();
    assertThat(guard.chargedUsd()).isEqualByComparingTo("0.02");
  }

  @ParameterizedTest
  @EnumSource
  void aReadThatWasNotSentEndsWhenNobodyWaitsForIt(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    FreightClient client = service.client(paying().spendGuard(guard).maxConcurrentRequests(1));
    var out = readOf(client, "LD-2026-0009");
    var waits = begin(style, client, shared());
    leave(world, waits);

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

    leave(world, first);
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

  @ParameterizedTest
  @EnumSource
  void aReadIsChargedToWhoAskedFirstAlsoIfHeHasLeft(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    TestGuard.TestScope ofTheFirst = guard.scope("first");
    FreightClient client = service.client(paying().spendGuard(guard));
    var first = begin(style, client, shared().scope(ofTheFirst));
    var second = begin(style, client, shared());
    leave(world, first);
    answer();

    assertThat(told(second)).isEqualTo(Charge.NONE);
    assertThat(guard.entries())
        .extracting(entry -> entry.purchase().scope())
        .containsExactly(ofTheFirst);
  }

  // --- deadlines ---

  @ParameterizedTest
  @EnumSource
  void aReadThatWasSentBeforeItsDeadlineMayHaveBeenCharged(CallStyle style) {
    FreightClient client = service.client();
    Duration hurry = Duration.ofMillis(150);
    var hurried = begin(style, client, shared().deadline(hurry));
    Instant[] ended = endOf(hurried);
    world.advance(HURRY);

    FreightException failure = failureOf(hurried);
    assertThat(ended[0]).isEqualTo(World.START.plus(hurry));
    assertThat(failure).isInstanceOf(FreightTimeoutException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.attempts()).isOne();
    assertThat(failure.retryable()).isFalse();
    assertThat(failure).hasMessageContaining("150 ms").hasMessageContaining("was sent");
    answer();
  }

  @ParameterizedTest
  @EnumSource
  void aFirstCallerInAHurryLeavesTheReadToTheOthersAndNoneIsPaidTwice(CallStyle style) {
    FreightClient client = priced();
    var hurried = begin(style, client, shared().deadline(HURRY));
    var patient = begin(style, client, shared());
    world.advance(HURRY);

    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failureOf(hurried).nextStep()).isEqualTo(NextStep.NONE);
    world.advance(Duration.ofSeconds(20));
    answer();
    assertThat(told(patient)).isEqualTo(Charge.NONE);
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
  @EnumSource
  void aSentReadEndsWithTheDeadlineOfTheClient(CallStyle style) {
    FreightClient client = service.client(paying().deadline(MINUTE).timeout(Duration.ofMinutes(5)));
    var hurried = begin(style, client, shared().deadline(HURRY));
    world.advance(MINUTE.minusSeconds(1));
    assertThat(hurried).isCompletedExceptionally();
    assertThat(Activity.of(client).calls()).isOne();
    world.advance(Duration.ofSeconds(1));

    assertThat(Activity.of(client).calls()).isZero();
    assertThat(world.network().onTheirWay()).isZero();
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
    long before = service.requestCount(Operation.GET_BALANCE);
    while (service.requestCount(Operation.GET_BALANCE) == before) {
      world.advance(Duration.ofMillis(1));
    }
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
    leave(world, patient);
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

  /** He has a hundredth of a second left, and has it still when the wait is over. */
  @ParameterizedTest
  @EnumSource
  void aWaitOfAnotherForMoneyLeavesWhatWasLeft(CallStyle style) {
    service.alwaysAnswers(Operation.GET_BALANCE, balance("0.00"));
    Duration hour = Duration.ofHours(1);
    FreightClient client =
        client(
            false,
            paying().deadline(MINUTE).topUpPolicy(TopUpPolicy.awaitTopUp(MINUTE.multipliedBy(5))));
    var patient = begin(style, client, shared().deadline(hour).timeout(hour));
    var follows = begin(style, client, shared());
    Instant[] ended = endOf(follows);
    world.advance(MINUTE.minusMillis(10));
    service.answers(Answers.insufficientFunds());
    world.advance(MINUTE.multipliedBy(3));
    assertThat(follows).isNotDone();
    topUp();
    Instant wentOn = world.now();
    world.advance(MINUTE);

    assertThat(failureOf(follows)).isInstanceOf(FreightTimeoutException.class);
    assertThat(ended[0]).isBetween(wentOn, wentOn.plusMillis(110));
    answer();
    assertThat(told(patient)).isEqualTo(PRICE);
  }

  /** The first waits two minutes for money, is sent again, and has left before it is once more. */
  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aWaitForATopUpThatIsOverIsStillNoPartOfTheTimeOfThoseWhoWaited(
      CallStyle style, boolean withCache) {
    FreightClient client = waitingForMoney(withCache);
    var first = begin(style, client, shared());
    var second = begin(style, client, shared().timeout(MINUTE));
    Instant[] ended = endOf(second);
    world.advance(MINUTE.multipliedBy(2));
    topUp();
    Instant wentOn = world.now();
    service.answers(Answers.error(429).setHeader("Retry-After", "5"));
    var late = begin(style, client, shared());
    leave(world, first);
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isEqualTo(3);

    world.advance(MINUTE);
    assertThat(ended[0]).isBetween(wentOn.plus(MINUTE).minusMillis(1), wentOn.plus(MINUTE));
    assertThat(failureOf(late)).isInstanceOf(FreightTimeoutException.class);
  }

  /** A refusal is no wait: only what somebody has waited for money is added to the deadline. */
  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aRefusalThatNobodyWaitedAfterLeavesTheDeadlineAsItIs(CallStyle style, boolean withCache) {
    FreightClient client =
        client(
            withCache,
            paying()
                .deadline(MINUTE)
                .timeout(MINUTE)
                .topUpPolicy(TopUpPolicy.awaitTopUp(MINUTE.multipliedBy(5))));
    begin(style, client, shared().deadline(HURRY));
    var patient = begin(style, client, shared());
    Instant[] ended = endOf(patient);
    world.advance(MINUTE.minusSeconds(1));
    service.answers(Answers.insufficientFunds());
    world.advance(MINUTE);

    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE));
  }

  @ParameterizedTest
  @EnumSource
  void aReadThatIsRefusedWhenItsCallerHasLeftIsNotSentAgainForHim(CallStyle style) {
    FreightClient client = priced();
    leave(world, begin(style, client, shared()));
    service.answers(Answers.error(429).setHeader("Retry-After", "5"));
    world.advance(MINUTE);

    assertThat(Activity.of(client).calls()).isZero();
    assertThat(service.requestCount()).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void aReadThatIsRefusedWhenItsCallerHasLeftTakesNoRetryFromTheNext(CallStyle style) {
    FreightClient client =
        service.client(paying().retryPolicy(RetryPolicy.builder().maxAttempts(2).build()));
    var left = begin(style, client, shared());
    var next = begin(style, client, shared());
    leave(world, left);
    service.answers(Answers.error(429), Answers.error(429));
    world.advance(Duration.ofSeconds(10));
    answer();

    assertThat(told(next)).isEqualTo(PRICE);
    assertThat(service.requestCount()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void theLastFailureOfACallerWhoHasLeftIsThatOfAll(CallStyle style) {
    FreightClient client = service.client(paying().retryPolicy(RetryPolicy.none()));
    var left = begin(style, client, shared());
    var next = begin(style, client, shared());
    leave(world, left);
    service.answers(Answers.error(429));
    world.advance(Duration.ofSeconds(10));

    assertThat(failureOf(next)).isInstanceOf(RateLimitedException.class);
    assertThat(service.requestCount()).isOne();
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
    return client(
        withCache,
        paying().deadline(MINUTE).topUpPolicy(TopUpPolicy.awaitTopUp(MINUTE.multipliedBy(5))));
  }

  private FreightClient client(boolean withCache, FreightClientBuilder builder) {
    return service.client(withCache ? builder.positionCache(new MapCache()) : builder);
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
  void oneMalformedAnswerIsChargedToOneOfFiftyCallers(CallStyle style) {
    FreightClient client = service.client();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    for (int i = 0; i < 50; i++) reads.add(begin(style, client, shared()));
    service.answers(Answers.json(200, "{\"loadNumber\":\"LD-2026-0001\"}"));

    List<FreightException> failures = reads.stream().map(Readers::failureOf).toList();
    assertThat(failures).hasSize(50).hasOnlyElementsOfType(FreightDecodingException.class);
    assertThat(failures).filteredOn(f -> !f.charge().equals(Charge.NONE)).hasSize(1);
    assertThat(failures).filteredOn(f -> f.attempts() == 1).hasSize(1);
    assertThat(service.requestCount()).isOne();
  }

  /** Whatever it was: a break, a time limit, a status. */
  @ParameterizedTest
  @EnumSource
  void whoOnlyWaitedIsToldThatHeWasChargedNothing(CallStyle style) {
    FreightClient client = service.client();
    List<Runnable> failures =
        List.of(
            () -> service.answers(Answers.error(500)),
            () ->
                service.answers(
                    Answers.success(Operation.GET_LOAD_POSITION)
                        .onResponseStart(new mockwebserver3.SocketEffect.CloseSocket())),
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
        Readers.begin(
            world,
            CallStyle.FUTURE,
            client,
            "LD-2026-0009",
            shared().deadline(MINUTE.multipliedBy(9)));
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

  /** He asks again with a second left: who joins that has the time of the client. */
  @ParameterizedTest
  @EnumSource
  void whoJoinsTheReadOfOneWithHardlyAnyTimeLeftHasHisOwn(CallStyle style) {
    FreightClient client = service.client(paying().deadline(MINUTE).timeout(MINUTE));
    var left = begin(style, client, shared().deadline(MINUTE.multipliedBy(5)));
    var late = begin(style, client, shared());
    world.advance(MINUTE.minusSeconds(1));
    leave(world, left);
    service.answers(Answers.error(429).setHeader("Retry-After", "5"));
    world.settle();
    assertThat(service.requestCount()).isEqualTo(2);
    var joined = begin(style, client, shared());
    world.advance(Duration.ofSeconds(30));

    assertThat(failureOf(late)).isInstanceOf(FreightTimeoutException.class);
    assertThat(failureOf(late).charge()).isEqualTo(Charge.UNKNOWN);
    answer();
    assertThat(told(joined)).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isEqualTo(2);
  }

  /** When the read of the one who left ends, a younger one has asked again before the old one. */
  @ParameterizedTest
  @EnumSource
  void nobodyOutlastsHisDeadlineBehindAYoungerPayer(CallStyle style) {
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
    leave(world, leaves);
    asNextCallBegins.add(() -> client.async().getLoadPosition(Loads.NUMBER, shared().build()));
    service.answers(Answers.error(429).setHeader("Retry-After", "5"));
    world.advance(MINUTE);

    assertThat(service.requestCount()).isEqualTo(2);
    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE));
    assertThat(failureOf(old).charge()).as("the younger one pays").isEqualTo(Charge.NONE);
  }

  /** Refuses whoever brings a scope. */
  private record AtTheBeginOfACall(List<Runnable> tasks, TestGuard guard) implements SpendGuard {
    @Override
    public boolean needsPrice(@Nullable Scope scope) {
      if (!tasks.isEmpty()) tasks.remove(0).run();
      return false;
    }

    @Override
    public CompletionStage<Decision> reserve(Purchase purchase) {
      if (purchase.scope() == null) return guard.reserve(purchase);
      return CompletableFuture.completedFuture(
          new LimitReached("0.01 USD in all", new BigDecimal("0.02"), BigDecimal.ZERO, null));
    }

    @Override
    public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
      return guard.complete(reservation, outcome);
    }

    @Override
    public CompletionStage<Void> flush(Duration atMost) {
      return guard.flush(atMost);
    }
  }

  @Test
  void tenThousandRefusalsAtOnceDoNotNest() {
    TestGuard guard = TestGuard.of(world.clock(), "0.00");
    FreightClient client = service.client(paying().spendGuard(guard));
    guard.decideLate();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    CallOptions options = shared().build();
    for (int i = 0; i < 10_000; i++) {
      reads.add(client.async().getLoadPosition(Loads.NUMBER, options));
    }
    world.settle();
    guard.answer();
    world.settle();

    assertThat(reads).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(guard.asked()).hasSize(10_000);
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

  @ParameterizedTest
  @EnumSource
  void aSentReadThatNobodyWaitsForEndsWithItsClient(CallStyle style) {
    FreightClient client = paying().build();
    leave(world, begin(style, client, shared()));
    assertThat(Activity.of(client).calls()).isOne();
    client.close();
    world.settle();

    assertThat(Activity.of(client).calls()).isZero();
    assertThat(world.network().onTheirWay()).isZero();
  }

  // --- what tests do ---

  private FreightClient priced() {
    return service.client(paying());
  }

  private FreightClientBuilder paying() {
    return TestBuilders.withPrices(service.withOwnPrices(), KnownPrices.usual());
  }

  private CompletableFuture<FreightResponse<LoadPosition>> begin(
      CallStyle style, FreightClient client, CallOptions.Builder options) {
    return Readers.begin(world, style, client, options);
  }

  private CompletableFuture<FreightResponse<LoadPosition>> readOf(
      FreightClient client, String load) {
    return Readers.begin(world, CallStyle.FUTURE, client, load, shared());
  }

  private void answer() {
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    world.settle();
  }

  private static Charge told(CompletableFuture<FreightResponse<LoadPosition>> read) {
    return CallStyle.join(read).charge();
  }

  /** When it ends. */
  private Instant[] endOf(CompletableFuture<?> read) {
    Instant[] ended = new Instant[1];
    CompletableFuture<?> unused = read.whenComplete((answer, failure) -> ended[0] = world.now());
    return ended;
  }
}
