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

/** Processes share positions through a cache. A failing cache does not fail a read. */
class PositionCacheTest extends SharedReadsFixture {
  @ParameterizedTest
  @EnumSource
  void aCachedPositionIsUsedUntilMaxAge(CallStyle style) {
    chargeAfterResponse(startRead(style, cachingClient(), shared()));
    FreightClient other = cachingClient();
    world.advance(Duration.ofSeconds(59));

    var found = startRead(style, other, shared());
    assertThat(chargeOf(found)).isEqualTo(Charge.NONE);
    assertThat(found.join().attempts()).isZero();
    assertThat(found.join().readAt()).isEqualTo(World.START);
    world.advance(Duration.ofSeconds(1));
    assertThat(chargeAfterResponse(startRead(style, cachingClient(), shared()))).isEqualTo(PRICE);
    assertThat(service.requestCount()).isEqualTo(2);
  }

  /** As the page says. */
  @ParameterizedTest
  @EnumSource
  void processesThatReadConcurrentlyMayBothPay(CallStyle style) {
    var here = startRead(style, cachingClient(), shared());
    var there = startRead(style, cachingClient(), shared());

    assertThat(chargeAfterResponse(here)).isEqualTo(PRICE);
    assertThat(chargeAfterResponse(there)).isEqualTo(PRICE);
  }

  /** A cache may be on the network. */
  @ParameterizedTest
  @EnumSource
  void aCachedPositionIsFetchedOnce(CallStyle style) {
    chargeAfterResponse(startRead(style, cachingClient(), shared()));
    int before = cache.gets;
    FreightClient other = cachingClient();

    for (int i = 0; i < 2; i++) {
      assertThat(chargeOf(startRead(style, other, shared()))).isEqualTo(Charge.NONE);
    }
    assertThat(cache.gets).isEqualTo(before + 1);
  }

