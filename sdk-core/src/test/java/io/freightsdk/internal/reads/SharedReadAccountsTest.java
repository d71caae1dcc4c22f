package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One client reads for two brokers that have loads of the same number, and shares nothing. */
class SharedReadAccountsTest extends SharedReadsFixture {
  private static final String EAST = "agentkey-of-the-east-0001";
  private static final String WEST = "agentkey-of-the-west-0001";

  private String key = EAST;
  private int keyRequests;

  private FreightClient.Builder builderForBothBrokers() {
    return pricedBuilder()
        .positionCache(cache)
        .agentKey(
            () -> {
              keyRequests++;
              return key;
            });
  }

  /** Starts a read with this key. */
  private CompletableFuture<FreightResponse<LoadPosition>> startReadWithKey(
      String agentKey, CallStyle style, FreightClient client) {
    key = agentKey;
    return startRead(style, client, shared().staleIfError(HOUR));
  }

  private String sentKey() {
    return service.takeRequest().getHeaders().get("Authorization").substring("Bearer ".length());
  }

  @ParameterizedTest
  @EnumSource
  void aKeptPositionIsNotReturnedToAnotherBroker(CallStyle style) {
    FreightClient client = service.client(builderForBothBrokers());
    assertThat(chargeAfterResponse(startReadWithKey(EAST, style, client))).isEqualTo(PRICE);

    assertThat(chargeAfterResponse(startReadWithKey(WEST, style, client))).isEqualTo(PRICE);
    assertThat(chargeOf(startReadWithKey(EAST, style, client))).isEqualTo(Charge.NONE);
    assertThat(chargeOf(startReadWithKey(WEST, style, client))).isEqualTo(Charge.NONE);
    assertThat(List.of(sentKey(), sentKey())).containsExactly(EAST, WEST);
  }

  @ParameterizedTest
  @EnumSource
  void aReadInProgressIsNotSharedWithAnotherBroker(CallStyle style) {
    FreightClient client = service.client(builderForBothBrokers());
    var east = startReadWithKey(EAST, style, client);
    var west = startReadWithKey(WEST, style, client);
    var east2 = startReadWithKey(EAST, style, client);
    assertThat(service.requestCount()).isEqualTo(2);
    respondTo(2);

    assertThat(List.of(chargeOf(east), chargeOf(west), chargeOf(east2)))
        .containsExactly(PRICE, PRICE, Charge.NONE);
  }

  /** A stale position replaces an error only for its own broker. */
  @ParameterizedTest
  @EnumSource
  void aStalePositionIsNotReturnedToAnotherBroker(CallStyle style) {
    FreightClient client = service.client(builderForBothBrokers().retryPolicy(RetryPolicy.none()));
    chargeAfterResponse(startReadWithKey(EAST, style, client));
    world.advance(MINUTE);
    service.alwaysRespond(Operation.GET_LOAD_POSITION, ServiceResponses.billingUnavailable());

    assertThat(failureOf(startReadWithKey(WEST, style, client)))
        .isInstanceOf(FreightException.class);
    assertThat(chargeOf(startReadWithKey(EAST, style, client))).isEqualTo(Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void theCacheKeyContainsTheAccount(CallStyle style) {
    FreightClient client = service.client(builderForBothBrokers());
    chargeAfterResponse(startReadWithKey(EAST, style, client));
    String account = client.accountId();

    assertThat(cache.entries).containsOnlyKeys("freight:" + account + ":LD-2026-0001");
    assertThat(
            chargeAfterResponse(
                startReadWithKey(WEST, style, service.client(builderForBothBrokers()))))
        .isEqualTo(PRICE);
    assertThat(chargeOf(startReadWithKey(EAST, style, service.client(builderForBothBrokers()))))
        .isEqualTo(Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void keysOfANamedAccountSharePositions(CallStyle style) {
    FreightClient client = service.client(builderForBothBrokers().account("acme"));
    var first = startReadWithKey(EAST, style, client);
    var joins = startReadWithKey(WEST, style, client);
    respond();

    assertThat(chargeOf(first)).isEqualTo(PRICE);
    assertThat(chargeOf(joins)).isEqualTo(Charge.NONE);
    assertThat(chargeOf(startReadWithKey(WEST, style, client))).isEqualTo(Charge.NONE);
    FreightClient other = service.client(builderForBothBrokers().account("acme"));
    assertThat(chargeOf(startReadWithKey(WEST, style, other)))
        .as("from the cache")
        .isEqualTo(Charge.NONE);
  }

  /** A second key could belong to another account than the cached position. */
  @ParameterizedTest
  @EnumSource
  void aSharedReadRequestsOneKey(CallStyle style) {
    TestGuard guard = TestGuard.unlimited();
    RetryPolicy again = RetryPolicy.builder().retryUnknownReads(true).build();
    FreightClient client =
        service.client(builderForBothBrokers().spendGuard(guard).retryPolicy(again));
    service.enqueue(ServiceResponses.error(500));
    var read = startReadWithKey(EAST, style, client);
    key = WEST;
    world.advance(MINUTE.dividedBy(2));
    respond();

    assertThat(read.join().attempts()).isEqualTo(2);
    assertThat(keyRequests).isOne();
    assertThat(List.of(sentKey(), sentKey())).containsOnly(EAST);
    key = EAST;
    assertThat(guard.purchases())
        .hasSize(2)
        .allMatch(one -> one.accountId().equals(client.accountId()));
    keyRequests = 0;
    assertThat(chargeOf(startReadWithKey(EAST, style, client))).isEqualTo(Charge.NONE);
    assertThat(keyRequests).isOne();
  }

  /** The key is rotated while it waits for the read of another caller. */
  @ParameterizedTest
  @EnumSource
  void aWaitingCallerReadsInItsOwnAccountAfterARotation(CallStyle style) {
    FreightClient client = service.client(builderForBothBrokers());
    var first = startReadWithKey(EAST, style, client);
    var second = startReadWithKey(EAST, style, client);
    key = WEST;
    cancelCall(first);
    respondTo(2);

    assertThat(chargeOf(second)).isEqualTo(PRICE);
    assertThat(List.of(sentKey(), sentKey())).containsExactly(EAST, EAST);
  }

  @ParameterizedTest
  @EnumSource
  void aSharedPositionHasTheAccountOfItsCaller(CallStyle style) {
    FreightClient client = service.client(builderForBothBrokers());
    List<String> accounts = new ArrayList<>();
    chargeAfterResponse(startReadWithKey(EAST, style, client));
    accounts.add(startReadWithKey(EAST, style, client).join().accountId());
    accounts.add(client.accountId());

    assertThat(accounts.get(0)).isEqualTo(accounts.get(1));
  }

  @ParameterizedTest
  @EnumSource
  void withoutAKeyNothingIsSharedAndNothingIsSent(CallStyle style) {
    FreightClient client =
        service.client(
            builderForBothBrokers()
                .agentKey(
                    () -> {
                      throw new IllegalStateException("sealed");
                    }));
    FreightException failure = failureOf(startReadWithKey(EAST, style, client));

    assertThat(failure)
        .hasMessageContaining("the agent key supplier failed")
        .hasMessageEndingWith("nothing was sent, nothing was charged")
        .hasRootCauseMessage("sealed");
    assertThat(service.requestCount()).isZero();
  }
}
