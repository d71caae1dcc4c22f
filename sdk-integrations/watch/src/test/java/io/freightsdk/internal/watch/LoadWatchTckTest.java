package io.freightsdk.internal.watch;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.WatchOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.SkipException;
import org.testng.annotations.Test;

/** Runs the Reactive Streams TCK for flow publishers, one JUnit test for each of its rules. */
class LoadWatchTckTest {
  private final WatchThreads timer = new WatchThreads();

  @AfterEach
  void close() {
    timer.close();
  }

  @TestFactory
  Stream<DynamicTest> passesTheTckForFlowPublishers() {
    Verification verification = new Verification(timer);
    return Arrays.stream(FlowPublisherVerification.class.getMethods())
        .filter(LoadWatchTckTest::isRule)
        .map(rule -> dynamicTest(rule.getName(), () -> run(verification, rule)));
  }

  private static boolean isRule(Method method) {
    try {
      Class<?> rules = org.reactivestreams.tck.PublisherVerification.class;
      return rules.getMethod(method.getName()).isAnnotationPresent(Test.class);
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /** The TCK gives the collector 100 ms: who keeps a cancelled subscriber keeps it at every try. */
  private static void run(Verification verification, Method rule) throws Throwable {
    int tries = rule.getName().startsWith("required_spec313") ? 5 : 1;
    while (true) {
      verification.setUp();
      try {
        rule.invoke(verification);
        return;
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof SkipException skipped) {
          abort(skipped.getMessage());
        }
        if (--tries == 0) {
          throw e.getCause();
        }
      }
    }
  }

  /** A watch that tells exactly so many events: one at each read, the last one the end. */
  private static final class Verification extends FlowPublisherVerification<LoadEvent> {
    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final long BOUND_MILLIS = 30_000;
    private static final long POLL_MILLIS = 500;
    private static final long GC_TIMEOUT_MILLIS = 5_000;

    private final WatchThreads timer;

    Verification(WatchThreads timer) {
      // What has to come may take its time on a busy machine, and the collector more than its 300
      // ms.
      super(new TestEnvironment(BOUND_MILLIS, 100, POLL_MILLIS), GC_TIMEOUT_MILLIS);
      this.timer = timer;
    }

    @Override
    public Flow.Publisher<LoadEvent> createFlowPublisher(long elements) {
      boolean atOnce = elements == 0;
      LoadPosition known =
          LoadPositions.load(
              "LD-2026-0001",
              atOnce ? LoadStatus.CANCELLED : LoadStatus.PLANNED,
              START,
              false,
              false,
              false);
      WatchOptions options =
          WatchOptions.builder()
              .plan((latest, now, budget) -> now)
              .resumeFrom(new PositionReading(known, START))
              .gpsSilentAfter(Duration.ofDays(10_000))
              .unlimitedReads()
              .build();
      return watch(options, new OneEventPerRead(elements));
    }

    @Override
    public Flow.Publisher<LoadEvent> createFailedFlowPublisher() {
      WatchOptions options =
          WatchOptions.builder()
              .plan(
                  (latest, now, budget) -> {
                    throw new IllegalStateException("no plan");
                  })
              .resumeFrom(new PositionReading(LoadPositions.moving("LD-1", START, 1), START))
              .build();
      return watch(options, new OneEventPerRead(1));
    }

    /** Each instant is after every floor: the TCK does not want to wait. */
    private PollingWatch watch(WatchOptions options, WatchWorld.Reads reads) {
      Clock leaping = new LeapingClock(Clock.fixed(START, ZoneOffset.UTC));
      return new PollingWatch(
          "LD-2026-0001",
          options,
          new WatchWorld(
              reads,
              null,
              new AlarmClock(leaping, timer, Runnable::run),
              new ReadGate(8),
              RetryPolicy.standard(),
              Runnable::run));
    }
  }

  /** A clock that is an hour further at every look. */
  private static final class LeapingClock extends Clock {
    private final Clock start;
    private final AtomicInteger looks = new AtomicInteger();

    LeapingClock(Clock start) {
      this.start = start;
    }

    @Override
    public Instant instant() {
      return start.instant().plus(Duration.ofHours(looks.incrementAndGet()));
    }

    @Override
    public ZoneId getZone() {
      return start.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private static final class OneEventPerRead implements WatchWorld.Reads {
    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");

    private final long events;
    private final AtomicInteger count = new AtomicInteger();

    OneEventPerRead(long events) {
      this.events = events;
    }

    @Override
    public CompletableFuture<FreightResponse<LoadPosition>> read(
        String loadNumber, CallOptions options) {
      int number = count.incrementAndGet();
      LoadPosition position =
          number >= events
              ? LoadPositions.moving(loadNumber, START, number - 1).toBuilder()
                  .status(LoadStatus.CANCELLED)
                  .build()
              : LoadPositions.moving(loadNumber, START, number);
      return CompletableFuture.completedFuture(
          new FreightResponse<>(
              position, 200, Map.of(), 1, Charge.NONE, Duration.ZERO, null, START));
    }

    @Override
    public CompletableFuture<BigDecimal> balanceUsd() {
      return CompletableFuture.completedFuture(BigDecimal.TEN);
    }

    @Override
    public CompletableFuture<BigDecimal> readPriceUsd() {
      return CompletableFuture.completedFuture(BigDecimal.ONE);
    }
  }
}
