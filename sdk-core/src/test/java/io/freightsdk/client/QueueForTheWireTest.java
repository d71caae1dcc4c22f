package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.ShortTimes;
import io.freightsdk.testing.VirtualWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** More calls than places on the wire: the time in the queue is not the service's. */
class QueueForTheWireTest {
  private static final int CALLS = 6;

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final Gateway gateway = new Gateway(server.baseUrl());
  private final CountDownLatch firstIsAnswered = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newFixedThreadPool(CALLS);
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(gateway.baseUrl())
          .agentKey(broker.agentKey())
          .maxConcurrentRequests(1)
          .build();

  @AfterEach
  void stop() {
    firstIsAnswered.countDown();
    client.close();
    threads.shutdown();
    gateway.close();
    server.close();
  }

  private CompletableFuture<LoadPosition> read(CallStyle style, String load) {
    return read(style, load, CallOptions.DEFAULT);
  }

  private CompletableFuture<LoadPosition> read(CallStyle style, String load, CallOptions options) {
    return CompletableFuture.supplyAsync(
        () -> style.getLoadPosition(client, load, options), threads);
  }

  /** A read that holds the one place on the wire until {@link #firstIsAnswered}. */
  private CompletableFuture<LoadPosition> first(CallStyle style, String load) {
    gateway.next(Operation.GET_LOAD_POSITION, Gateway.heldUntil(firstIsAnswered));
    CompletableFuture<LoadPosition> first = read(style, load);
    Eventually.until(() -> broker.debitsFor(load).size() == 2, () -> "the first read is not on");
    return first;
  }

  private void untilWaiting(int calls) {
    Eventually.until(() -> client.activity().waiting() == calls, () -> client.activity() + "");
  }

  @ParameterizedTest
  @EnumSource
  void everyCallThatWaitsLongerThanItsTimeoutStillGetsItsAnswer(CallStyle style) {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    List<CompletableFuture<LoadPosition>> reads = new ArrayList<>(List.of(first(style, load)));
    Duration timeout = Duration.ofSeconds(2);
    CallOptions twoSeconds = CallOptions.builder().timeout(timeout).build();
    for (int i = 1; i < CALLS; i++) reads.add(read(style, load, twoSeconds));
    untilWaiting(CALLS - 1);
    long waiting = System.nanoTime();
    while (System.nanoTime() - waiting <= timeout.toNanos()) {
      LockSupport.parkNanos(timeout.toNanos() / 20);
    }
    firstIsAnswered.countDown();

    for (CompletableFuture<LoadPosition> read : reads) {
      assertThat(CallStyle.join(read).loadNumber()).isEqualTo(load);
    }
    assertThat(client.ledger().totals().unknown()).isZero();
    assertThat(broker.debitsFor(load)).hasSize(1 + CALLS);
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineThatPassesInTheQueueNamesTheQueueAndNoCharge(CallStyle style) {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    CompletableFuture<LoadPosition> first = first(style, load);

    ShortTimes.check(
        time -> {
          CallOptions hurried = CallOptions.builder().deadline(time).build();
          FreightTimeoutException failure =
              catchThrowableOfType(
                  FreightTimeoutException.class,
                  () -> style.getLoadPosition(client, load, hurried));
          assertThat(failure).isNotNull().hasMessageContaining("maxConcurrentRequests");
          assertThat(failure.charge()).isEqualTo(Charge.NONE);
        });

    firstIsAnswered.countDown();
    CallStyle.join(first);
    assertThat(broker.debitsFor(load)).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatIsClosedInTheQueueHasMadeNoAttempt(CallStyle style) {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    CompletableFuture<LoadPosition> first = first(style, load);
    CompletableFuture<LoadPosition> queued = read(style, load);
    untilWaiting(1);
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

  @ParameterizedTest
  @EnumSource
  void theTimeInTheQueueIsTakenFromTheDeadline(CallStyle style) {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    VirtualWorld world = new VirtualWorld().holdTime();
    CountDownLatch never = new CountDownLatch(1);
    gateway.next(
        Operation.GET_LOAD_POSITION, Gateway.heldUntil(firstIsAnswered), Gateway.heldUntil(never));
    try (FreightClient one =
        TestBuilders.inWorld(
                FreightClient.builder()
                    .baseUrl(gateway.baseUrl())
                    .agentKey(broker.agentKey())
                    .maxConcurrentRequests(1),
                world.environment())
            .build()) {
      CompletableFuture<LoadPosition> first =
          CompletableFuture.supplyAsync(() -> style.getLoadPosition(one, load), threads);
      Eventually.until(() -> broker.debitsFor(load).size() == 2, () -> "the first read is not on");
      CallOptions hurried = CallOptions.builder().deadline(Duration.ofSeconds(10)).build();
      CompletableFuture<LoadPosition> queued =
          CompletableFuture.supplyAsync(() -> style.getLoadPosition(one, load, hurried), threads);
      Eventually.until(() -> one.activity().waiting() == 1, () -> one.activity() + "");
      world.advance(Duration.ofMillis(9_900));
      firstIsAnswered.countDown();
      CallStyle.join(first);

      FreightTimeoutException failure =
          catchThrowableOfType(FreightTimeoutException.class, () -> CallStyle.join(queued));
      assertThat(failure).isNotNull().hasMessageContaining("time left before the deadline");
      assertThat(failure.limit()).isEqualTo(Duration.ofMillis(100));
    } finally {
      never.countDown();
    }
  }
}
