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

/** Two brokers have loads of one number, and one client reads for both: nothing is shared. */
class SharedReadsOfAccountsTest extends SharedReadsFixture {
  private static final String EAST = "agentkey-of-the-east-0001";
  private static final String WEST = "agentkey-of-the-west-0001";

  private String key = EAST;
  private int asked;

  private FreightClient.Builder ofBoth() {
    return paying()
        .positionCache(cache)
        .agentKey(
            () -> {
              asked++;
              return key;
            });
  }

  /** Begins a read that is made with this key. */
  private CompletableFuture<FreightResponse<LoadPosition>> as(
      String agentKey, CallStyle style, FreightClient client) {
    key = agentKey;
    return begin(style, client, shared().staleIfError(HOUR));
  }

  private String keyOnTheWire() {
    return service.takeRequest().getHeaders().get("Authorization").substring("Bearer ".length());
  }

  @ParameterizedTest
  @EnumSource
  void aPositionThatIsKeptIsNotGivenToTheOtherBroker(CallStyle style) {
    FreightClient client = service.client(ofBoth());
    assertThat(answered(as(EAST, style, client))).isEqualTo(PRICE);

    assertThat(answered(as(WEST, style, client))).isEqualTo(PRICE);
    assertThat(reported(as(EAST, style, client))).isEqualTo(Charge.NONE);
    assertThat(reported(as(WEST, style, client))).isEqualTo(Charge.NONE);
    assertThat(List.of(keyOnTheWire(), keyOnTheWire())).containsExactly(EAST, WEST);
  }

  @ParameterizedTest
  @EnumSource
  void aReadThatIsOnItsWayIsNotSharedWithTheOtherBroker(CallStyle style) {
    FreightClient client = service.client(ofBoth());
    var east = as(EAST, style, client);
    var west = as(WEST, style, client);
    var east2 = as(EAST, style, client);
    assertThat(service.requestCount()).isEqualTo(2);
    answerTo(2);

    assertThat(List.of(reported(east), reported(west), reported(east2)))
        .containsExactly(PRICE, PRICE, Charge.NONE);
  }

  /** An old position may do when the service refuses, but not that of another broker. */
  @ParameterizedTest
  @EnumSource
  void anOldPositionIsNotGivenToTheOtherBroker(CallStyle style) {
    FreightClient client = service.client(ofBoth().retryPolicy(RetryPolicy.none()));
    answered(as(EAST, style, client));
    world.advance(MINUTE);
    service.alwaysRespond(Operation.GET_LOAD_POSITION, ServiceResponses.billingUnavailable());

    assertThat(failureOf(as(WEST, style, client))).isInstanceOf(FreightException.class);
    assertThat(reported(as(EAST, style, client))).isEqualTo(Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void theCacheHasTheAccountInItsKey(CallStyle style) {
    FreightClient client = service.client(ofBoth());
    answered(as(EAST, style, client));
    String account = client.accountId();

    assertThat(cache.kept).containsOnlyKeys("freight:" + account + ":LD-2026-0001");
    assertThat(answered(as(WEST, style, service.client(ofBoth())))).isEqualTo(PRICE);
    assertThat(reported(as(EAST, style, service.client(ofBoth())))).isEqualTo(Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void theKeysOfAnAccountWithANameShareItsPositions(CallStyle style) {
    FreightClient client = service.client(ofBoth().account("acme"));
    var first = as(EAST, style, client);
    var joins = as(WEST, style, client);
    answer();

    assertThat(reported(first)).isEqualTo(PRICE);
    assertThat(reported(joins)).isEqualTo(Charge.NONE);
    assertThat(reported(as(WEST, style, client))).isEqualTo(Charge.NONE);
    FreightClient other = service.client(ofBoth().account("acme"));
    assertThat(reported(as(WEST, style, other))).as("from the cache").isEqualTo(Charge.NONE);
  }

  /** Otherwise the key could change between the look for a position and the request. */
  @ParameterizedTest
  @EnumSource
  void theSupplierIsAskedOnceForACallThatShares(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    RetryPolicy again = RetryPolicy.builder().retryUnknownReads(true).build();
    FreightClient client = service.client(ofBoth().spendGuard(guard).retryPolicy(again));
    service.enqueue(ServiceResponses.error(500));
    var read = as(EAST, style, client);
    key = WEST;
    world.advance(MINUTE.dividedBy(2));
    answer();

    assertThat(read.join().attempts()).isEqualTo(2);
    assertThat(asked).isOne();
    assertThat(List.of(keyOnTheWire(), keyOnTheWire())).containsOnly(EAST);
    key = EAST;
    assertThat(guard.asked())
        .hasSize(2)
        .allMatch(one -> one.accountId().equals(client.accountId()));
    asked = 0;
    assertThat(reported(as(EAST, style, client))).isEqualTo(Charge.NONE);
    assertThat(asked).isOne();
  }

  /** While it waited for the read of another caller, the key was rotated. */
  @ParameterizedTest
  @EnumSource
  void aCallerWhoseTurnComesReadsInTheAccountThatItAskedFor(CallStyle style) {
    FreightClient client = service.client(ofBoth());
    var first = as(EAST, style, client);
    var second = as(EAST, style, client);
    key = WEST;
    leave(first);
    answerTo(2);

    assertThat(reported(second)).isEqualTo(PRICE);
    assertThat(List.of(keyOnTheWire(), keyOnTheWire())).containsExactly(EAST, EAST);
  }

  @ParameterizedTest
  @EnumSource
  void aSharedPositionHasTheAccountOfWhoAsked(CallStyle style) {
    FreightClient client = service.client(ofBoth());
    List<String> accounts = new ArrayList<>();
    answered(as(EAST, style, client));
    accounts.add(as(EAST, style, client).join().accountId());
    accounts.add(client.accountId());

    assertThat(accounts.get(0)).isEqualTo(accounts.get(1));
  }

  @ParameterizedTest
  @EnumSource
  void withoutAKeyNothingIsSharedAndNothingIsSent(CallStyle style) {
    FreightClient client =
        service.client(
            ofBoth()
                .agentKey(
                    () -> {
                      throw new IllegalStateException("sealed");
                    }));
    FreightException failure = failureOf(as(EAST, style, client));

    assertThat(failure)
        .hasMessageContaining("the agent key supplier failed")
        .hasMessageEndingWith("nothing was sent, nothing was charged")
        .hasRootCauseMessage("sealed");
    assertThat(service.requestCount()).isZero();
  }
}
