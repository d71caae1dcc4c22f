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

/** Cancellations and interrupts end the request, and the charge is reported. */
class CancellationTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("25.00");
  private final List<CallEvent.CallEnded> ended = new ArrayList<>();
  private final FreightClient client = client();
  private final String load = loadOfAnotherClient();
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

  private String loadOfAnotherClient() {
    try (FreightClient other = world.builder().agentKey(broker.agentKey()).build()) {
      return other.createLoad(SampleLoads.twoStops()).loadNumber();
    }
  }

  /** Makes the service process the next request and respond after an hour. */
  private void stall(Operation operation) {
    server.faults().next(operation, Fault.delayAfterCommit(Duration.ofHours(1)));
  }

  private void makeBillingUnavailable() {
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.billingUnavailable());
  }

  private record Outcome(FreightException failure, boolean interruptFlag) {}

  /** Starts a call that waits. The result has its exception. */
  private Caller<Outcome> startCall(Runnable call) {
    Caller<Outcome> caller =
        world.start(
            () -> {
              FreightException failure = catchThrowableOfType(FreightException.class, call::run);
              return new Outcome(failure, Thread.currentThread().isInterrupted());
            });
    world.runUntilWaiting(caller);
    return caller;
  }

  private CompletableFuture<LoadPosition> startRead() {
    CompletableFuture<LoadPosition> read = client.async().getLoadPosition(load);
    world.runUntilWaiting(read);
    return read;
  }

  /** The only request has ended, and no other follows. */
  private void assertNothingMoreIsSent() {
    assertThat(world.network().openRequests()).isZero();
    world.advance(Duration.ofMinutes(1));
    assertThat(world.network().sentRequests()).isEqualTo(sentBefore + 1);
  }

  @Test
  void interruptEndsTheCallAndKeepsTheFlag() {
    stall(Operation.GET_LOAD_POSITION);
    Caller<Outcome> call = startCall(() -> client.getLoadPosition(load));

    call.interrupt();

    Outcome seen = CallStyle.join(call);
    assertThat(seen.failure()).isInstanceOf(FreightCancelledException.class);
    assertThat(seen.failure().charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(seen.failure().nextStep())
        .isNotIn(NextStep.RETRY_LATER, NextStep.RETRY_WITH_SAME_KEY);
    assertThat(seen.failure().attempts()).isEqualTo(1);
    assertThat(seen.interruptFlag()).isTrue();
    world.settle();
    assertNothingMoreIsSent();
  }

  @Test
  void interruptedCreationReportsItsKey() {
    stall(Operation.CREATE_LOAD);
    Caller<Outcome> call = startCall(() -> client.createLoad(SampleLoads.twoStops()));

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
  void callOnAnInterruptedThreadSendsNothing() {
    assertRefusedOnAnInterruptedThread(() -> client.getLoadPosition(load));
    CallOptions shared = CallOptions.builder().maxAge(Duration.ofMinutes(1)).build();
    assertRefusedOnAnInterruptedThread(() -> client.getLoadPosition(load, shared));
    assertThat(world.network().sentRequests()).isEqualTo(sentBefore);
  }

  private static void assertRefusedOnAnInterruptedThread(Runnable call) {
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

  /** Another body can be sent under that key. */
  @Test
  void callOnAnInterruptedThreadLeavesItsKeyUnused() {
    CallOptions key = CallOptions.builder().idempotencyKey("order-4711").build();
    assertRefusedOnAnInterruptedThread(() -> client.createLoad(SampleLoads.twoStops(), key));

    var other = SampleLoads.twoStops().toBuilder().driverPhone("+13125550199").build();
    assertThat(client.createLoad(other, key).loadNumber()).isNotEmpty();
  }

  @Test
  void interruptDuringTheBackoffSendsNothingMore() {
    makeBillingUnavailable();
    Caller<Outcome> call = startCall(() -> client.getLoadPosition(load));

    call.interrupt();

    Outcome seen = CallStyle.join(call);
    assertThat(seen.failure()).isInstanceOf(FreightCancelledException.class);
    assertThat(seen.failure().charge()).isEqualTo(Charge.NONE);
    assertThat(seen.failure().attempts()).isEqualTo(1);
    assertNothingMoreIsSent();
  }

  @Test
  void cancellingAFutureEndsTheCallAndReportsItsCharge() {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<LoadPosition> future = startRead();

    assertThat(future.cancel(true)).isTrue();
    world.settle();

    assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
    assertThat(ended).hasSize(1);
    assertThat(ended.get(0).charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(ended.get(0).failure()).isInstanceOf(FreightCancelledException.class);
    assertNothingMoreIsSent();
  }

  @Test
  void cancellingAResponseFutureEndsTheCallAndReportsItsCharge() {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<?> future = client.async().withResponse().getLoadPosition(load);
    world.runUntilWaiting(future);

    future.cancel(true);
    world.settle();

    assertThat(ended).extracting(CallEvent.CallEnded::charge).containsExactly(Charge.UNKNOWN);
    assertNothingMoreIsSent();
  }

  /** A cancelled future has no exception of the client, so the listener gets it. */
  @Test
  void listenerGetsTheKeyOfACancelledCreation() {
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
  void timedOutGetDoesNotEndTheCall() {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<LoadPosition> future = startRead();

    assertThatThrownBy(() -> future.get(0, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    world.settle();

    assertCallContinues(future);
  }

  /** Futures of {@code thenApply} do not end the call. */
  @Test
  void cancellingADependentFutureDoesNotEndTheCall() {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<LoadPosition> future = startRead();

    future.thenApply(LoadPosition::status).cancel(true);
    world.settle();

    assertCallContinues(future);
  }

  private void assertCallContinues(CompletableFuture<LoadPosition> future) {
    assertThat(future).isNotDone();
    assertThat(ended).isEmpty();
    assertThat(world.network().openRequests()).isEqualTo(1);

    world.advance(Duration.ofHours(1));

    assertThatThrownBy(future::join).hasCauseInstanceOf(FreightTimeoutException.class);
    assertThat(ended).extracting(CallEvent.CallEnded::charge).containsExactly(Charge.UNKNOWN);
  }

  @Test
  void cancelDuringTheBackoffSendsNothingMore() {
    makeBillingUnavailable();
    CompletableFuture<LoadPosition> future = startRead();

    future.cancel(true);
    world.settle();

    assertThat(ended).extracting(CallEvent.CallEnded::charge).containsExactly(Charge.NONE);
    assertNothingMoreIsSent();
  }

  @Test
  void completingTheFutureWithAnExceptionEndsTheCall() {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<LoadPosition> future = startRead();

    future.completeExceptionally(new IllegalStateException("the caller's own limit"));
    world.settle();

    assertThatThrownBy(future::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("the caller's own limit");
    assertThat(ended).extracting(CallEvent.CallEnded::charge).containsExactly(Charge.UNKNOWN);
    assertNothingMoreIsSent();
  }

  /** The caller ends the call after the last byte, before the client has read the response. */
  @ParameterizedTest
  @EnumSource
  void completeResponseOfAnEndedCallReportsItsCharge(CallStyle style) throws IOException {
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
  void closingDuringTheBackoffReportsTheChargeOfALostAttempt(CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    Caller<Outcome> call = startCall(() -> style.createLoad(client, SampleLoads.twoStops()));

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
