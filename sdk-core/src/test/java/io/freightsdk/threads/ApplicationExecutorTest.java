package io.freightsdk.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.Balance;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Futures on an executor of the application, which may start a call late or reject it. */
class ApplicationExecutorTest {
  @AutoClose private final ScriptedService service = new ScriptedService();
  private final World world = service.world();
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final List<CallEvent.CallEnded> ended = new ArrayList<>();

  private final FreightClient client =
      service.client(
          service
              .builder()
              .executor(waiting::add)
              .listener(
                  event -> {
                    if (event instanceof CallEvent.CallEnded end) ended.add(end);
                  }));

  private CompletableFuture<Balance> startCall() {
    return client.async().getBalance();
  }

  private void assertEndedUnstarted() {
    world.settle();
    assertThat(service.requestCount()).isZero();
    assertThat(Activity.of(client).calls()).isZero();
    assertThat(ended).hasSize(1);
    assertThat(ended.get(0).charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void callStartsWhenItHasAThread() {
    service.enqueue(ServiceResponses.success(Operation.GET_BALANCE));
    CompletableFuture<Balance> call = startCall();
    world.settle();
    assertThat(service.requestCount()).isZero();
    assertThat(Activity.of(client).calls()).isOne();

    waiting.remove().run();
    assertThat(call).isCompleted();
  }

  @Test
  void cancellingAnUnstartedCallEndsIt() {
    CompletableFuture<Balance> call = startCall();
    call.cancel(true);
    assertEndedUnstarted();

    waiting.remove().run();
    assertEndedUnstarted();
  }

  @Test
  void closingTheClientEndsAnUnstartedCall() {
    CompletableFuture<Balance> call = startCall();
    client.close();
    assertEndedUnstarted();
    assertThat(catchThrowableOfType(FreightException.class, () -> CallStyle.join(call)))
        .isInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("the client was closed");
    assertThat(world.now()).isEqualTo(World.START);
  }

  @Test
  void deadlineIncludesTheWaitForAThread() {
    CompletableFuture<Balance> call = startCall();
    world.advance(Duration.ofMinutes(3));
    waiting.remove().run();
    assertThatExceptionOfType(FreightTimeoutException.class).isThrownBy(() -> CallStyle.join(call));
    assertEndedUnstarted();
  }

  /** The executor may have one thread only, on which the call waits for its price. */
  @Test
  void callThatReadsItsPriceNeedsOneThread() {
    service.alwaysRespond(Operation.GET_PRICING, ServiceResponses.success(Operation.GET_PRICING));
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    FreightClient limited =
        service.client(service.builderWithPrices().executor(waiting::add).maxPrice("1.00"));
    CompletableFuture<LoadPosition> read = limited.async().getLoadPosition(SampleLoads.NUMBER);
    world.start(
        () -> {
          waiting.remove().run();
          return true;
        });
    world.settle();

    assertThat(waiting).isEmpty();
    assertThat(read).isCompleted();
  }

  private FreightClient rejectingClient() {
    return service.client(
        service
            .builder()
            .executor(
                task -> {
                  throw new RejectedExecutionException("full");
                }));
  }

  @Test
  void rejectedCallFailsImmediately() {
    FreightClient rejected = rejectingClient();
    CompletableFuture<Balance> call = rejected.async().getBalance();
    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> CallStyle.join(call));
    assertThat(failure).hasMessageContaining("starting a thread").hasRootCauseMessage("full");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(Activity.of(rejected).calls()).isZero();
  }

  // --- a read that callers share ---

  private static CompletableFuture<LoadPosition> startSharedRead(FreightClient client) {
    CallOptions shared = CallOptions.builder().maxAge(Duration.ofMinutes(1)).build();
    return client.async().getLoadPosition(SampleLoads.NUMBER, shared);
  }

  @Test
  void closingTheClientEndsAnUnstartedSharedRead() {
    CompletableFuture<LoadPosition> read = startSharedRead(client);
    client.close();
    world.settle();
    assertThat(read).isDone();
    assertRefusedAsClosed(read);

    CompletableFuture<LoadPosition> later = startSharedRead(client);
    world.settle();
    assertRefusedAsClosed(later);
    while (!waiting.isEmpty()) waiting.remove().run();
    assertThat(service.requestCount()).isZero();
  }

  private static void assertRefusedAsClosed(CompletableFuture<?> read) {
    FreightException failure =
        catchThrowableOfType(FreightException.class, () -> CallStyle.join(read));
    assertThat(failure)
        .isInstanceOf(FreightCancelledException.class)
        .hasMessageContaining("closed");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
  }

  @Test
  void cancellingAnUnstartedSharedReadSendsNothing() {
    startSharedRead(client).cancel(true);
    waiting.remove().run();
    world.settle();
    assertThat(service.requestCount()).isZero();
  }

  @Test
  void rejectedSharedReadFailsImmediately() {
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> CallStyle.join(startSharedRead(rejectingClient())));
    assertThat(failure).hasMessageContaining("starting a thread").hasRootCauseMessage("full");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isZero();
  }
}
