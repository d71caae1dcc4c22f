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
  /** Completed when the balance has been read again. */
  private CompletableFuture<Void> balanceRead = new CompletableFuture<>();

  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void theClientsDeadlineExcludesWaitsForATopUp(CallStyle style, boolean withCache) {
    FreightClient client = clientWaitingForTopUp(withCache);
    var first = startRead(style, client, shared());
    Instant[] ended = endTime(first);
    world.advance(Duration.ofSeconds(20));
    var second = startRead(style, client, shared());
    Instant[] secondEnded = endTime(second);
    world.advance(MINUTE.multipliedBy(6));

    for (var read : List.of(first, second)) {
      assertThat(failureOf(read)).isInstanceOf(InsufficientFundsException.class);
      assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE.multipliedBy(5)));
    assertThat(secondEnded[0]).isEqualTo(ended[0]);
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isOne();
  }

  /** Tops up the balance, and waits until the client has read it. */
  private void topUp() {
    service.alwaysRespond(Operation.GET_BALANCE, balance("5.00"));
    balanceRead = new CompletableFuture<>();
    world.join(balanceRead);
    world.settle();
  }

  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aTopUpServesAllWaitingCallers(CallStyle style, boolean withCache) {
    FreightClient client = clientWaitingForTopUp(withCache);
    var first = startRead(style, client, shared());
    var second = startRead(style, client, shared());
    world.advance(MINUTE.multipliedBy(2));
    topUp();
    respond();

    assertThat(chargeOf(first)).isEqualTo(PRICE);
    assertThat(chargeOf(second)).isEqualTo(Charge.NONE);
  }

  /** A call whose reported charge is {@code NONE} is not paid later. */
  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aDeadlineDuringTheTopUpWaitCostsNothingAndTheNextWaits(CallStyle style, boolean withCache) {
    FreightClient client = clientWaitingForTopUp(withCache);
    service.enqueue(ServiceResponses.insufficientFunds());
    var hurried = startRead(style, client, shared().deadline(HURRY));
    var patient = startRead(style, client, shared());
    world.advance(MINUTE.multipliedBy(2));

    assertThat(failureOf(hurried)).isInstanceOf(InsufficientFundsException.class);
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    assertThat(patient).isNotDone();
    cancelCall(patient);
    assertThat(Activity.of(client).calls()).as("calls for nobody").isZero();
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aTopUpServesACallerThatJoinedTheRead(CallStyle style, boolean withCache) {
    FreightClient client = clientWaitingForTopUp(withCache);
    var patient = startRead(style, client, shared().deadline(MINUTE.multipliedBy(60)));
    var follows = startRead(style, client, shared());
    world.advance(MINUTE.multipliedBy(4));
    assertThat(follows).isNotDone();
    topUp();
    respond();

    assertThat(chargeOf(patient)).isEqualTo(PRICE);
    assertThat(chargeOf(follows)).isEqualTo(Charge.NONE);
  }

  /** Only the time of a wait for a top-up extends the deadline, not a refusal. */
  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aRefusalWithoutAWaitDoesNotExtendTheDeadline(CallStyle style, boolean withCache) {
    FreightClient client = client(withCache, builderWithTopUpWait().attemptTimeout(MINUTE));
    var first = startRead(style, client, shared());
    var patient = startRead(style, client, shared());
    Instant[] ended = endTime(patient);
    cancelCall(first);
    world.advance(MINUTE.minusSeconds(1));
    service.enqueue(ServiceResponses.insufficientFunds());
    world.advance(MINUTE);

    assertThat(ended[0]).isEqualTo(World.START.plus(MINUTE));
  }

  @ParameterizedTest
  @MethodSource("stylesWithAndWithoutACache")
  void aDeadlineInThePauseAfterARefusalCostsNothing(CallStyle style, boolean withCache) {
    FreightClient client = client(withCache, pricedBuilder());
    var hurried = startRead(style, client, shared().deadline(HURRY));
    var patient = startRead(style, client, shared());
    service.enqueue(ServiceResponses.error(429).setHeader("Retry-After", "5"));
    world.advance(HURRY);

    assertThat(failureOf(hurried)).isInstanceOf(RateLimitedException.class);
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    respond();
    assertThat(chargeOf(patient)).isEqualTo(PRICE);
  }

  static Stream<Arguments> stylesWithAndWithoutACache() {
    return Stream.of(CallStyle.values())
        .flatMap(style -> Stream.of(true, false).map(with -> Arguments.of(style, with)));
  }

  /**
   * A client with an empty balance. The read gets a 402, and its deadline is shorter than the wait.
   */
  private FreightClient clientWaitingForTopUp(boolean withCache) {
    service.alwaysRespond(Operation.GET_BALANCE, balance("0.00"));
    service.enqueue(ServiceResponses.insufficientFunds());
    return client(withCache, builderWithTopUpWait());
  }

  private FreightClient.Builder builderWithTopUpWait() {
    return pricedBuilder()
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
