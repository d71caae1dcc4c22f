package io.freightsdk.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.WireFixture;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A blocking call runs on the thread of its caller. {@code HangingRequestsIT} tests how such calls
 * end.
 */
class CallersThreadIT {
  private final WireFixture service = new WireFixture();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    service.close();
  }

  /** A client with an idle connection, whose earlier threads do not count. */
  private FreightClient warmClient() {
    service.enqueue(ServiceResponses.success(Operation.GET_BALANCE));
    FreightClient client =
        service.client(
            service
                .builderWithOwnConnections()
                .listener(
                    event -> {
                      if (event instanceof CallEvent.AttemptEnded) {
                        threads.add(Thread.currentThread());
                      }
                    }));
    client.getBalance();
    threads.clear();
    return client;
  }

  private record Outcome(FreightException failure, boolean interruptFlag) {}

  private static CompletableFuture<Outcome> startOnThread(Thread[] thread, Runnable call) {
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
  void blockingCallRunsOnTheThreadOfItsCaller() {
    FreightClient client = warmClient();
    service.enqueue(ServiceResponses.success(Operation.GET_BALANCE));
    client.getBalance();
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void asynchronousCallRunsOnAnotherThread() {
    FreightClient client = warmClient();
    service.enqueue(ServiceResponses.success(Operation.GET_BALANCE));
    CallStyle.join(client.async().getBalance());
    assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
  }

  @Test
  void retriesRunOnTheThreadOfTheCaller() {
    FreightClient client = warmClient();
    service.enqueue(
        ServiceResponses.billingUnavailable(),
        ServiceResponses.success(Operation.GET_LOAD_POSITION));
    client.getLoadPosition(SampleLoads.NUMBER);
    assertThat(threads).containsExactly(Thread.currentThread(), Thread.currentThread());
  }

  @Test
  void brokenConnectionIsReportedOnTheThreadOfTheCaller() {
    FreightClient client = warmClient();
    service.enqueue(
        ServiceResponses.success(Operation.GET_LOAD_POSITION)
            .onResponseStart(new SocketEffect.CloseSocket()));
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> client.getLoadPosition(SampleLoads.NUMBER));
    assertThat(failure).isInstanceOf(FreightConnectionException.class);
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  /** The client has one slot, which must be free for the next call. */
  @Test
  void interruptsAtAnyMomentEndOneCallAndReleaseItsSlot() {
    FreightClient client =
        service.client(service.builderWithOwnConnections().maxConcurrentRequests(1));
    for (int round = 0; round < 400; round++) {
      service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
      Thread[] thread = new Thread[1];
      CompletableFuture<Outcome> outcome =
          startOnThread(thread, () -> client.getLoadPosition(SampleLoads.NUMBER));
      LockSupport.parkNanos((round * 7_919L) % 1_500_000);
      thread[0].interrupt();

      Outcome seen = CallStyle.join(outcome);
      if (seen.failure() != null) {
        assertThat(seen.interruptFlag()).as("the interrupt flag after round %d", round).isTrue();
      }
    }
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    assertThat(client.getLoadPosition(SampleLoads.NUMBER)).isNotNull();
  }
}
