package io.freightsdk.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.RequestEvent;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceAnswers;
import io.freightsdk.testing.ShortTimes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/**
 * A blocking call with an idle connection at hand is made on the thread of its caller, and can be
 * ended from outside like any other.
 */
class CallersThreadIT {
  private final FakeService service = new FakeService();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    service.close();
  }

  /** A client with an idle connection; what it used to get one is forgotten. */
  private FreightClient warmClient() {
    service.answers(ServiceAnswers.success(Operation.GET_BALANCE));
    FreightClient client =
        service.client(
            service
                .ownConnections()
                .listener(
                    event -> {
                      if (event instanceof RequestEvent.AttemptEnded) {
                        threads.add(Thread.currentThread());
                      }
                    }));
    client.getBalance();
    threads.clear();
    return client;
  }

  private void stall() {
    service.answers(
        ServiceAnswers.success(Operation.GET_LOAD_POSITION)
            .onResponseStart(SocketEffect.Stall.INSTANCE));
  }

  private void untilArrived(int requests) {
    Eventually.until(
        () -> service.server().getRequestCount() == requests,
        () -> service.server().getRequestCount() + " requests arrived");
  }

  private record Outcome(FreightException failure, boolean interruptFlag) {}

  /** Reads a position, and is interrupted once so many requests have arrived. */
  private Outcome interruptedAt(int requests, FreightClient client) {
    Thread[] thread = new Thread[1];
    CompletableFuture<Outcome> outcome =
        started(thread, () -> client.getLoadPosition(SampleLoads.NUMBER));
    untilArrived(requests);
    thread[0].interrupt();
    return CallStyle.join(outcome);
  }

  private static void assertEndedByTheInterrupt(Outcome seen) {
    assertThat(seen.failure()).isInstanceOf(FreightCancelledException.class);
    assertThat(seen.failure().charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(seen.interruptFlag()).isTrue();
  }

  private static CompletableFuture<Outcome> started(Thread[] thread, Runnable call) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    thread[0] = new Thread(() -> outcome.complete(outcomeOf(call)));
    thread[0].start();
    return outcome;
  }

  private static Outcome outcomeOf(Runnable call) {
    FreightException failure = catchThrowableOfType(FreightException.class, call::run);
    return new Outcome(failure, Thread.currentThread().isInterrupted());
  }

  @Test
  void theCallIsMadeOnTheThreadOfItsCaller() {
    FreightClient client = warmClient();
    service.answers(ServiceAnswers.success(Operation.GET_BALANCE));
    client.getBalance();
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void anAsynchronousCallIsNot() {
    FreightClient client = warmClient();
    service.answers(ServiceAnswers.success(Operation.GET_BALANCE));
    CallStyle.join(client.async().getBalance());
    assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
  }

  @Test
  void attemptsAfterAWaitComeBackToTheCaller() {
    FreightClient client = warmClient();
    service.answers(
        ServiceAnswers.billingUnavailable(), ServiceAnswers.success(Operation.GET_LOAD_POSITION));
    client.getLoadPosition(SampleLoads.NUMBER);
    assertThat(threads).containsExactly(Thread.currentThread(), Thread.currentThread());
  }

  @Test
  void interruptEndsTheCallAndKeepsTheFlag() {
    FreightClient client = warmClient();
    stall();
    assertEndedByTheInterrupt(interruptedAt(2, client));
    assertThat(service.server().getRequestCount()).isEqualTo(2);
  }

  /** It is made on another thread, because it has to connect. */
  @Test
  void interruptOfACallWithoutAConnectionEndsItToo() {
    FreightClient client = service.client(service.ownConnections());
    stall();
    assertEndedByTheInterrupt(interruptedAt(1, client));
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads are final since Java 21")
  void interruptOfAVirtualThreadEndsTheCallAndKeepsTheFlag() throws Exception {
    FreightClient client = warmClient();
    stall();
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Runnable call =
        () -> outcome.complete(outcomeOf(() -> client.getLoadPosition(SampleLoads.NUMBER)));
    // The tests are compiled for Java 17, which cannot name the method.
    Thread virtual =
        (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, call);
    untilArrived(2);

    virtual.interrupt();

    assertEndedByTheInterrupt(CallStyle.join(outcome));
  }

  @Test
  void anInterruptWhileTheAnswerIsReadCountsAsOneToo() {
    FreightClient client = warmClient();
    service.answers(
        ServiceAnswers.success(Operation.GET_LOAD_POSITION)
            .onResponseBody(SocketEffect.Stall.INSTANCE));

    Outcome seen = interruptedAt(2, client);

    assertThat(seen.failure()).isInstanceOf(FreightCancelledException.class);
    assertThat(seen.interruptFlag()).isTrue();
  }

  @Test
  void closingTheClientEndsTheCall() {
    FreightClient client = warmClient();
    stall();
    CompletableFuture<Outcome> outcome =
        started(new Thread[1], () -> client.getLoadPosition(SampleLoads.NUMBER));
    untilArrived(2);

    client.close();

    FreightException failure = CallStyle.join(outcome).failure();
    assertThat(failure)
        .isInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("the client was closed");
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void theTimeoutOfTheAttemptEndsTheCall() {
    ShortTimes.check(
        time -> {
          try (FakeService fresh = new FakeService()) {
            fresh.answers(
                ServiceAnswers.success(Operation.GET_BALANCE),
                ServiceAnswers.success(Operation.GET_LOAD_POSITION)
                    .onResponseStart(SocketEffect.Stall.INSTANCE));
            FreightClient client = fresh.client(fresh.ownConnections());
            client.getBalance();
            CallOptions hurried = CallOptions.builder().timeout(time).build();
            FreightException failure =
                catchThrowableOfType(
                    FreightException.class,
                    () -> client.getLoadPosition(SampleLoads.NUMBER, hurried));

            assertThat(failure).isInstanceOf(FreightTimeoutException.class);
            assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
          }
        });
  }

  @Test
  void aConnectionThatBreaksIsTheSameFailure() {
    FreightClient client = warmClient();
    service.answers(
        ServiceAnswers.success(Operation.GET_LOAD_POSITION)
            .onResponseStart(new SocketEffect.CloseSocket()));
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> client.getLoadPosition(SampleLoads.NUMBER));
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  /** With one place on the wire, which the next call finds free. */
  @Test
  void interruptsAtAnyMomentEndOneCallAndGiveItsPlaceBack() {
    FreightClient client = service.client(service.ownConnections().maxConcurrentRequests(1));
    for (int round = 0; round < 400; round++) {
      service.answers(ServiceAnswers.success(Operation.GET_LOAD_POSITION));
      Thread[] thread = new Thread[1];
      CompletableFuture<Outcome> outcome =
          started(thread, () -> client.getLoadPosition(SampleLoads.NUMBER));
      LockSupport.parkNanos((round * 7_919L) % 1_500_000);
      thread[0].interrupt();

      Outcome seen = CallStyle.join(outcome);
      if (seen.failure() != null) {
        assertThat(seen.interruptFlag()).as("the interrupt flag after round %d", round).isTrue();
      }
    }
    service.answers(ServiceAnswers.success(Operation.GET_LOAD_POSITION));
    assertThat(client.getLoadPosition(SampleLoads.NUMBER)).isNotNull();
  }
}
