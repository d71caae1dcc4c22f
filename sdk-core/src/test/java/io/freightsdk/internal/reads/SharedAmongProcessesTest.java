package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.model.Operation;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes share positions through a cache, and read whatever it does. */
class SharedAmongProcessesTest extends SharedReadsFixture {
  @ParameterizedTest
  @EnumSource
  void aPositionThatIsYoungEnoughIsUsed(CallStyle style) {
    answered(begin(style, process(), shared()));
    FreightClient other = process();
    world.advance(Duration.ofSeconds(59));

    var found = begin(style, other, shared());
    assertThat(reported(found)).isEqualTo(Charge.NONE);
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

  /** To ask it crosses the network. */
  @ParameterizedTest
  @EnumSource
  void aPositionOfTheCacheIsAskedForOnce(CallStyle style) {
    answered(begin(style, process(), shared()));
    int before = cache.gets;
    FreightClient other = process();

    for (int i = 0; i < 2; i++) {
      assertThat(reported(begin(style, other, shared()))).isEqualTo(Charge.NONE);
    }
    assertThat(cache.gets).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @EnumSource
  void aMaxAgeOfZeroAsksNoCache(CallStyle style) {
    answered(begin(style, process(), shared().maxAge(Duration.ZERO)));

    assertThat(cache.gets).isZero();
    assertThat(cache.kept).as("for those who take older ones").hasSize(1);
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

    assertThat(reported(tolerant)).isEqualTo(Charge.NONE);
    assertThat(answered(strict)).isEqualTo(PRICE);
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
      assertThat(reported(begin(style, client, shared())))
          .as("within the process")
          .isEqualTo(Charge.NONE);
    }
    assertThat(service.requestCount()).isEqualTo(thrown.size());
    assertThat(cache.puts).as("it is told all the same").isEqualTo(thrown.size());
  }

  /** Whoever hears of it asks the other process at once. */
  @ParameterizedTest
  @EnumSource
  void aLaterCallerFindsThePositionInEveryProcess(CallStyle style) {
    HangingCache slow = new HangingAtPuts(cache);
    FreightClient client = process(slow);
    var read = begin(style, client, shared());
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    world.settle();
    assertThat(read).as("its position is being stored").isNotDone();
    slow.release();

    assertThat(reported(read)).isEqualTo(PRICE);
    assertThat(reported(begin(style, process(), shared()))).isEqualTo(Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void aCacheInWhichNothingCanBePutDelaysOnlyWhoPaid(CallStyle style) {
    HangingCache hangs = new HangingAtPuts(cache);
    FreightClient client = process(hangs);
    Duration hurry = Duration.ofMillis(300);
    var first = begin(style, client, shared().deadline(hurry));
    var second = begin(style, client, shared().deadline(hurry));
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    world.advance(hurry);

    assertThat(reported(second)).isEqualTo(Charge.NONE);
    assertThat(reported(begin(style, client, shared()))).isEqualTo(Charge.NONE);
    assertThat(first).isNotDone();
    hangs.release();
    assertThat(reported(first)).isEqualTo(PRICE);
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

    assertThat(reported(behind)).isEqualTo(Charge.NONE);
    assertThat(first).isNotDone();
    hangs.release();
    assertThat(reported(first)).isEqualTo(PRICE);
    assertThat(reported(newcomer)).isEqualTo(PRICE);
    assertThat(service.requestCount()).isEqualTo(2);
  }

  /** Its end is in his time, however late it began: it begins no pause that ends after that. */
  @ParameterizedTest
  @EnumSource
  void theDeadlineOfAReadCountsFromWhenItsCallerAsked(CallStyle style) {
    HangingCache slow = new HangingCache(cache);
    FreightClient client =
        service.client(paying().positionCache(slow).callTimeout(Duration.ofSeconds(10)));
    var read = begin(style, client, shared());
    Instant[] ended = endOf(read);
    world.advance(Duration.ofSeconds(1));
    slow.release();
    world.advance(Duration.ofMillis(7_500));
    service.enqueue(ServiceResponses.error(429).setHeader("Retry-After", "2"));
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
  void aCallerThatLeavesDuringTheLookUpInTheCacheSendsNothing(CallStyle style) {
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
  void aCallerThatLeavesDuringTheLookUpInTheCacheLeavesItToTheOthers(CallStyle style) {
    answered(begin(style, process(), shared()));
    HangingCache slow = new HangingCache(cache);
    FreightClient other = process(slow);
    var first = begin(style, other, shared());
    var second = begin(style, other, shared());
    leave(first);
    slow.release();
    world.settle();

    assertThat(reported(second)).isEqualTo(Charge.NONE);
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

  @Test
  void ofManyLoadsAtOnceEachIsLookedForAndPaidOnce() {
    FreightClient client = process();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    CallOptions options = shared().build();
    for (int load = 0; load < 100; load++) {
      for (int i = 0; i < 3; i++) {
        reads.add(client.async().getLoadPosition("LD-" + load, options));
      }
      service.enqueue(position("LD-" + load));
    }
    world.settle();
    assertThat(reads).allMatch(CompletableFuture::isDone);
    assertThat(service.requestCount()).isEqualTo(100);
    assertThat(cache.kept).hasSize(100);
  }

  /** Finds nothing at once, and hangs when it is told. */
  private final class HangingAtPuts extends HangingCache {
    HangingAtPuts(PositionCache behind) {
      super(behind);
    }

    @Override
    public @Nullable PositionSnapshot get(String key) {
      return null;
    }
  }
}
