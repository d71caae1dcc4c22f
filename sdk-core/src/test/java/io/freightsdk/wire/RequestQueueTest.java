package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** More calls than slots: the time in the queue is not the time of the service. */
class RequestQueueTest extends ServerFixture {
  private static final int CALLS = 6;
  private static final Duration HELD = Duration.ofSeconds(20);

  private final TestGuard guard = guard();
  private Runnable attemptEnds = () -> {};

  /** It has one slot, and reads no price in the background. */
  private final FreightClient client =
      client(
          TestBuilders.withPrices(builder(), FixedPrices.usual())
              .maxConcurrentRequests(1)
              .spendGuard(guard)
              .listener(
                  event -> {
                    if (event instanceof CallEvent.AttemptEnded) attemptEnds.run();
                  }));

  private final String load = client.createLoad(SampleLoads.twoStops()).loadNumber();

  private Caller<LoadPosition> startRead(CallStyle style, CallOptions options) {
    Caller<LoadPosition> read = world.start(() -> style.getLoadPosition(client, load, options));
    world.runUntilWaiting(read);
    return read;
  }

  /** Starts a read that holds the only slot for this time. */
  private Caller<LoadPosition> startFirstRead(CallStyle style, Duration held) {
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(held));
    return startRead(style, CallOptions.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource
  void attemptTimeoutExcludesTheTimeInTheQueue(CallStyle style) {
    List<Caller<LoadPosition>> reads = new ArrayList<>();
    reads.add(startFirstRead(style, HELD));
    CallOptions hurried = CallOptions.builder().attemptTimeout(HELD.dividedBy(2)).build();
    for (int i = 1; i < CALLS; i++) {
      reads.add(startRead(style, hurried));
      server.faults().next(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(HELD.dividedBy(4)));
    }
    assertThat(Activity.of(client).waiting()).isEqualTo(CALLS - 1);
    List<Caller<LoadPosition>> ended = new ArrayList<>();
    for (Caller<LoadPosition> read : reads) {
      CompletableFuture<?> unused = read.thenRun(() -> ended.add(read));
    }

    for (Caller<LoadPosition> read : reads) {
      assertThat(CallStyle.join(read).loadNumber()).isEqualTo(load);
    }
    assertThat(ended).as("in the order in which they came").isEqualTo(reads);
    assertThat(guard.unknownUsd()).isZero();
    assertThat(broker.debitsFor(load)).hasSize(1 + CALLS);
  }

  @ParameterizedTest
  @EnumSource
  void deadlineInTheQueueReportsTheQueueAndNoCharge(CallStyle style) {
    Caller<LoadPosition> first = startFirstRead(style, HELD);
    Instant begun = world.now();
    Duration deadline = HELD.dividedBy(2);
    CallOptions hurried = CallOptions.builder().deadline(deadline).build();

    FreightTimeoutException failure =
        catchThrowableOfType(
            FreightTimeoutException.class, () -> style.getLoadPosition(client, load, hurried));

    assertThat(failure).isNotNull().hasMessageContaining("maxConcurrentRequests");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(world.now()).isEqualTo(begun.plus(deadline));
    CallStyle.join(first);
    assertThat(broker.debitsFor(load)).hasSize(2);
    assertThat(style.getLoadPosition(client, load)).as("the place is free again").isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void closingAQueuedCallReportsNoAttempt(CallStyle style) {
    Caller<LoadPosition> first = startFirstRead(style, HELD);
    Caller<LoadPosition> queued = startRead(style, CallOptions.DEFAULT);
    client.close();

    FreightCancelledException failure =
        catchThrowableOfType(FreightCancelledException.class, () -> CallStyle.join(queued));
    assertThat(failure).isNotNull();
    assertThat(failure.attempts()).isZero();
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    FreightCancelledException sent =
        catchThrowableOfType(FreightCancelledException.class, () -> CallStyle.join(first));
    assertThat(sent).isNotNull();
    assertThat(sent.attempts()).isOne();
    assertThat(sent.charge()).isEqualTo(Charge.UNKNOWN);
  }

  /** The cancelled call has its slot already, and sends nothing. */
  @Test
  void slotOfACancelledCallGoesToTheNextCall() {
    Caller<LoadPosition> first = startFirstRead(CallStyle.BLOCKING, HELD);
    CompletableFuture<LoadPosition> second = client.async().getLoadPosition(load);
    world.runUntilWaiting(second);
    Caller<LoadPosition> third = startRead(CallStyle.BLOCKING, CallOptions.DEFAULT);
    attemptEnds = () -> second.cancel(true);

    CallStyle.join(first);
    world.settle();

    assertThat(second).isCancelled();
    assertThat(third).isCompleted();
    assertThat(Activity.of(client).requests()).isZero();
    assertThat(broker.debitsFor(load)).hasSize(3);
  }

  /** The reservation has expired meanwhile, and another call may have used the budget. */
  @ParameterizedTest
  @EnumSource
  void queuedCallIsNotSentAfterASuspension(CallStyle style) {
    Caller<LoadPosition> first = startFirstRead(style, HELD);
    Caller<LoadPosition> queued = startRead(style, CallOptions.DEFAULT);
    world.suspend(Duration.ofMinutes(65));
    CallStyle.join(first);

    assertNotSent(() -> CallStyle.join(queued));
    assertThat(broker.debitsFor(load)).as("the creation and the first read").hasSize(2);
  }

  private void assertNotSent(ThrowableAssert.ThrowingCallable call) {
    FreightTimeoutException failure = catchThrowableOfType(FreightTimeoutException.class, call);
    assertThat(failure)
        .isNotNull()
        .hasMessageContaining("deadline by the clock")
        .hasMessageContaining("nothing was sent");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(guard.entries().get(guard.entries().size() - 1).outcome()).isEqualTo(Outcome.NONE);
  }

  /** A laptop loses its network a moment before it is suspended. */
  @ParameterizedTest
  @EnumSource
  void connectingCallIsNotSentAfterASuspension(CallStyle style) {
    world.network().onConnect(request -> world.suspend(Duration.ofMinutes(65)));

    assertNotSent(() -> style.getLoadPosition(client, load, CallOptions.DEFAULT));
    assertThat(broker.debitsFor(load)).as("the creation").hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void connectingCallIsSentAfterAShortSuspension(CallStyle style) {
    world.network().onConnect(request -> world.suspend(Duration.ofSeconds(90)));
    assertThat(style.getLoadPosition(client, load, CallOptions.DEFAULT).loadNumber())
        .isEqualTo(load);
    assertThat(broker.debitsFor(load)).hasSize(2);
  }

  /** The clock moves by less than the rest of the deadline. */
  @ParameterizedTest
  @EnumSource
  void queuedCallIsSentAfterAShortSuspension(CallStyle style) {
    Caller<LoadPosition> first = startFirstRead(style, HELD);
    Caller<LoadPosition> queued = startRead(style, CallOptions.DEFAULT);
    world.suspend(Duration.ofSeconds(90));
    CallStyle.join(first);

    assertThat(CallStyle.join(queued).loadNumber()).isEqualTo(load);
    assertThat(broker.debitsFor(load)).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource
  void deadlineIncludesTheTimeInTheQueue(CallStyle style) {
    Caller<LoadPosition> first = startFirstRead(style, Duration.ofMillis(9_900));
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofHours(1)));
    CallOptions hurried = CallOptions.builder().deadline(Duration.ofSeconds(10)).build();
    Caller<LoadPosition> queued = startRead(style, hurried);
    CallStyle.join(first);

    FreightTimeoutException failure =
        catchThrowableOfType(FreightTimeoutException.class, () -> CallStyle.join(queued));
    assertThat(failure).isNotNull().hasMessageContaining("time left before the deadline");
    assertThat(failure.timeout()).isEqualTo(Duration.ofMillis(100));
  }
}
