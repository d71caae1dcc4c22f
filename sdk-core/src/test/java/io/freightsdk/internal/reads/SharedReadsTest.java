package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.ApiAnswer;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.internal.call.CallRunner.RunningCall;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.VirtualWorld;
import io.freightsdk.testsupport.Size;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SharedReadsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int ROUNDS = Size.of(10_000, 100_000);

  private final VirtualWorld world = new VirtualWorld().holdTime();
  private final List<Operation> saved = Collections.synchronizedList(new ArrayList<>());
  private final List<ScriptedCall> wire = new ArrayList<>();
  private final SharedReads reads =
      new SharedReads(world.environment(), Runnable::run, Duration.ofMinutes(2), null, saved::add);

  @Test
  void callersShareTheReadUnderWay() {
    var first = share(MINUTE);
    var second = share(MINUTE);
    answer(0);

    assertThat(wire).hasSize(1);
    assertThat(first.join().charge()).isEqualTo(Charge.charged(new BigDecimal("0.02")));
    assertThat(second.join().charge()).isEqualTo(Charge.NONE);
    assertThat(second.join().value()).isEqualTo(first.join().value());
    assertThat(second.join().attempts()).isZero();
    assertThat(saved).hasSize(1);
  }

  @Test
  void aPositionIsSharedUntilItIsAsOldAsTheCallerAccepts() {
    share(MINUTE);
    answer(0);
    world.advance(Duration.ofSeconds(59));
    assertThat(share(MINUTE)).isCompleted();
    world.advance(Duration.ofSeconds(1));

    assertThat(share(MINUTE)).isNotDone();
    assertThat(share(Duration.ofMinutes(2))).isCompleted();
    assertThat(wire).hasSize(2);
    assertThat(saved).hasSize(2);
  }

  @Test
  void theAgeOfAPositionCountsFromTheStartOfItsRead() {
    share(MINUTE);
    world.advance(Duration.ofSeconds(50));
    answer(0);
    world.advance(Duration.ofSeconds(10));

    assertThat(share(MINUTE)).isNotDone();
  }

  @Test
  void aClockThatIsSetBackDoesNotKeepAPositionFresh() {
    share(MINUTE);
    answer(0);
    world.setBack(Duration.ofDays(1));

    assertThat(share(MINUTE)).isNotDone();
    assertThat(wire).hasSize(2);
  }

  @Test
  void aMaxAgeOfZeroSharesOnlyReadsUnderWay() {
    var first = share(Duration.ZERO);
    var second = share(Duration.ZERO);
    answer(0);
    var third = share(Duration.ZERO);

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(third).isNotDone();
    assertThat(wire).hasSize(2);
  }

  @Test
  void oneCallersCancelNeverCancelsAnothers() {
    var leader = share(MINUTE);
    var follower = share(MINUTE);

    leader.cancel(true);
    assertThat(wire.get(0).future()).isNotCancelled();
    answer(0);

    assertThat(follower.join().charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void theLastCallerToCancelEndsTheReadOnTheWire() {
    var leader = share(MINUTE);
    var follower = share(MINUTE);

    follower.cancel(true);
    leader.cancel(true);

    assertThat(wire.get(0).future()).isCancelled();
    assertThat(share(MINUTE)).isNotDone();
    assertThat(wire).hasSize(2);
  }

  @Test
  void aFailureIsSharedWithThoseWhoWaitAndThenForgotten() {
    var first = share(MINUTE);
    var second = share(MINUTE);
    wire.get(0).future().completeExceptionally(outage());

    assertThatThrownBy(first::join).hasCauseInstanceOf(BillingUnavailableException.class);
    assertThatThrownBy(second::join).hasCauseInstanceOf(BillingUnavailableException.class);

    var third = share(MINUTE);
    answer(1);
    assertThat(third).isCompleted();
    assertThat(saved).isEmpty();
  }

  @Test
  void aCallerWhoStaysIsServedHoweverManyCancelAtOnce() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    CallSpec<LoadPosition> spec = spec(CallOptions.builder().maxAge(Duration.ZERO).build());
    List<Thread> cancellers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread canceller =
          new Thread(
              () -> {
                while (!over.get()) {
                  reads.read(spec, sent -> answered()).cancel(true);
                }
              });
      cancellers.add(canceller);
      canceller.start();
    }
    long enough = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        boolean slowMachine = System.nanoTime() - enough > 0 && round > 1_000;
        if (slowMachine) break;
        var stays = reads.read(spec, sent -> answered());
        for (int spins = 0; !stays.isDone() && spins < 1_000; spins++) Thread.onSpinWait();
        assertThat(stays).as("round %d", round).succeedsWithin(60, TimeUnit.SECONDS);
      }
    } finally {
      over.set(true);
      for (Thread canceller : cancellers) canceller.join(60_000);
    }
  }

  @Test
  void whatTheLeadersOwnLimitRefusedTheOthersTryForThemselves() {
    var leader = share(MINUTE);
    var second = share(MINUTE);
    var third = share(MINUTE);
    wire.get(0).future().completeExceptionally(tooDear());

    assertThatThrownBy(leader::join).hasCauseInstanceOf(PriceLimitExceededException.class);
    assertThat(wire).hasSize(2);
    answer(1);
    assertThat(second.join().charge()).isNotEqualTo(Charge.NONE);
    assertThat(third.join().charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void aPriceThatOnlyTheLeaderNeedsStopsNobodyElse() {
    var leader = share(MINUTE);
    var second = share(MINUTE);
    wire.get(0)
        .future()
        .completeExceptionally(
            new PriceUnavailableException(
                FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.RETRY_LATER, null),
                "the list is away",
                null));

    assertThatThrownBy(leader::join).hasCauseInstanceOf(PriceUnavailableException.class);
    assertThat(wire).hasSize(2);
    answer(1);
    assertThat(second.join().charge()).isNotEqualTo(Charge.NONE);
  }

  @Test
  void tenThousandRefusalsAtOnceDoNotNest() {
    var leader = share(MINUTE);
    List<CompletableFuture<?>> followers = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      followers.add(
          reads.read(spec(CallOptions.builder().maxAge(MINUTE).build()), sent -> refused()));
    }

    wire.get(0).future().completeExceptionally(tooDear());

    assertThat(leader).isCompletedExceptionally();
    assertThat(followers).allMatch(CompletableFuture::isCompletedExceptionally);
  }

  @Test
  void aCallerWithADeadlineDoesNotWaitLongerForSomebodyElse() {
    var leader = share(MINUTE);
    var hurried =
        reads.read(
            spec(CallOptions.builder().maxAge(MINUTE).deadline(Duration.ofSeconds(2)).build()),
            sent -> send());

    world.advance(Duration.ofSeconds(2));

    assertThatThrownBy(hurried::join)
        .hasCauseInstanceOf(FreightTimeoutException.class)
        .hasMessageContaining("within 2 s");
    assertThat(leader).isNotDone();
    answer(0);
    assertThat(leader).isCompleted();
    assertThat(world.openWaits()).isZero();
  }

  @Test
  void anAnswerThatComesJustAsItsCallersTimeIsOverServesTheNextCallerToo() {
    CompletableFuture<FreightResponse<LoadPosition>> out = new CompletableFuture<>();
    var hurried = reads.read(hurried(), sent -> new SlowToEnd(out));
    world.advance(Duration.ofSeconds(2));
    var next = share(MINUTE);
    out.complete(response(Loads.NUMBER));

    assertThat(hurried.join().charge()).isEqualTo(Charge.charged(new BigDecimal("0.02")));
    assertThat(next.join().charge()).isEqualTo(Charge.NONE);
    assertThat(wire).isEmpty();
  }

  @Test
  void theNextCallerReadsOnceAReadWhoseTimeIsOverHasEnded() {
    CompletableFuture<FreightResponse<LoadPosition>> out = new CompletableFuture<>();
    var hurried = reads.read(hurried(), sent -> new SlowToEnd(out));
    world.advance(Duration.ofSeconds(2));
    var next = share(MINUTE);
    assertThat(wire).isEmpty();
    new ScriptedCall(out).expire(Duration.ofSeconds(2));
    answer(0);

    assertThatThrownBy(hurried::join).hasCauseInstanceOf(FreightTimeoutException.class);
    assertThat(next.join().charge()).isEqualTo(Charge.charged(new BigDecimal("0.02")));
  }

  @Test
  void anAnswerThatComesAfterEveryCallerCancelledServesWhoAsksNext() {
    CompletableFuture<FreightResponse<LoadPosition>> out = new CompletableFuture<>();
    var asked = spec(CallOptions.builder().maxAge(MINUTE).build());
    reads.read(asked, sent -> new SlowToEnd(out)).cancel(true);
    var meanwhile = share(MINUTE);
    out.complete(response(Loads.NUMBER));
    var afterwards = share(MINUTE);

    assertThat(meanwhile.join().charge()).isEqualTo(Charge.NONE);
    assertThat(afterwards.join().charge()).isEqualTo(Charge.NONE);
    assertThat(wire).isEmpty();
  }

  private static CallSpec<LoadPosition> hurried() {
    return spec(CallOptions.builder().maxAge(MINUTE).deadline(Duration.ofSeconds(2)).build());
  }

  /** A call on the wire that needs a moment to end once its time is over. */
  private record SlowToEnd(CompletableFuture<FreightResponse<LoadPosition>> future)
      implements RunningCall<FreightResponse<LoadPosition>> {
    @Override
    public int attempts() {
      return 1;
    }

    @Override
    public void abandon() {}

    @Override
    public void expire(Duration deadline) {}
  }

  @Test
  void aCallThatIsRefusedAtOnceFailsItsCaller() {
    var refused =
        reads.read(
            spec(CallOptions.builder().maxAge(MINUTE).build()),
            sent -> {
              throw new IllegalStateException("closed");
            });

    assertThat(refused).isCompletedExceptionally();
    assertThat(share(MINUTE)).isNotDone();
  }

  @Test
  void theThousandPositionsAskedForLastAreKept() {
    for (int i = 0; i <= 1_000; i++) {
      readOf("LD-" + i);
      wire.get(i).future().complete(response("LD-" + i));
    }

    assertThat(readOf("LD-1")).isCompleted();
    assertThat(readOf("LD-1000")).isCompleted();
    assertThat(readOf("LD-0")).isNotDone();
  }

  private CompletableFuture<FreightResponse<LoadPosition>> readOf(String loadNumber) {
    CallOptions options = CallOptions.builder().maxAge(MINUTE).build();
    return reads.read(ScriptedCall.spec(loadNumber, options), sent -> send());
  }

  private CompletableFuture<FreightResponse<LoadPosition>> share(Duration maxAge) {
    return reads.read(spec(CallOptions.builder().maxAge(maxAge).build()), sent -> send());
  }

  private static CallSpec<LoadPosition> spec(CallOptions options) {
    return ScriptedCall.spec(Loads.NUMBER, options);
  }

  private ScriptedCall send() {
    ScriptedCall call = new ScriptedCall();
    wire.add(call);
    return call;
  }

  private static ScriptedCall answered() {
    ScriptedCall call = new ScriptedCall();
    call.future().complete(response(Loads.NUMBER));
    return call;
  }

  private static ScriptedCall refused() {
    ScriptedCall call = new ScriptedCall();
    call.future().completeExceptionally(tooDear());
    return call;
  }

  private void answer(int call) {
    wire.get(call).future().complete(response(Loads.NUMBER));
  }

  static FreightResponse<LoadPosition> response(String loadNumber) {
    LoadPosition position =
        LoadPosition.builder()
            .loadNumber(loadNumber)
            .status(LoadStatus.PLANNED)
            .createdAt(VirtualWorld.START)
            .stops()
            .gpsTrack()
            .pingCount(0)
            .build();
    return new FreightResponse<>(
        position,
        200,
        Map.of(),
        1,
        Charge.charged(new BigDecimal("0.02")),
        Duration.ofMillis(40),
        null,
        VirtualWorld.START,
        null);
  }

  private static PriceLimitExceededException tooDear() {
    return new PriceLimitExceededException(
        FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.TOP_UP, null),
        new BigDecimal("0.02"),
        new BigDecimal("0.01"));
  }

  private static BillingUnavailableException outage() {
    return new BillingUnavailableException(
        FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.RETRY_LATER, null),
        new ApiAnswer(503, "billing", "BILLING_UNAVAILABLE", Map.of()));
  }
}
