package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers of one client share a read of a load. Any of them may be cancelled. */
class SharedReadsTest extends SharedReadsFixture {
  @ParameterizedTest
  @EnumSource
  void callersShareAReadInProgress(CallStyle style) {
    FreightClient client = pricedClient();
    var first = startRead(style, client, shared());
    var second = startRead(style, client, shared());
    respond();

    assertThat(service.requestCount()).isOne();
    assertThat(chargeOf(first)).isEqualTo(PRICE);
    assertThat(chargeOf(second)).isEqualTo(Charge.NONE);
    assertThat(second.join().value()).isEqualTo(first.join().value());
    assertThat(second.join().attempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheCallThatReadsHasTheBody(CallStyle style) {
    FreightClient client = cachingClient();
    var reading = startRead(style, client, shared());
    var waiting = startRead(style, client, shared());
    respond();
    var kept = startRead(style, client, shared());
    var cached = startRead(style, cachingClient(), shared());

    assertThat(reading.join().body()).contains(SampleLoads.NUMBER);
    assertThat(List.of(waiting, kept, cached)).allMatch(read -> read.join().body() == null);
  }

  @ParameterizedTest
  @EnumSource
  void aWaitingCallerGetsThePositionOfItsLoad(CallStyle style) {
    FreightClient client = pricedClient();
    var other = startSharedRead(client, "LD-2026-0009");
    var first = startRead(style, client, shared());
    var second = startRead(style, client, shared());
    service.enqueue(position("LD-2026-0009"));
    world.settle();
    assertThat(other).isCompleted();
    assertThat(second).isNotDone();
    respond();

    assertThat(second.join().value().loadNumber()).isEqualTo(SampleLoads.NUMBER);
    assertThat(first).isCompleted();
  }

  @ParameterizedTest
  @EnumSource
  void aPositionIsSharedUntilTheCallersMaxAge(CallStyle style) {
    FreightClient client = pricedClient();
    startRead(style, client, shared());
    respond();
    world.advance(Duration.ofSeconds(59));
    assertThat(startRead(style, client, shared())).isCompleted();
    world.advance(Duration.ofSeconds(1));

    assertThat(startRead(style, client, shared().maxAge(Duration.ofMinutes(2)))).isCompleted();
    assertThat(startRead(style, client, shared())).isNotDone();
    assertThat(service.requestCount()).isEqualTo(2);
    respond();
  }

  @ParameterizedTest
  @EnumSource
  void theAgeOfAPositionCountsFromTheStartOfItsRead(CallStyle style) {
    FreightClient client = pricedClient();
    startRead(style, client, shared().attemptTimeout(Duration.ofMinutes(2)));
    world.advance(Duration.ofSeconds(50));
    respond();
    world.advance(Duration.ofSeconds(10));

    assertThat(startRead(style, client, shared())).isNotDone();
    respond();
  }

  @ParameterizedTest
  @EnumSource
  void aMaxAgeOfZeroSharesOnlyReadsInProgress(CallStyle style) {
    FreightClient client = pricedClient();
    var first = startRead(style, client, shared().maxAge(Duration.ZERO));
    var second = startRead(style, client, shared().maxAge(Duration.ZERO));
    respond();
    var third = startRead(style, client, shared().maxAge(Duration.ZERO));

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(third).isNotDone();
    respond();
    assertThat(service.requestCount()).isEqualTo(2);
  }

  @Test
  void theThousandMostRecentlyUsedPositionsAreKept() {
    FreightClient client = pricedClient();
    for (int i = 0; i <= 1_000; i++) {
      if (i == 1_000)
        assertThat(startSharedRead(client, "LD-0")).as("requested again").isCompleted();
      service.enqueue(position("LD-" + i));
      startSharedRead(client, "LD-" + i);
    }

    assertThat(startSharedRead(client, "LD-0")).isCompleted();
    assertThat(startSharedRead(client, "LD-1000")).isCompleted();
    assertThat(startSharedRead(client, "LD-1")).isNotDone();
    service.enqueue(position("LD-1"));
  }

  @Test
  void aBlockingCallbackDelaysNoOtherCall() {
    FreightClient client = pricedClient();
    CompletableFuture<Void> release = new CompletableFuture<>();
    var first = startRead(CallStyle.FUTURE, client, shared());
    var second = startRead(CallStyle.FUTURE, client, shared());
    CompletableFuture<Void> blocked = first.thenRun(() -> CallStyle.join(release));
    respond();

    assertThat(chargeOf(second)).isEqualTo(Charge.NONE);
    assertThat(blocked).isNotDone();
    release.complete(null);
    world.settle();
    assertThat(blocked).isCompleted();
  }

  // --- cancelled calls ---

  @ParameterizedTest
  @EnumSource
  void aReaderCancelledAfterSendingIsUnknownAndTheNextReads(CallStyle style) {
    TestGuard guard = TestGuard.unlimited();
    TestGuard.TestScope firstScope = guard.scope("first");
    FreightClient client = service.client(pricedBuilder().spendGuard(guard));
    var first = startRead(style, client, shared().scope(firstScope));
    var second = startRead(style, client, shared());
    var third = startRead(style, client, shared());

    cancelCall(first);
    assertThat(service.requestCount()).as("its own and that of the second").isEqualTo(2);
    respondTo(2);

    assertThat(chargeOf(second)).isEqualTo(PRICE);
    assertThat(chargeOf(third)).isEqualTo(Charge.NONE);
    assertThat(guard.entries())
        .extracting(entry -> entry.purchase().scope())
        .containsExactly(firstScope, null);
    assertThat(guard.entries())
        .extracting(TestGuard.Entry::reported)
        .containsExactly(Charge.UNKNOWN, PRICE);
    if (style == CallStyle.FUTURE) {
      assertThat(first).isCancelled();
      return;
    }
    FreightException left = failureOf(first);
    assertThat(left).isInstanceOf(FreightCancelledException.class);
    assertThat(left.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(left.attempts()).isOne();
    assertThat(left.nextStep()).isNotIn(NextStep.RETRY_LATER, NextStep.RETRY_WITH_SAME_KEY);
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledWaitingCallerIsNotCharged(CallStyle style) {
    FreightClient client = pricedClient();
    var first = startRead(style, client, shared());
    var second = startRead(style, client, shared());

    cancelCall(second);
    respond();

    assertThat(chargeOf(first)).isEqualTo(PRICE);
    if (style == CallStyle.FUTURE) return;
    assertThat(failureOf(second).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(second).attempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void anUnsentReadEndsWithItsLastCaller(CallStyle style) {
    TestGuard guard = TestGuard.unlimited();
    FreightClient client =
        service.client(pricedBuilder().spendGuard(guard).maxConcurrentRequests(1));
    var out = startSharedRead(client, "LD-2026-0009");
    var waits = startRead(style, client, shared());
    cancelCall(waits);

    if (style == CallStyle.BLOCKING) {
      assertThat(failureOf(waits).charge()).isEqualTo(Charge.NONE);
      assertThat(failureOf(waits).attempts()).isZero();
    }
    assertThat(guard.open()).as("reservations").hasSize(1);
    service.enqueue(position("LD-2026-0009"));
    assertThat(chargeOf(out)).isEqualTo(PRICE);
    assertThat(service.requestCount()).isOne();
  }

  /** Its reservation is released before the next caller reserves. */
  @ParameterizedTest
  @EnumSource
  void aReaderCancelledBeforeSendingIsNotChargedAndTheNextReads(CallStyle style) {
    TestGuard guard = TestGuard.of("0.04");
    TestGuard.TestScope firstScope = guard.scope("first");
    TestGuard.TestScope secondScope = guard.scope("second");
    FreightClient client =
        service.client(pricedBuilder().spendGuard(guard).maxConcurrentRequests(1));
    startSharedRead(client, "LD-2026-0009");
    var first = startRead(style, client, shared().scope(firstScope));
    var second = startRead(style, client, shared().scope(secondScope));
    var third = startRead(style, client, shared());

    cancelCall(first);
    service.enqueue(position("LD-2026-0009"), position(SampleLoads.NUMBER));

    if (style == CallStyle.BLOCKING) {
      assertThat(failureOf(first).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(chargeOf(second)).isEqualTo(PRICE);
    assertThat(chargeOf(third)).isEqualTo(Charge.NONE);
    assertThat(guard.entries())
        .filteredOn(entry -> entry.reported().equals(PRICE))
        .extracting(entry -> entry.purchase().scope())
        .containsExactly(null, secondScope);
    guard.assertEachCompletedOnce();
  }

  // --- the end of the client ---

  @ParameterizedTest
  @EnumSource
  void closingTheClientMakesOnlyTheReadersChargeUnknown(CallStyle style) {
    FreightClient client = pricedBuilder().build();
    var first = startRead(style, client, shared());
    var second = startRead(style, client, shared());
    client.close();

    assertThat(failureOf(first)).isInstanceOf(FreightCancelledException.class);
    assertThat(failureOf(first).charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failureOf(second)).isInstanceOf(FreightCancelledException.class);
    assertThat(failureOf(second).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(startRead(style, client, shared())))
        .isInstanceOf(FreightCancelledException.class);
    assertThat(service.requestCount()).isOne();
  }
}
