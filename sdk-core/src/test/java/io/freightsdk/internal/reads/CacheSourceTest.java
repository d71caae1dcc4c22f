package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.VirtualWorld;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Several processes over one cache, each with its own memory and its own wire. */
class CacheSourceTest {
  private final VirtualWorld world = new VirtualWorld().holdTime();
  private final MapCache cache = new MapCache(world);
  private final List<Operation> saved = new ArrayList<>();
  private final List<ScriptedCall> wire = new ArrayList<>();
  private final SharedReads payer = process(Runnable::run);
  private final SharedReads other = process(Runnable::run);

  @Test
  void whoHasTheClaimPaysAndTheOthersTakeItsAnswer() {
    var paid = read(payer);
    var shared = read(other);
    answer(0);
    world.advance(Duration.ofMillis(50));

    assertThat(wire).hasSize(1);
    assertThat(paid.join().charge()).isNotEqualTo(Charge.NONE);
    assertThat(shared.join().charge()).isEqualTo(Charge.NONE);
    assertThat(saved).hasSize(1);
    assertThat(cache.claims).isEmpty();
  }

  /** As keys that collide, or a database that compares without case, would answer. */
  @Test
  void aPositionOfAnotherLoadIsNotTakenFromTheCache() {
    cache.everyKeyIsOne();
    LoadPosition strange = SharedReadsTest.response("LD-1999-0007").value();
    cache.readings.put(cache.onlyKey(), new PositionReading(strange, world.instant()));

    var read = read(payer);
    answer(0);

    assertThat(wire).as("paid reads").hasSize(1);
    assertThat(read.join().value().loadNumber()).isEqualTo(Loads.NUMBER);
  }

  @Test
  void aClaimIsRenewedForAsLongAsItsReadTakes() {
    var paid = read(payer);
    var shared = read(other);
    seconds(100);
    assertThat(wire).hasSize(1);
    answer(0);
    seconds(1);

    assertThat(paid).isCompleted();
    assertThat(shared.join().charge()).isEqualTo(Charge.NONE);
    assertThat(cache.claims).isEmpty();
    assertThat(world.openWaits()).isZero();
  }

  @ExpectedWarnings("WARNING io.freightsdk.internal.reads.CacheSource: the position cache")
  @Test
  void aRenewalThatFailsOnceDoesNotGiveTheClaimAway() {
    read(payer);
    seconds(9);
    cache.broken = new IllegalStateException("no connection");
    seconds(2);
    cache.broken = null;
    read(other);
    seconds(60);

    assertThat(wire).hasSize(1);
  }

  @Test
  void aPositionFromFarInTheFutureIsNotTakenForFresh() {
    read(payer);
    answer(0);
    cache.readings.replaceAll(
        (key, kept) ->
            new PositionReading(kept.position(), world.instant().plus(Duration.ofDays(1))));

    assertThat(read(other)).as("its writer's clock was wrong").isNotDone();
    assertThat(wire).hasSize(2);
  }

  @Test
  void aProcessThatDiesWithItsClaimIsWaitedForNoLongerThanItsLease() {
    assertThat(cache.claim(cache.onlyKey(), "dead", Duration.ofSeconds(40))).isTrue();
    cache.everyKeyIsOne();
    read(payer);
    seconds(39);
    assertThat(wire).isEmpty();
    seconds(2);

    assertThat(wire).hasSize(1);
  }

  @Test
  void whoWaitsForAnotherProcessGivesUpAtItsDeadline() {
    read(payer);
    var hurried = read(other, CallOptions.builder().deadline(Duration.ofSeconds(2)));
    seconds(3);

    assertThatThrownBy(hurried::join)
        .hasCauseInstanceOf(FreightTimeoutException.class)
        .hasMessageContaining("within 2 s (deadline), nothing was sent; nothing was charged");
    seconds(60);
    assertThat(wire).hasSize(1);
  }

  @Test
  void closingEndsWhoWaitsForAnotherProcess() {
    read(payer);
    var waiting = read(other);
    other.close();

    assertThatThrownBy(waiting::join)
        .hasCauseInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("nothing was sent");
    assertThat(read(other)).isCompletedExceptionally();
  }

  @Test
  void aFailureGivesTheClaimBackAndIsNotKept() {
    var failing = read(payer);
    wire.get(0).future().completeExceptionally(new IllegalStateException("outage"));

    assertThat(failing).isCompletedExceptionally();
    assertThat(cache.claims).isEmpty();
    assertThat(cache.readings).isEmpty();
  }

  @ExpectedWarnings("WARNING io.freightsdk.internal.reads.CacheSource: the position cache")
  @Test
  void aCacheThatFailsInAnyWayCostsSharingNotTheRead() {
    List<Throwable> thrown =
        List.of(
            new IllegalStateException("no connection"),
            new NoClassDefFoundError("a class of the provider"),
            new InterruptedException("undeclared"));
    for (Throwable broken : thrown) {
      cache.broken = broken;
      var read = read(process(Runnable::run));
      answer(wire.size() - 1);

      assertThat(read).isCompleted();
    }
    assertThat(wire).hasSize(3);
  }

