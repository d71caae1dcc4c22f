package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.RequestEvent;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.Loads;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever ends a call ends it on the wire, and still learns what it cost. */
class CancellationTest {
  private final FakeService service = new FakeService();
  private final BlockingQueue<RequestEvent.CallEnded> ended = new ArrayBlockingQueue<>(10);

  @AfterEach
  void stop() {
    service.close();
  }

  private FreightClient client() {
    return service.client(
        service
            .builder()
            .listener(
                event -> {
                  if (event instanceof RequestEvent.CallEnded end) {
                    ended.add(end);
                  }
                }));
  }

  private RequestEvent.CallEnded ended() throws InterruptedException {
    RequestEvent.CallEnded end = ended.poll(60, TimeUnit.SECONDS);
    assertThat(end).as("the end of the call as the listener hears it").isNotNull();
    return end;
  }

  /** The service has the request and says nothing. */
  private void stall(Operation operation) {
    service.answers(Answers.success(operation).onResponseStart(SocketEffect.Stall.INSTANCE));
  }

  private void untilArrived(int requests) {
    Eventually.until(
        () -> service.server().getRequestCount() == requests,
        () -> service.server().getRequestCount() + " requests arrived");
  }

  /**
   * Runs a blocking call on a thread of its own and gives what it threw, with the thread's flag.
   */
  private static CompletableFuture<Outcome> onThread(Runnable call, Thread[] thread) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    thread[0] =
        new Thread(
            () -> {
              FreightException failure = catchThrowableOfType(FreightException.class, call::run);
              outcome.complete(new Outcome(failure, Thread.currentThread().isInterrupted()));
            });
    thread[0].start();
    return outcome;
  }

  private record Outcome(FreightException failure, boolean interruptFlag) {}

  @Test
  void interruptEndsTheCallAndKeepsTheFlag() {
    stall(Operation.GET_LOAD_POSITION);
    FreightClient client = client();
    Thread[] thread = new Thread[1];
    CompletableFuture<Outcome> outcome =
        onThread(() -> client.getLoadPosition(Loads.NUMBER), thread);
    untilArrived(1);

    thread[0].interrupt();

    Outcome seen = CallStyle.join(outcome);
    assertThat(seen.failure()).isInstanceOf(FreightCancelledException.class);
    assertThat(seen.failure().charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(seen.failure().retryable()).isFalse();
    assertThat(seen.failure().attempts()).isEqualTo(1);
    assertThat(seen.interruptFlag()).isTrue();
    assertThat(service.server().getRequestCount()).isEqualTo(1);
  }

  @Test
  void interruptedCreationNamesTheKeyToRepeatItWith() {
    stall(Operation.CREATE_LOAD);
    FreightClient client = client();
    Thread[] thread = new Thread[1];
    CompletableFuture<Outcome> outcome =
        onThread(() -> client.createLoad(Loads.twoStops()), thread);
    untilArrived(1);

    thread[0].interrupt();

    FreightException failure = CallStyle.join(outcome).failure();
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.idempotencyKey())
        .isEqualTo(service.takeRequest().getHeaders().get("Idempotency-Key"));
  }

  @Test
  void threadInterruptedBeforeTheCallSendsNothing() {
    FreightClient client = client();
    refusesAnInterruptedThread(() -> client.getLoadPosition(Loads.NUMBER));
    CallOptions shared = CallOptions.builder().maxAge(Duration.ofMinutes(1)).build();
    refusesAnInterruptedThread(() -> client.getLoadPosition(Loads.NUMBER, shared));
    assertThat(service.tap().requests()).isZero();
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

  @Test
  void interruptDuringTheBackoffSendsNothingMore() {
    service.world().holdTime();
    service.answers(Answers.billingUnavailable());
    FreightClient client = client();
    Thread[] thread = new Thread[1];
    CompletableFuture<Outcome> outcome =
        onThread(() -> client.getLoadPosition(Loads.NUMBER), thread);
    Eventually.until(() -> service.world().openWaits() == 1, () -> "no backoff begun");

    thread[0].interrupt();

    Outcome seen = CallStyle.join(outcome);
    assertThat(seen.failure()).isInstanceOf(FreightCancelledException.class);
    assertThat(seen.failure().charge()).isEqualTo(Charge.NONE);
    assertThat(seen.failure().attempts()).isEqualTo(1);
    assertThat(service.world().openWaits()).isZero();
    service.world().advance(Duration.ofMinutes(1));
    assertThat(service.server().getRequestCount()).isEqualTo(1);
  }

  @Test
  void cancelledFutureEndsTheCallAndTheChargeIsReported() throws InterruptedException {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<LoadPosition> future = client().async().getLoadPosition(Loads.NUMBER);
    untilArrived(1);

    assertThat(future.cancel(true)).isTrue();

    assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
    RequestEvent.CallEnded end = ended();
    assertThat(end.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(end.failure()).isInstanceOf(FreightCancelledException.class);
  }

  @Test
  void cancelDuringTheBackoffSendsNothingMore() throws InterruptedException {
    service.world().holdTime();
    service.answers(Answers.billingUnavailable());
    CompletableFuture<LoadPosition> future = client().async().getLoadPosition(Loads.NUMBER);
    Eventually.until(() -> service.world().openWaits() == 1, () -> "no backoff begun");

    future.cancel(true);

    assertThat(ended().charge()).isEqualTo(Charge.NONE);
    service.world().advance(Duration.ofMinutes(1));
    assertThat(service.server().getRequestCount()).isEqualTo(1);
  }

  @Test
  void timeoutOfTheFutureEndsTheCall() throws InterruptedException {
    stall(Operation.GET_LOAD_POSITION);
    CompletableFuture<LoadPosition> future = client().async().getLoadPosition(Loads.NUMBER);
    untilArrived(1);

    future.completeExceptionally(new IllegalStateException("the caller's own limit"));

    assertThatThrownBy(future::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("the caller's own limit");
    assertThat(ended().charge()).isEqualTo(Charge.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void closeEndsACallOnTheWire(CallStyle style) {
    stall(Operation.GET_LOAD_POSITION);
    FreightClient client = client();
    Thread[] thread = new Thread[1];
    CompletableFuture<Outcome> outcome =
        onThread(() -> style.getLoadPosition(client, Loads.NUMBER), thread);
    untilArrived(1);

    client.close();

    FreightException failure = CallStyle.join(outcome).failure();
    assertThat(failure)
        .isInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("the client was closed");
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void closeEndsABackoff(CallStyle style) {
    service.world().holdTime();
    service.answers(Answers.billingUnavailable());
    FreightClient client = client();
    Thread[] thread = new Thread[1];
    CompletableFuture<Outcome> outcome =
        onThread(() -> style.getLoadPosition(client, Loads.NUMBER), thread);
    Eventually.until(() -> service.world().openWaits() == 1, () -> "no backoff begun");

    client.close();

    FreightException failure = CallStyle.join(outcome).failure();
    assertThat(failure).isInstanceOf(FreightCancelledException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(service.server().getRequestCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void closedClientRefusesCalls(CallStyle style) {
    FreightClient client = client();
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
    assertThat(service.tap().requests()).isZero();
  }
}