  /** Storing it again would extend its time to live in the cache. */
  @ParameterizedTest
  @EnumSource
  void aPositionFromTheCacheIsNotStoredAgain(CallStyle style) {
    chargeAfterResponse(startRead(style, cachingClient(), shared()));
    assertThat(chargeOf(startRead(style, cachingClient(), shared()))).isEqualTo(Charge.NONE);
    assertThat(cache.puts).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aMaxAgeOfZeroDoesNotReadTheCache(CallStyle style) {
    chargeAfterResponse(startRead(style, cachingClient(), shared().maxAge(Duration.ZERO)));

    assertThat(cache.gets).isZero();
    assertThat(cache.entries).as("for those who take older ones").hasSize(1);
  }

  /** The clock of the process that read it is fast. */
  @ParameterizedTest
  @EnumSource
  void aCachedPositionFromTheFutureIsUsedAndReplaced(CallStyle style) {
    chargeAfterResponse(startRead(style, cachingClient(), shared()));
    cache.entries.replaceAll(
        (key, read) -> new PositionSnapshot(read.position(), read.readAt().plusSeconds(5)));
    assertThat(chargeOf(startRead(style, cachingClient(), shared()))).isEqualTo(Charge.NONE);

    chargeAfterResponse(startRead(style, cachingClient(), shared().maxAge(Duration.ZERO)));
    assertThat(cache.entries.values())
        .extracting(PositionSnapshot::readAt)
        .containsExactly(World.START);
  }

  /** The first caller accepts a minute. The joining caller accepts ten seconds. */
  @ParameterizedTest
  @EnumSource
  void aStricterMaxAgeRejectsTheCachedPosition(CallStyle style) {
    chargeAfterResponse(startRead(style, cachingClient(), shared()));
    world.advance(Duration.ofSeconds(30));
    HangingCache slow = new HangingCache(cache);
    FreightClient other = cachingClient(slow);
    var tolerant = startRead(style, other, shared());
    var strict = startRead(style, other, shared().maxAge(Duration.ofSeconds(10)));
    slow.release();
    world.settle();

    assertThat(chargeOf(tolerant)).isEqualTo(Charge.NONE);
    assertThat(chargeAfterResponse(strict)).isEqualTo(PRICE);
  }

  // --- failing caches ---

  @ParameterizedTest
  @EnumSource
  void aFailingCacheDoesNotFailTheRead(CallStyle style) {
    List<Throwable> thrown =
        List.of(
            new IllegalStateException("no connection"),
            new NoClassDefFoundError("a class of the provider"),
            new InterruptedException("undeclared"));
    for (Throwable broken : thrown) {
      cache.fault = broken;
      FreightClient client = cachingClient();
      try (LogLines log = new LogLines()) {
        assertThat(chargeAfterResponse(startRead(style, client, shared()))).isEqualTo(PRICE);
        assertThat(log.warnings()).singleElement().asString().contains("the position cache failed");
      }
      assertThat(chargeOf(startRead(style, client, shared())))
          .as("within the process")
          .isEqualTo(Charge.NONE);
    }
    assertThat(service.requestCount()).isEqualTo(thrown.size());
    assertThat(cache.puts).as("the position is returned anyway").isEqualTo(thrown.size());
  }

  /** A user who gets the position may ask another process immediately. */
  @ParameterizedTest
  @EnumSource
  void aReadEndsAfterItsPositionIsStored(CallStyle style) {
    HangingCache slow = new PutHangingCache(cache);
    FreightClient client = cachingClient(slow);
    var read = startRead(style, client, shared());
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    world.settle();
    assertThat(read).as("its position is being stored").isNotDone();
    slow.release();

    assertThat(chargeOf(read)).isEqualTo(PRICE);
    assertThat(chargeOf(startRead(style, cachingClient(), shared()))).isEqualTo(Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void aHangingPutDelaysOnlyTheCallerThatPaid(CallStyle style) {
    HangingCache hangs = new PutHangingCache(cache);
    FreightClient client = cachingClient(hangs);
    Duration hurry = Duration.ofMillis(300);
    var first = startRead(style, client, shared().deadline(hurry));
    var second = startRead(style, client, shared().deadline(hurry));
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    world.advance(hurry);

    assertThat(chargeOf(second)).isEqualTo(Charge.NONE);
    assertThat(chargeOf(startRead(style, client, shared()))).isEqualTo(Charge.NONE);
    assertThat(first).isNotDone();
    hangs.release();
    assertThat(chargeOf(first)).isEqualTo(PRICE);
  }

  /** The caller that paid is still storing its position, which is too old for the next caller. */
  @ParameterizedTest
  @EnumSource
  void aHangingPutDoesNotBlockNewReads(CallStyle style) {
    HangingCache hangs = new PutHangingCache(cache);
    FreightClient client = cachingClient(hangs);
    var first = startRead(style, client, shared());
    respond();
    var newcomer = startRead(style, client, shared().maxAge(Duration.ZERO));
    assertThat(service.requestCount()).isEqualTo(2);
    var behind = startRead(style, client, shared().maxAge(Duration.ZERO));
    respond();

    assertThat(chargeOf(behind)).isEqualTo(Charge.NONE);
    assertThat(first).isNotDone();
    hangs.release();
    assertThat(chargeOf(first)).isEqualTo(PRICE);
    assertThat(chargeOf(newcomer)).isEqualTo(PRICE);
    assertThat(service.requestCount()).isEqualTo(2);
  }

  /** The read starts late, and starts no pause that would end after the deadline. */
  @ParameterizedTest
  @EnumSource
  void theDeadlineIncludesTheCacheRead(CallStyle style) {
    HangingCache slow = new HangingCache(cache);
    FreightClient client =
        service.client(pricedBuilder().positionCache(slow).callTimeout(Duration.ofSeconds(10)));
    var read = startRead(style, client, shared());
    Instant[] ended = endTime(read);
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
  void aCacheThatHangsPastTheDeadlineCostsNothing(CallStyle style) {
    HangingCache hangs = new HangingCache(cache);
    FreightClient client = cachingClient(hangs);
    var read = startRead(style, client, shared().deadline(HURRY));
    world.advance(HURRY.multipliedBy(2));
    hangs.release();

    assertThat(failureOf(read)).isInstanceOf(FreightTimeoutException.class);
    assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isZero();
  }

  // --- cancelled calls and deadlines ---

  @ParameterizedTest
  @EnumSource
  void aCallCancelledDuringTheCacheReadSendsNothing(CallStyle style) {
    HangingCache slow = new HangingCache(cache);
    var read = startRead(style, cachingClient(slow), shared());
    cancelCall(read);
    slow.release();
    world.settle();

    if (style == CallStyle.BLOCKING) {
      assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    }
    assertThat(service.requestCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aCallCancelledDuringTheCacheReadDoesNotStopOthers(CallStyle style) {
    chargeAfterResponse(startRead(style, cachingClient(), shared()));
    HangingCache slow = new HangingCache(cache);
    FreightClient other = cachingClient(slow);
    var first = startRead(style, other, shared());
    var second = startRead(style, other, shared());
    cancelCall(first);
    slow.release();
    world.settle();

    assertThat(chargeOf(second)).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineDuringTheCacheReadCostsNothing(CallStyle style) {
    HangingCache slow = new HangingCache(cache);
    FreightClient client = cachingClient(slow);
    var patient = startRead(style, client, shared());
    var hurried = startRead(style, client, shared().deadline(Duration.ofMillis(300)));
    world.advance(Duration.ofMillis(300));

    assertThat(failureOf(hurried)).isInstanceOf(FreightTimeoutException.class);
    assertThat(failureOf(hurried).charge()).isEqualTo(Charge.NONE);
    slow.release();
    assertThat(chargeAfterResponse(patient)).isEqualTo(PRICE);
  }

  @Test
  void manyLoadsReadConcurrentlyArePaidOnceEach() {
    FreightClient client = cachingClient();
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
    assertThat(cache.entries).hasSize(100);
  }

  /** Finds nothing, and hangs when a position is stored. */
  private final class PutHangingCache extends HangingCache {
    PutHangingCache(PositionCache behind) {
      super(behind);
    }

    @Override
    public @Nullable PositionSnapshot get(String key) {
      return null;
    }
  }
}
