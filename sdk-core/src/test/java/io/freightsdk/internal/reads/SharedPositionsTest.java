package io.freightsdk.internal.reads;

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
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.KnownPrices;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients over one position cache, as processes are, and caches that misbehave. */
class SharedPositionsTest {
  private static final Charge PRICE = Charge.charged(new BigDecimal("0.02"));
  private static final Duration HOUR = Duration.ofHours(1);

  @AutoClose private final ScriptedService service = new ScriptedService();
  private final World world = service.world();
  private final MapCache cache = new MapCache();

  // --- among processes ---

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
    Readers.begin(world, CallStyle.FUTURE, process(), "LD-1999-0007", shared()).join();
    PositionReading strange = cache.readings.values().iterator().next();
    FreightClient misled = process(new Answering(strange));

    var read = begin(style, misled, shared().orStale(HOUR));
    assertThat(answered(read)).isEqualTo(PRICE);
    assertThat(read.join().value().loadNumber()).isEqualTo(Loads.NUMBER);
  }

  @ParameterizedTest
  @EnumSource
  void aPositionFromFarInTheFutureIsNotTaken(CallStyle style) {
    answered(begin(style, process(), shared()));
    PositionReading known = cache.readings.values().iterator().next();
    Instant tomorrow = world.now().plus(Duration.ofDays(1));
    FreightClient misled = process(new Answering(new PositionReading(known.position(), tomorrow)));

    assertThat(answered(begin(style, misled, shared())))
        .as("its writer's clock was wrong")
        .isEqualTo(PRICE);
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
      assertThat(answered(begin(style, client, shared()))).isEqualTo(PRICE);
      assertThat(told(begin(style, client, shared())))
          .as("within the process")
          .isEqualTo(Charge.NONE);
    }
    assertThat(service.requestCount()).isEqualTo(thrown.size());
    assertThat(cache.puts).as("it is told all the same").isEqualTo(thrown.size());
  }

  @ParameterizedTest
  @EnumSource
  void aCacheThatHangsDelaysOneReadByASecondAndNoOther(CallStyle style) {
    HangingCache hangs = new HangingCache(cache);
    FreightClient client = process(hangs);
    service.alwaysAnswers(
        Operation.GET_LOAD_POSITION, Answers.success(Operation.GET_LOAD_POSITION));
    Duration none = Duration.ofNanos(1);
    var first = begin(style, client, shared().maxAge(none));
    Instant[] ended = endOf(first);
    world.advance(Duration.ofSeconds(2));
    assertThat(ended[0]).isEqualTo(World.START.plusSeconds(1));
    assertThat(told(first)).isEqualTo(PRICE);

    for (int i = 0; i < 100; i++) {
      world.advance(Duration.ofSeconds(1));
      assertThat(begin(style, client, shared().maxAge(none))).isCompleted();
    }
    assertThat(hangs.threads).as("threads that hang").isOne();
    hangs.release();
    int before = cache.gets;
    world.advance(Duration.ofSeconds(1));
    begin(style, client, shared().maxAge(none));
    assertThat(cache.gets).as("it is asked again").isEqualTo(before + 1);
  }

  @ParameterizedTest
  @EnumSource
  void aCacheInWhichNothingCanBePutHangsOneThread(CallStyle style) {
    HangingCache hangs = new HangingAtPuts(cache);
    FreightClient client = process(hangs);
    service.alwaysAnswers(
        Operation.GET_LOAD_POSITION, Answers.success(Operation.GET_LOAD_POSITION));
    var first = begin(style, client, shared());
    Instant[] ended = endOf(first);
    world.advance(Duration.ofSeconds(2));
    assertThat(told(first)).isEqualTo(PRICE);
    assertThat(ended[0]).isEqualTo(World.START.plusSeconds(1));

    for (int i = 0; i < 100; i++) {
      assertThat(told(begin(style, client, shared().maxAge(Duration.ofNanos(1))))).isEqualTo(PRICE);
      world.advance(Duration.ofSeconds(2));
    }
    assertThat(hangs.threads).isOne();
    hangs.release();
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
  void aDeadlineThatPassesWhileThePositionIsStoredTakesNoAnswerAway(CallStyle style) {
    HangingCache hangs = new HangingAtPuts(cache);
    FreightClient client = process(hangs);
    Duration hurry = Duration.ofMillis(300);
    var first = begin(style, client, shared().deadline(hurry));
    var second = begin(style, client, shared().deadline(hurry));
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    world.advance(hurry);

    assertThat(told(first)).isEqualTo(PRICE);
    assertThat(told(second)).isEqualTo(Charge.NONE);
    hangs.release();
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineThatIsShorterThanTheCacheHangsIsHalfLeftForTheRead(CallStyle style) {
    HangingCache hangs = new HangingCache(cache);
    FreightClient client = process(hangs);
    var hurried = begin(style, client, shared().deadline(Duration.ofMillis(200)));
    Instant[] ended = endOf(hurried);
    world.advance(Duration.ofMillis(150));
    assertThat(answered(hurried)).isEqualTo(PRICE);

    assertThat(ended[0]).isEqualTo(World.START.plusMillis(150));
    hangs.release();
  }

  /** Its end is in his time, however late it began: it begins no pause that ends after that. */
  @ParameterizedTest
  @EnumSource
  void theDeadlineOfAReadCountsFromWhenItsCallerAsked(CallStyle style) {
    HangingCache hangs = new HangingCache(cache);
    FreightClient client = service.client(paying(hangs).deadline(Duration.ofSeconds(10)));
    var read = begin(style, client, shared());
    Instant[] ended = endOf(read);
    world.advance(Duration.ofMillis(8_500));
    service.answers(Answers.error(429).setHeader("Retry-After", "2"));
    world.advance(Duration.ofSeconds(5));

    assertThat(failureOf(read)).isInstanceOf(RateLimitedException.class);
    assertThat(failureOf(read).charge()).isEqualTo(Charge.NONE);
    assertThat(ended[0]).isEqualTo(World.START.plusMillis(8_500));
    hangs.release();
  }

  /** Neither the read nor the look for an older position outlasts its deadline for long. */
  @ParameterizedTest
  @EnumSource
  void aCacheThatHangsKeepsNobodyWaitingForAnOldPosition(CallStyle style) {
    HangingCache hangs = new HangingCache(cache);
    TestGuard guard = TestGuard.of(world.clock(), "0.00");
    FreightClient client = service.client(paying(hangs).spendGuard(guard));
    var read = begin(style, client, CallOptions.builder().orStale(HOUR));
    Instant[] ended = endOf(read);
    world.advance(Duration.ofSeconds(2));

    assertThat(failureOf(read)).isInstanceOf(SpendLimitExceededException.class);
    assertThat(ended[0]).isEqualTo(World.START.plusSeconds(1));
    hangs.release();
  }

  // --- who leaves, and the end of the client ---

  @ParameterizedTest
  @EnumSource
  void whoLeavesWhileTheCacheIsAskedSendsNothing(CallStyle style) {
    HangingCache slow = new HangingCache(cache);
    var read = begin(style, process(slow), shared());
    leave(world, read);
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
    leave(world, first);
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

  @ParameterizedTest
  @EnumSource
  void closingEndsWhoWaitsForTheCache(CallStyle style) {
    HangingCache slow = new HangingCache(cache);
    FreightClient client = paying(slow).build();
    var read = begin(style, client, shared());
    client.close();
    world.settle();

    assertThat(read).isCompletedExceptionally();
    assertThat(failureOf(read))
        .isInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("nothing was sent");
    assertThat(failureOf(begin(style, client, shared())))
        .isInstanceOf(FreightCancelledException.class);
    slow.release();
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

  private FreightClient process() {
    return process(cache);
  }

  private FreightClient process(HangingCache positions) {
    return service.client(paying(positions));
  }

  private FreightClient process(PositionCache positions) {
    return service.client(paying().positionCache(positions));
  }

  /** On threads of its own, which may hang. */
  private FreightClientBuilder paying(HangingCache positions) {
    return TestBuilders.inWorld(paying(), ThreadsThatHang.in(world)).positionCache(positions);
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

  private FreightClientBuilder paying() {
    return TestBuilders.withPrices(service.withOwnPrices(), KnownPrices.usual());
  }

  private CompletableFuture<FreightResponse<LoadPosition>> begin(
      CallStyle style, FreightClient client, CallOptions.Builder options) {
    return Readers.begin(world, style, client, options);
  }

  private Charge answered(CompletableFuture<FreightResponse<LoadPosition>> read) {
    world.settle();
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    world.settle();
    return told(read);
  }

  private static Charge told(CompletableFuture<FreightResponse<LoadPosition>> read) {
    assertThat(read).isDone();
    return CallStyle.join(read).charge();
  }

  private Instant[] endOf(CompletableFuture<?> read) {
    Instant[] ended = new Instant[1];
    CompletableFuture<?> unused = read.whenComplete((answer, failure) -> ended[0] = world.now());
    return ended;
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

  /** Answers when the test says so; until then each question has a thread. */
  private class HangingCache implements PositionCache {
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final PositionCache behind;
    int threads;

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
      if (released.isDone()) return;
      threads++;
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
