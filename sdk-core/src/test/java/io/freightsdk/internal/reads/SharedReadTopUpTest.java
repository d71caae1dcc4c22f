package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Callers that share a read wait for a top-up, with a position cache and without one. */
class SharedReadTopUpTest extends SharedReadsFixture {
  /** Done when the balance has been read again. */
  private CompletableFuture<Void> balanceRead = new CompletableFuture<>();

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
    service.alwaysRespond(Operation.GET_BALANCE, balance("5.00"));
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

    assertThat(reported(first)).isEqualTo(PRICE);
    assertThat(reported(second)).isEqualTo(Charge.NONE);
  }

  /** Nobody is told that it cost nothing, and then pays for it. */
  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aCallerThatLeavesTheWaitForATopUpPaysNothingAndTheNextOneWaits(
      CallStyle style, boolean withCache) {
    FreightClient client = waitingForMoney(withCache);
    service.enqueue(ServiceResponses.insufficientFunds());
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
  void aTopUpServesACallerThatWaitsForTheReadOfAnother(CallStyle style, boolean withCache) {
    FreightClient client = waitingForMoney(withCache);
    var patient = begin(style, client, shared().deadline(MINUTE.multipliedBy(60)));
    var follows = begin(style, client, shared());
    world.advance(MINUTE.multipliedBy(4));
    assertThat(follows).isNotDone();
    topUp();
    answer();

    assertThat(reported(patient)).isEqualTo(PRICE);
    assertThat(reported(follows)).isEqualTo(Charge.NONE);
  }

  /** A refusal is no wait: only what somebody has waited for money is added to the deadline. */
  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aRefusalWithoutAWaitDoesNotExtendTheDeadline(CallStyle style, boolean withCache) {
    FreightClient client = client(withCache, withPatience().attemptTimeout(MINUTE));
    var first = begin(style, client, shared());
    var patient = begin(style, client, shared());
    Instant[] ended = endOf(patient);
    leave(first);
    world.advance(MINUTE.minusSeconds(1));
    service.enqueue(ServiceResponses.insufficientFunds());
    world.advance(MINUTE);

    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE));
  }

  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aDeadlineInThePauseAfterARefusalCostsNothing(CallStyle style, boolean withCache) {
    FreightClient client = client(withCache, paying());
    var hurried = begin(style, client, shared().deadline(HURRY));
    var patient = begin(style, client, shared());
    service.enqueue(ServiceResponses.error(429).setHeader("Retry-After", "5"));
    world.advance(HURRY);

    assertThat(failureOf(hurried)).isInstanceOf(RateLimitedException.class);
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    answer();
    assertThat(reported(patient)).isEqualTo(PRICE);
  }

  static Stream<Arguments> stylesWithAndWithoutACache() {
    return Stream.of(CallStyle.values())
        .flatMap(style -> Stream.of(true, false).map(with -> Arguments.of(style, with)));
  }

  /** The balance is empty, the read meets a 402, and the deadline is shorter than the wait. */
  private FreightClient waitingForMoney(boolean withCache) {
    service.alwaysRespond(Operation.GET_BALANCE, balance("0.00"));
    service.enqueue(ServiceResponses.insufficientFunds());
    return client(withCache, withPatience());
  }

  private FreightClient.Builder withPatience() {
    return paying()
        .callTimeout(MINUTE)
        .retryPolicy(RetryPolicy.builder().maxTopUpWait(MINUTE.multipliedBy(5)).build())
        .listener(
            event -> {
              if (event.operation() == Operation.GET_BALANCE) balanceRead.complete(null);
            });
  }

  private FreightClient client(boolean withCache, FreightClient.Builder builder) {
    return service.client(withCache ? builder.positionCache(cache) : builder);
  }

  private static MockResponse.Builder balance(String usd) {
    return ServiceResponses.json(200, "{\"currency\":\"USD\",\"balanceUsd\":" + usd + "}");
  }
}
