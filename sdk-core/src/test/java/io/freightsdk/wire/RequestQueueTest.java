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
import io.freightsdk.testing.KnownPrices;
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

/** More calls than places on the wire: the time in the queue is not the service's. */
class QueueForTheWireTest extends ServerFixture {
  private static final int CALLS = 6;
  private static final Duration HELD = Duration.ofSeconds(20);

  private final TestGuard guard = guard();
  private Runnable attemptEnds = () -> {};

  /** With one place, and no price that is read again in the background and takes it. */
  private final FreightClient client =
      client(
          TestBuilders.withPrices(builder(), KnownPrices.usual())
              .maxConcurrentRequests(1)
              .spendGuard(guard)
              .listener(
                  event -> {
                    if (event instanceof CallEvent.AttemptEnded) attemptEnds.run();
                  }));

  private final String load = client.createLoad(SampleLoads.twoStops()).loadNumber();

  private Caller<LoadPosition> read(CallStyle style, CallOptions options) {
    Caller<LoadPosition> read = world.start(() -> style.getLoadPosition(client, load, options));
    world.runUntilWaiting(read);
    return read;
  }

  /** A read that holds the one place on the wire for so long. */
  private Caller<LoadPosition> first(CallStyle style, Duration held) {
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(held));
    return read(style, CallOptions.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource
  void everyCallThatWaitsLongerThanItsTimeoutStillGetsItsAnswer(CallStyle style) {
    List<Caller<LoadPosition>> reads = new ArrayList<>();
    reads.add(first(style, HELD));
    CallOptions hurried = CallOptions.builder().attemptTimeout(HELD.dividedBy(2)).build();
    for (int i = 1; i < CALLS; i++) {
      reads.add(read(style, hurried));
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
  void aDeadlineThatPassesInTheQueueNamesTheQueueAndNoCharge(CallStyle style) {
    Caller<LoadPosition> first = first(style, HELD);
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
  void aCallThatIsClosedInTheQueueHasMadeNoAttempt(CallStyle style) {
    Caller<LoadPosition> first = first(style, HELD);
    Caller<LoadPosition> queued = read(style, CallOptions.DEFAULT);
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

  /** It has its place already, and sends nothing there. */
  @Test
  void thePlaceOfACallThatIsEndedAsItComesGoesToTheNext() {
    Caller<LoadPosition> first = first(CallStyle.BLOCKING, HELD);
    CompletableFuture<LoadPosition> second = client.async().getLoadPosition(load);
    world.runUntilWaiting(second);
    Caller<LoadPosition> third = read(CallStyle.BLOCKING, CallOptions.DEFAULT);
    attemptEnds = () -> second.cancel(true);

    CallStyle.join(first);
    world.settle();

    assertThat(second).isCancelled();
    assertThat(third).isCompleted();
    assertThat(Activity.of(client).requests()).isZero();
    assertThat(broker.debitsFor(load)).hasSize(3);
  }

  /** On waking its reservation has expired, and the money may be another call's. */
  @ParameterizedTest
  @EnumSource
  void whatWaitsInTheQueueWhileTheMachineIsSuspendedIsNotSentLater(CallStyle style) {
    Caller<LoadPosition> first = first(style, HELD);
    Caller<LoadPosition> queued = read(style, CallOptions.DEFAULT);
    world.suspend(Duration.ofMinutes(65));
    CallStyle.join(first);

    assertNotSentLater(() -> CallStyle.join(queued));
    assertThat(broker.debitsFor(load)).as("the creation and the first read").hasSize(2);
  }

  private void assertNotSentLater(ThrowableAssert.ThrowingCallable call) {
    FreightTimeoutException failure = catchThrowableOfType(FreightTimeoutException.class, call);
    assertThat(failure)
        .isNotNull()
        .hasMessageContaining("deadline by the time of day")
        .hasMessageContaining("nothing was sent");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(guard.entries().get(guard.entries().size() - 1).outcome()).isEqualTo(Outcome.NONE);
  }

  /** Such as a laptop whose network ends a moment before it is suspended. */
  @ParameterizedTest
  @EnumSource
  void whatConnectsWhileTheMachineIsSuspendedIsNotSentLater(CallStyle style) {
    world.network().onConnect(request -> world.suspend(Duration.ofMinutes(65)));

    assertNotSentLater(() -> style.getLoadPosition(client, load, CallOptions.DEFAULT));
    assertThat(broker.debitsFor(load)).as("the creation").hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void whatConnectsThroughAShortSuspensionIsSent(CallStyle style) {
    world.network().onConnect(request -> world.suspend(Duration.ofSeconds(90)));
    assertThat(style.getLoadPosition(client, load, CallOptions.DEFAULT).loadNumber())
        .isEqualTo(load);
    assertThat(broker.debitsFor(load)).hasSize(2);
  }

  /** The clock was set, by less than the call has left. */
  @ParameterizedTest
  @EnumSource
  void whatWaitsInTheQueueThroughAShortSuspensionIsSent(CallStyle style) {
    Caller<LoadPosition> first = first(style, HELD);
    Caller<LoadPosition> queued = read(style, CallOptions.DEFAULT);
    world.suspend(Duration.ofSeconds(90));
    CallStyle.join(first);

    assertThat(CallStyle.join(queued).loadNumber()).isEqualTo(load);
    assertThat(broker.debitsFor(load)).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource
  void theTimeInTheQueueIsTakenFromTheDeadline(CallStyle style) {
    Caller<LoadPosition> first = first(style, Duration.ofMillis(9_900));
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofHours(1)));
    CallOptions hurried = CallOptions.builder().deadline(Duration.ofSeconds(10)).build();
    Caller<LoadPosition> queued = read(style, hurried);
    CallStyle.join(first);

    FreightTimeoutException failure =
        catchThrowableOfType(FreightTimeoutException.class, () -> CallStyle.join(queued));
    assertThat(failure).isNotNull().hasMessageContaining("time left before the deadline");
    assertThat(failure.timeout()).isEqualTo(Duration.ofMillis(100));
  }
}