  @Test
  void aClientThatIsClosingStillEndsItsReads() {
    SharedReads closing =
        process(
            task -> {
              throw new RejectedExecutionException("closed");
            });
    var read = read(closing);
    answer(0);

    assertThat(read).isCompleted();
  }

  /** Otherwise they would wait for its lease, and pay for the same position again. */
  @Test
  void aClientThatIsClosedMeanwhileStillTellsTheOthers() {
    AtomicBoolean closed = new AtomicBoolean();
    SharedReads closing =
        process(
            task -> {
              if (closed.get()) throw new RejectedExecutionException("closed");
              task.run();
            });
    var paid = read(closing);
    var shared = read(other);
    closed.set(true);
    answer(0);
    seconds(1);

    assertThat(paid).isCompleted();
    assertThat(shared).isCompleted();
    assertThat(wire).hasSize(1);
    assertThat(cache.claims).isEmpty();
    assertThat(world.openWaits()).isZero();
  }

  @Test
  void cancellingEndsTheCallOnTheWire() {
    var read = read(payer);

    read.cancel(true);

    assertThat(wire.get(0).future()).isCancelled();
    assertThat(cache.claims).isEmpty();
  }

  @Test
  void cancellingWhileTheCacheIsAskedLeavesNoClaim() {
    List<Runnable> blocked = new ArrayList<>();
    SharedReads slow = process(blocked::add);
    var read = read(slow);
    read.cancel(true);
    blocked.forEach(Runnable::run);

    assertThat(wire).isEmpty();
    assertThat(cache.claims).isEmpty();
  }

  /** At each of its questions in turn. */
  @ExpectedWarnings("WARNING io.freightsdk.internal.reads.CacheSource: the position cache")
  @Test
  void aClockThatThrowsOnceLeavesNoReadOpen() {
    int questions = 1;
    for (int strike = 1; strike <= questions; strike++) {
      wire.clear();
      cache.readings.clear();
      AtomicInteger passes = new AtomicInteger();
      SharedReads struck = process(Runnable::run, throwingAt(strike, passes));
      var first = read(struck);
      wire.forEach(call -> call.future().complete(SharedReadsTest.response(Loads.NUMBER)));
      cache.readings.replaceAll(
          (key, kept) -> new PositionReading(kept.position(), world.instant()));
      var second = read(process(Runnable::run, throwingAt(strike - passes.get(), passes)));
      wire.forEach(call -> call.future().complete(SharedReadsTest.response(Loads.NUMBER)));
      seconds(200);

      assertThat(first).as("struck at question %d", strike).isDone();
      assertThat(second).as("struck at question %d", strike).isDone();
      assertThat(cache.claims).as("struck at question %d", strike).isEmpty();
      assertThat(world.openWaits()).as("struck at question %d", strike).isZero();
      questions = Math.max(questions, passes.get());
    }
    assertThat(questions).as("questions to the clock").isGreaterThan(1);
  }

  private Clock throwingAt(int question, AtomicInteger passes) {
    AtomicInteger asked = new AtomicInteger();
    return new Clock() {
      @Override
      public Instant instant() {
        passes.incrementAndGet();
        if (asked.incrementAndGet() == question) throw new IllegalStateException("no time");
        return world.instant();
      }

      @Override
      public ZoneId getZone() {
        return world.getZone();
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }

  private SharedReads process(Executor threads) {
    return process(threads, world);
  }

  private SharedReads process(Executor threads, Clock clock) {
    CacheSource source =
        new CacheSource(cache, "https://api.example.com", () -> "key", world, threads);
    Environment outside = world.environment();
    Environment environment = Environments.of(clock, outside.nanoTime(), outside.timer());
    return new SharedReads(environment, threads, Duration.ofMinutes(2), source, saved::add);
  }

  private CompletableFuture<FreightResponse<LoadPosition>> read(SharedReads from) {
    return read(from, CallOptions.builder());
  }

  private CompletableFuture<FreightResponse<LoadPosition>> read(
      SharedReads from, io.freightsdk.CallOptionsBuilder options) {
    return from.read(
        ScriptedCall.spec(Loads.NUMBER, options.maxAge(Duration.ofMinutes(5)).build()),
        sent -> {
          ScriptedCall call = new ScriptedCall();
          wire.add(call);
          return call;
        });
  }

  private void answer(int call) {
    wire.get(call).future().complete(SharedReadsTest.response(Loads.NUMBER));
  }

  private void seconds(int seconds) {
    for (int i = 0; i < seconds; i++) {
      world.advance(Duration.ofSeconds(1));
    }
  }
}
