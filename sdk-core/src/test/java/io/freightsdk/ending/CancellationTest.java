package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Response;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever ends a call ends it on the wire, and still learns what it cost. */
class CancellationTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("25.00");
  private final List<CallEvent.CallEnded> ended = new ArrayList<>();
  private final FreightClient client = client();
  private final String load = loadOfAnother();
  private final int sentBefore = world.network().sentRequests();

  @AfterEach
  void stop() {
    world.close();
    server.close();
  }

  private FreightClient client() {
    FreightClient made =
        world.client(
            world
                .builder()
                .agentKey(broker.agentKey())
                .listener(
                    event -> {
                      if (event instanceof CallEvent.CallEnded end
                          && end.operation() != Operation.GET_PRICING) {
                        ended.add(end);
                      }
                    }));
    made.price(Operation.CREATE_LOAD);
    return made;
  }

  private String loadOfAnother() {
    try (FreightClient other = world.builder().agentKey(broker.agentKey()).build()) {
      return other.createLoad(SampleLoads.twoStops()).loadNumber();
    }
  }

  /** The service has the request and says nothing. */
  private void stall(Operation operation) {
    server.faults().next(operation, Fault.delayAfterCommit(Duration.ofHours(1)));
  }

  private void billingIsDown() {
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.billingUnavailable());
  }

  private record Outcome(FreightException failure, boolean interruptFlag) {}

  /** Begins a call of which it is known that it waits, and hears what it threw. */
  private Caller<Outcome> begun(Runnable call) {
    Caller<Outcome> caller =
        world.start(
            () -> {
              FreightException failure = catchThrowableOfType(FreightException.class, call::run);
              return new Outcome(failure, Thread.currentThread().isInterrupted());
            });
    world.runUntilWaiting(caller);
    return caller;
  }

  private CompletableFuture<LoadPosition> begunRead() {
    CompletableFuture<LoadPosition> read = client.async().getLoadPosition(load);
    world.runUntilWaiting(read);
    return read;
  }

  /** Its one request has ended, and no other follows. */
  private void nothingMoreIsSent() {
    assertThat(world.network().openRequests()).isZero();
    world.advance(Duration.ofMinutes(1));
    assertThat(world.network().sentRequests()).isEqualTo(sentBefore + 1);
  }

  @Test
  void interruptEndsTheCallAndKeepsTheFlag() {
    stall(Operation.GET_LOAD_POSITION);
    Caller<Outcome> call = begun(() -> client.getLoadPosition(load));

    call.interrupt();

    Outcome seen = CallStyle.join(call);
    assertThat(seen.failure()).isInstanceOf(FreightCancelledException.class);
    assertThat(seen.failure().charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(seen.failure().nextStep())
        .isNotIn(NextStep.RETRY_LATER, NextStep.RETRY_WITH_SAME_KEY);
    assertThat(seen.failure().attempts()).isEqualTo(1);
    assertThat(seen.interruptFlag()).isTrue();
    world.settle();
    nothingMoreIsSent();
  }

  @Test
  void interruptedCreationNamesTheKeyToRepeatItWith() {
    stall(Operation.CREATE_LOAD);
    Caller<Outcome> call = begun(() -> client.createLoad(SampleLoads.twoStops()));

    call.interrupt();

    FreightException failure = CallStyle.join(call).failure();
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(broker.debits())
        .extracting(LedgerEntry::idempotencyKey)
        .hasSize(2)
        .contains(failure.idempotencyKey());
  }

  @Test
  void threadInterruptedBeforeTheCallSendsNothing() {
    refusesAnInterruptedThread(() -> client.getLoadPosition(load));
    CallOptions shared = CallOptions.builder().maxAge(Duration.ofMinutes(1)).build();
    refusesAnInterruptedThread(() -> client.getLoadPosition(load, shared));
    assertThat(world.network().sentRequests()).isEqualTo(sentBefore);
  }

  private static void refusesAnInterruptedThread(Runnable call) {
    Thread.currentThread().interrupt();
    try {
      FreightCancelledException failure =
          catchThrowableOfType(FreightCancelledException.class, call::run);
      assertThat(failure.charge()).isEqualTo(Charge.NONE);
      assertThat(failure.attempts()).isZero();
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  /** A call that an interrupt kept from beginning leaves its key free for another body. */
  @Test
  void aCallThatNeverBeganDoesNotTakeItsKey() {
    CallOptions key = CallOptions.builder().idempotencyKey("order-4711").build();
    refusesAnInterruptedThread(() -> client.createLoad(SampleLoads.twoStops(), key));

    var other = SampleLoads.twoStops().toBuilder().driverPhone("+13125550199").build();
    assertThat(client.createLoad(other, key).loadNumber()).isNotEmpty();
  }

  @Test
  void interruptDuringTheBackoffSendsNothingMore() {
    billingIsDown();
    Caller<Outcome> call = begun(() -> client.getLoadPosition(load));

    call.interrupt();

    Outcome seen = CallStyle.join(call);
    assertThat(seen.failure()).isInstanceOf(FreightCancelledException.class);
    assertThat(seen.failure().charge()).isEqualTo(Charge.NONE);
    assertThat(seen.failure().attempts()).isEqualTo(1);
    nothingMoreIsSent();
  }

  @Test
  void cancelledFutureEndsTheCallAndTheChargeIsReported() {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<LoadPosition> future = begunRead();

    assertThat(future.cancel(true)).isTrue();
    world.settle();

    assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
    assertThat(ended).hasSize(1);
    assertThat(ended.get(0).charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(ended.get(0).failure()).isInstanceOf(FreightCancelledException.class);
    nothingMoreIsSent();
  }

  @Test
  void cancelledFutureOfAResponseEndsTheCallAndTheChargeIsReported() {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<?> future = client.async().withResponse().getLoadPosition(load);
    world.runUntilWaiting(future);

    future.cancel(true);
    world.settle();

    assertThat(ended).extracting(CallEvent.CallEnded::charge).containsExactly(Charge.UNKNOWN);
    nothingMoreIsSent();
  }

  /** The future itself has no exception of the client: its listener has all of it. */
  @Test
  void aListenerGetsTheKeyOfACancelledCreation() {
    stall(Operation.CREATE_LOAD);
    CompletableFuture<?> future = client.async().createLoad(SampleLoads.twoStops());
    world.runUntilWaiting(future);

    future.cancel(true);
    world.settle();

    FreightException failure = ended.get(0).failure();
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(broker.debits())
        .extracting(LedgerEntry::idempotencyKey)
        .contains(failure.idempotencyKey());
  }

  @Test
  void aWaitOfTheCallerThatEndsLeavesTheCallToItself() {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<LoadPosition> future = begunRead();

    assertThatThrownBy(() -> future.get(0, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    world.settle();

    theCallGoesOn(future);
  }

  /** {@code thenApply} and its like make futures that know nothing of the call. */
  @Test
  void cancellingWhatFollowsFromTheFutureLeavesTheCallToItself() {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<LoadPosition> future = begunRead();

    future.thenApply(LoadPosition::status).cancel(true);
    world.settle();

    theCallGoesOn(future);
  }

  private void theCallGoesOn(CompletableFuture<LoadPosition> future) {
    assertThat(future).isNotDone();
    assertThat(ended).isEmpty();
    assertThat(world.network().openRequests()).isEqualTo(1);

    world.advance(Duration.ofHours(1));

    assertThatThrownBy(future::join).hasCauseInstanceOf(FreightTimeoutException.class);
    assertThat(ended).extracting(CallEvent.CallEnded::charge).containsExactly(Charge.UNKNOWN);
  }

  @Test
  void cancelDuringTheBackoffSendsNothingMore() {
    billingIsDown();
    CompletableFuture<LoadPosition> future = begunRead();

    future.cancel(true);
    world.settle();

    assertThat(ended).extracting(CallEvent.CallEnded::charge).containsExactly(Charge.NONE);
    nothingMoreIsSent();
  }

  @Test
  void timeoutOfTheFutureEndsTheCall() {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<LoadPosition> future = begunRead();

    future.completeExceptionally(new IllegalStateException("the caller's own limit"));
    world.settle();

    assertThatThrownBy(future::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("the caller's own limit");
    assertThat(ended).extracting(CallEvent.CallEnded::charge).containsExactly(Charge.UNKNOWN);
    nothingMoreIsSent();
  }

  /** Its caller leaves between the last byte and what the client makes of it. */
  @ParameterizedTest
  @EnumSource
  void anAnswerThatIsCompleteWhenItsCallIsEndedSaysWhatItCost(CallStyle style) throws IOException {
    Buffer body = new Buffer();
    ServiceResponses.createdLoad("LD-2026-0001").build().getBody().writeTo(body);
    List<Runnable> leave = new ArrayList<>();
    world
        .network()
        .routeTo(
            (request, order, responder) -> {
              Response.Builder head =
                  new Response.Builder().code(201).header("Content-Type", "application/json");
              responder.respond(Duration.ZERO, head, body.readByteArray());
              leave.forEach(Runnable::run);
            });
    if (style == CallStyle.BLOCKING) {
      Thread here = Thread.currentThread();
      leave.add(here::interrupt);
      assertThat(client.createLoad(SampleLoads.twoStops()).loadNumber()).isEqualTo("LD-2026-0001");
      assertThat(Thread.interrupted()).isTrue();
    } else {
      CompletableFuture<?> call = client.async().createLoad(SampleLoads.twoStops());
      leave.add(() -> call.cancel(true));
      world.settle();
      assertThat(call).isCancelled();
    }
    assertThat(ended.get(0).charge()).hasToString("0.65 USD");
    assertThat(ended.get(0).failure()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatIsEndedInItsPauseSaysWhatItsLostAttemptMayHaveCost(CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    Caller<Outcome> call = begun(() -> style.createLoad(client, SampleLoads.twoStops()));

    client.close();

    FreightException failure = CallStyle.join(call).failure();
    assertThat(failure).isInstanceOf(FreightCancelledException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.attempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void closedClientRefusesCalls(CallStyle style) {
    client.close();
    client.close();
    FreightException failure =
        catchThrowableOfType(
            FreightException.class,
            () -> style.call(client, Operation.GET_BALANCE, CallOptions.DEFAULT));
    assertThat(failure)
        .isInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("this client is closed");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.attempts()).isZero();
    assertThat(world.network().sentRequests()).isEqualTo(sentBefore);
  }
}
