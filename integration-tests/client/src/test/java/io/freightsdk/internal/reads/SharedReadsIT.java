package io.freightsdk.internal.reads;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.BackgroundCalls;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.WireFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shared reads on real threads and over sockets. */
class SharedReadsIT {
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(5)).build();
  private static final CallOptions IN_PROGRESS =
      CallOptions.builder().maxAge(Duration.ZERO).build();
  private static final int ROUNDS = 300;

  private InMemoryFreightServer server;
  private Broker broker;
  private FreightClient client;

  @BeforeEach
  void start() {
    server = InMemoryFreightServer.start();
    broker = server.createBroker("500.00");
    client = FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void aThousandThreadsThatReadOneLoadPayOnce(CallStyle style) throws Exception {
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();

    List<LoadPosition> positions =
        runConcurrently(1_000, () -> style.getLoadPosition(client, load, SHARED));

    assertThat(positions).hasSize(1_000).allMatch(positions.get(0)::equals);
    assertThat(broker.debitsFor(load))
        .extracting(entry -> entry.operation().id())
        .containsExactlyInAnyOrder("createLoad", "getLoadPosition");
    assertThat(broker.balanceUsd()).isEqualByComparingTo("499.33");
  }

  /** The client accepts no more calls, although its server is still running. */
  @ParameterizedTest
  @EnumSource
  void aClosedClientRefusesAReadImmediately(CallStyle style) {
    client.close();
    assertThatExceptionOfType(FreightCancelledException.class)
        .isThrownBy(() -> style.getLoadPosition(client, SampleLoads.NUMBER, SHARED))
        .withMessageContaining("closed, nothing was sent");
  }

  @Test
  void aCallbackNeverRunsOnTheTimer() {
    try (WireFixture service = new WireFixture()) {
      service.world().holdTime();
      AtomicReference<Thread> calledOn = new AtomicReference<>();
      AsyncFreightClient reads = service.client().async();
      reads.getLoadPosition(SampleLoads.NUMBER, SHARED);
      service.takeRequest();
      // Shares the read, and waits for it as long as its own deadline says.
      Duration deadline = Duration.ofSeconds(5);
      CompletableFuture<?> reported =
          reads
              .getLoadPosition(SampleLoads.NUMBER, SHARED.toBuilder().deadline(deadline).build())
              .whenComplete((position, failure) -> calledOn.set(Thread.currentThread()));

      Eventually.until(
          () -> {
            service.world().advance(deadline); // This thread is the timer.
            return reported.isDone();
          },
          () -> "the callback did not run");
      assertThat(calledOn.get()).isNotEqualTo(Thread.currentThread());
      service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    }
  }

  /** Some are cancelled before their read is sent, some in flight, and some as it ends. */
  @Test
  @Timeout(300)
  void cancelledReadsDoNotFailTheRemainingCaller() throws Exception {
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    for (int round = 0; round < ROUNDS; round++) {
      List<CompletableFuture<LoadPosition>> leave = new ArrayList<>();
      for (int i = 0; i < 3; i++) leave.add(client.async().getLoadPosition(load, IN_PROGRESS));
      Thread leaver = new Thread(() -> leave.forEach(read -> read.cancel(true)));
      leaver.start();
      var stays = client.async().getLoadPosition(load, IN_PROGRESS);
      assertThat(stays.get(60, SECONDS).loadNumber()).isEqualTo(load);
      leaver.join(60_000);
    }
    Eventually.until(
        () -> Activity.of(client).calls() == 0, () -> "calls are left: " + Activity.of(client));
  }

  /** Some are reading, some are waiting, and some have just started to read. */
  @Test
  @Timeout(300)
  void interruptedReadsDoNotFailTheRemainingCaller() throws Exception {
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    for (int round = 0; round < ROUNDS; round++) {
      List<Thread> leave = new ArrayList<>();
      for (int i = 0; i < 3; i++) leave.add(new Thread(() -> readUntilInterrupted(load)));
      leave.forEach(Thread::start);
      var stays = BackgroundCalls.startCall(() -> client.getLoadPosition(load, IN_PROGRESS));
      leave.forEach(Thread::interrupt);
      assertThat(stays.get(60, SECONDS).loadNumber()).isEqualTo(load);
      for (Thread leaver : leave) leaver.join(60_000);
    }
    Eventually.until(
        () -> Activity.of(client).calls() == 0, () -> "calls are left: " + Activity.of(client));
  }

  private void readUntilInterrupted(String load) {
    try {
      client.getLoadPosition(load, IN_PROGRESS);
    } catch (FreightCancelledException interrupted) {
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
  }

  @Test
  @Timeout(300)
  void chargesMatchTheLedgerWhenDeadlinesRaceWithResponses() {
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    server
        .faults()
        .always(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofMillis(4)));
    Random random = new Random(20261120);
    Map<Charge.Kind, Integer> reported = new EnumMap<>(Charge.Kind.class);
    for (int round = 0; round < 250; round++) {
      List<CompletableFuture<Charge>> callers = new ArrayList<>();
      for (int caller = 0; caller < 5; caller++) {
        CallOptions hurried =
            IN_PROGRESS.toBuilder().deadline(Duration.ofMillis(1 + random.nextInt(12))).build();
        callers.add(
            client
                .async()
                .withResponse()
                .getLoadPosition(load, hurried)
                .handle((response, failure) -> chargeOf(response, failure)));
      }
      callers.forEach(
          caller -> reported.merge(caller.orTimeout(60, SECONDS).join().kind(), 1, Integer::sum));
    }
    int charged = reported.getOrDefault(Charge.Kind.CHARGED, 0);
    int unknown = reported.getOrDefault(Charge.Kind.UNKNOWN, 0);

    assertThat(reported.values().stream().mapToInt(n -> n).sum()).isEqualTo(1_250);
    Eventually.until(() -> paidReads(load) >= charged, () -> paidReads(load) + " of " + reported);
    assertThat(paidReads(load)).as("%s", reported).isBetween(charged, charged + unknown);
  }

  private int paidReads(String load) {
    return (int)
        broker.debitsFor(load).stream()
            .filter(entry -> entry.operation() == Operation.GET_LOAD_POSITION)
            .count();
  }

  private static Charge chargeOf(FreightResponse<?> response, Throwable failure) {
    if (failure == null) {
      return response.charge();
    }
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return ((FreightException) cause).charge();
  }

  /** Makes the call on many threads, which start at the same moment. */
  private static <T> List<T> runConcurrently(int threads, Callable<T> call) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch go = new CountDownLatch(1);
    try {
      List<Future<T>> calls = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        calls.add(
            pool.submit(
                () -> {
                  ready.countDown();
                  go.await();
                  return call.call();
                }));
      }
      assertThat(ready.await(60, TimeUnit.SECONDS)).as("threads ready").isTrue();
      go.countDown();
      List<T> results = new ArrayList<>();
      for (Future<T> made : calls) results.add(made.get(60, TimeUnit.SECONDS));
      return results;
    } finally {
      pool.shutdownNow();
    }
  }
}
