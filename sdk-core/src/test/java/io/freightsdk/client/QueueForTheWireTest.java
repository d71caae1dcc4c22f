package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
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
  private final FreightClient client = builder().build();

  @AfterEach
  void stop() {
    firstIsAnswered.countDown();
    client.close();
    threads.shutdown();
    gateway.close();
    server.close();
  }

  /** With one place, and no price that is read again in the background and takes it. */
  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(gateway.baseUrl())
        .agentKey(broker.agentKey())
        .priceLife(Duration.ofMinutes(5))
        .maxConcurrentRequests(1);
  }

  private CompletableFuture<LoadPosition> read(
      FreightClient by, CallStyle style, String load, CallOptions options) {
    return CompletableFuture.supplyAsync(() -> style.getLoadPosition(by, load, options), threads);
  }

  /** A read that holds the one place on the wire until {@link #firstIsAnswered}. */
  private CompletableFuture<LoadPosition> first(FreightClient by, CallStyle style, String load) {
    gateway.next(Operation.GET_LOAD_POSITION, Gateway.heldUntil(firstIsAnswered));
    CompletableFuture<LoadPosition> first = read(by, style, load, CallOptions.DEFAULT);
    Eventually.until(() -> broker.debitsFor(load).size() == 2, () -> "the first read is not on");
    return first;
  }

  private static void untilWaiting(FreightClient client, int requests) {
    Eventually.until(() -> client.activity().waiting() == requests, () -> client.activity() + "");
  }

  @ParameterizedTest
  @EnumSource
  void everyCallThatWaitsLongerThanItsTimeoutStillGetsItsAnswer(CallStyle style) {
    VirtualWorld world = new VirtualWorld().holdTime();
    try (FreightClient patient = TestBuilders.inWorld(builder(), world.environment()).build()) {
      patient.quote(Operation.CREATE_LOAD, 1);
      String load = patient.createLoad(Loads.twoStops()).loadNumber();
      List<CompletableFuture<LoadPosition>> reads = new ArrayList<>();
      reads.add(first(patient, style, load));
      Duration timeout = Duration.ofSeconds(30);
      CallOptions halfAMinute = CallOptions.builder().timeout(timeout).build();
      for (int i = 1; i < CALLS; i++) reads.add(read(patient, style, load, halfAMinute));
      untilWaiting(patient, CALLS - 1);
      world.advance(timeout.multipliedBy(2));
      firstIsAnswered.countDown();

      for (CompletableFuture<LoadPosition> read : reads) {
        assertThat(CallStyle.join(read).loadNumber()).isEqualTo(load);
      }
      assertThat(patient.ledger().totals().unknown()).isZero();
      assertThat(broker.debitsFor(load)).hasSize(1 + CALLS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineThatPassesInTheQueueNamesTheQueueAndNoCharge(CallStyle style) {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    CompletableFuture<LoadPosition> first = first(client, style, load);

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
    CompletableFuture<LoadPosition> first = first(client, style, load);
    CompletableFuture<LoadPosition> queued = read(client, style, load, CallOptions.DEFAULT);
    untilWaiting(client, 1);
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
    try (FreightClient one = TestBuilders.inWorld(builder(), world.environment()).build()) {
      one.quote(Operation.GET_LOAD_POSITION, 1);
      CompletableFuture<LoadPosition> first = first(one, style, load);
      gateway.next(Operation.GET_LOAD_POSITION, Gateway.heldUntil(never));
      CallOptions hurried = CallOptions.builder().deadline(Duration.ofSeconds(10)).build();
      CompletableFuture<LoadPosition> queued = read(one, style, load, hurried);
      untilWaiting(one, 1);
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
