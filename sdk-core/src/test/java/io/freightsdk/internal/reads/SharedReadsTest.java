package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers of one client share a read of a load, and leave it. */
class SharedReadsTest extends SharedReadsFixture {
  @ParameterizedTest
  @EnumSource
  void callersShareTheReadUnderWay(CallStyle style) {
    FreightClient client = priced();
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    answer();

    assertThat(service.requestCount()).isOne();
    assertThat(reported(first)).isEqualTo(PRICE);
    assertThat(reported(second)).isEqualTo(Charge.NONE);
    assertThat(second.join().value()).isEqualTo(first.join().value());
    assertThat(second.join().attempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aCallerThatWaitsForOneLoadDoesNotGetThePositionOfAnother(CallStyle style) {
    FreightClient client = priced();
    var other = readOf(client, "LD-2026-0009");
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());
    service.enqueue(position("LD-2026-0009"));
    world.settle();
    assertThat(other).isCompleted();
    assertThat(second).isNotDone();
    answer();

    assertThat(second.join().value().loadNumber()).isEqualTo(SampleLoads.NUMBER);
    assertThat(first).isCompleted();
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
    begin(style, client, shared().attemptTimeout(Duration.ofMinutes(2)));
    world.advance(Duration.ofSeconds(50));
    answer();
    world.advance(Duration.ofSeconds(10));

    assertThat(begin(style, client, shared())).isNotDone();
    answer();
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
      if (i == 1_000) assertThat(readOf(client, "LD-0")).as("asked for again").isCompleted();
      service.enqueue(position("LD-" + i));
      readOf(client, "LD-" + i);
    }

    assertThat(readOf(client, "LD-0")).isCompleted();
    assertThat(readOf(client, "LD-1000")).isCompleted();
    assertThat(readOf(client, "LD-1")).isNotDone();
    service.enqueue(position("LD-1"));
  }

  @Test
  void aCallbackThatBlocksDelaysNoOther() {
    FreightClient client = priced();
    CompletableFuture<Void> release = new CompletableFuture<>();
    var first = begin(CallStyle.FUTURE, client, shared());
    var second = begin(CallStyle.FUTURE, client, shared());
    CompletableFuture<Void> blocked = first.thenRun(() -> CallStyle.join(release));
    answer();

    assertThat(reported(second)).isEqualTo(Charge.NONE);
    assertThat(blocked).isNotDone();
    release.complete(null);
    world.settle();
    assertThat(blocked).isCompleted();
  }

  // --- who leaves ---

  @ParameterizedTest
  @EnumSource
  void aReaderThatLeavesDuringItsReadMayHaveBeenChargedAndTheNextOneReads(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    TestGuard.TestScope ofTheFirst = guard.scope("first");
    FreightClient client = service.client(paying().spendGuard(guard));
    var first = begin(style, client, shared().scope(ofTheFirst));
    var second = begin(style, client, shared());
    var third = begin(style, client, shared());

    leave(first);
    assertThat(service.requestCount()).as("its own and that of the second").isEqualTo(2);
    answerTo(2);

    assertThat(reported(second)).isEqualTo(PRICE);
    assertThat(reported(third)).isEqualTo(Charge.NONE);
    assertThat(guard.entries())
        .extracting(entry -> entry.purchase().scope())
        .containsExactly(ofTheFirst, null);
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
    assertThat(left.retryable()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aCallerThatLeavesTheReadOfAnotherIsChargedNothing(CallStyle style) {
    FreightClient client = priced();
    var first = begin(style, client, shared());
    var second = begin(style, client, shared());

    leave(second);
    answer();

    assertThat(reported(first)).isEqualTo(PRICE);
    if (style == CallStyle.FUTURE) return;
    assertThat(failureOf(second).charge()).isEqualTo(Charge.NONE);
    assertThat(failureOf(second).attempts()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aReadThatWasNotSentEndsWhenNoCallerWaitsForIt(CallStyle style) {
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
    service.enqueue(position("LD-2026-0009"));
    assertThat(reported(out)).isEqualTo(PRICE);
    assertThat(service.requestCount()).isOne();
  }

  /** What he had reserved is free again before the next one reserves. */
  @ParameterizedTest
  @EnumSource
  void aReaderThatLeavesBeforeItsReadIsSentIsChargedNothingAndTheNextOneReads(CallStyle style) {
    TestGuard guard = TestGuard.of(world.clock(), "0.04");
    TestGuard.TestScope ofTheFirst = guard.scope("first");
    TestGuard.TestScope ofTheSecond = guard.scope("second");
    FreightClient client = service.client(paying().spendGuard(guard).maxConcurrentRequests(1));
    readOf(client, "LD-2026-0009");
    var first = begin(style, client, shared().scope(ofTheFirst));
    var second = begin(style, client, shared().scope(ofTheSecond));
    var third = begin(style, client, shared());

    leave(first);
    service.enqueue(position("LD-2026-0009"), position(SampleLoads.NUMBER));

    if (style == CallStyle.BLOCKING) {
      assertThat(failureOf(first).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(reported(second)).isEqualTo(PRICE);
    assertThat(reported(third)).isEqualTo(Charge.NONE);
    assertThat(guard.entries())
        .filteredOn(entry -> entry.reported().equals(PRICE))
        .extracting(entry -> entry.purchase().scope())
        .containsExactly(null, ofTheSecond);
    guard.assertEachEndedOnce();
  }

  // --- the end of the client ---

  @ParameterizedTest
  @EnumSource
  void closingTheClientMakesTheChargeUnknownForTheReaderAndNoneForTheOthers(CallStyle style) {
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
}
