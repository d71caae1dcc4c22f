package io.freightsdk.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.money.PriceCache;
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.TestThreads;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine that has no thread left: calls end, none is sent after its end, others go on later. */
class NoThreadsIT {
  private static final Duration DEADLINE = Duration.ofSeconds(40);

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Gateway gateway = new Gateway(server.baseUrl());
  private final Broker broker = server.createBroker("25.00");
  private String agentKey = broker.agentKey();
  private final AtomicBoolean none = new AtomicBoolean();
  private final AtomicInteger asksLeft = new AtomicInteger(Integer.MAX_VALUE);
  private final Threads pool = DaemonThreads.pool("freight-client");
  private final Threads threads = new FewThreads();
  private final TestGuard guard = TestGuard.of(Clock.systemUTC(), "20.00");

  @AfterEach
  void stop() {
    gateway.close();
    server.close();
    guard.assertEachEndedOnce();
  }

  private void ask() {
    if (none.get() || asksLeft.getAndDecrement() <= 0) {
      throw new OutOfMemoryError("unable to create native thread");
    }
  }

  private final class FewThreads extends TestThreads {
    @Override
    public void execute(Runnable task) {
      ask();
      pool.execute(task);
    }

    @Override
    public Thread start(String name, Runnable task) {
      return pool.start(name, task);
    }

    @Override
    public void shutdown() {
      pool.shutdown();
    }
  }

  private FreightClient client() {
    RetryPolicy quick = RetryPolicy.builder().initialBackoff(Duration.ofMillis(1)).build();
    return ClientCore.client(
        new ClientCore.Settings(
            BaseUrl.parse(gateway.baseUrl(), "baseUrl", false),
            null,
            new TransportSettings(
                Duration.ofSeconds(30), 1, false, TransportSettings.PING_INTERVAL),
            new CallRunner.CallSettings(DEADLINE, DEADLINE, quick, 1_000, null),
            null,
            UserAgent.of(null),
            Map.of(),
            List.of(),
            Environments.machine(),
            new CallRunner.CallThreads(threads, threads),
            PriceCache::new,
            (operation, isFuture) -> {}),
        new ClientCore.Account(() -> agentKey, null, guard, null));
  }

  private static FreightException failure(CompletableFuture<?> call) {
    return (FreightException) catchThrowable(() -> CallStyle.join(call));
  }

  /** Before the first thread, before the one that calls back, and so on. */
  @ParameterizedTest(name = "{0} threads and no more")
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void anAsynchronousCallEndsWithoutAThread(int left) {
    try (FreightClient client = client()) {
      client.createLoad(SampleLoads.twoStops());
      server.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
      BigDecimal before = broker.balanceUsd();
      asksLeft.set(left);

      CompletableFuture<Charge> call =
          client.async().createLoad(SampleLoads.twoStops()).thenApply(created -> created.charge());
      Charge reported;
      try {
        reported = CallStyle.join(call);
      } catch (FreightException failed) {
        reported = failed.charge();
      }

      BigDecimal taken = before.subtract(broker.balanceUsd());
      if (reported.amountUsd() != null)
        assertThat(taken).isEqualByComparingTo(reported.amountUsd());
      asksLeft.set(Integer.MAX_VALUE);
      assertThat(CallStyle.join(client.async().createLoad(SampleLoads.twoStops()))).isNotNull();
      assertThat(guard.usedUsd())
          .isEqualByComparingTo(new BigDecimal("25.00").subtract(broker.balanceUsd()));
    }
  }

  @Test
  void callsWithoutAThreadEndAndAreNeverSent() {
    try (FreightClient client = client()) {
      client.createLoad(SampleLoads.twoStops());
      CountDownLatch othersHaveEnded = new CountDownLatch(1);
      int before = gateway.arrived(Operation.CREATE_LOAD);
      gateway.next(Operation.CREATE_LOAD, Gateway.heldUntil(othersHaveEnded));
      CompletableFuture<?> first = client.async().createLoad(SampleLoads.twoStops());
      Eventually.until(
          () -> gateway.arrived(Operation.CREATE_LOAD) > before, () -> "the first did not arrive");
      none.set(true);
      List<CompletableFuture<?>> others = new ArrayList<>();
      for (int i = 0; i < 10; i++) others.add(client.async().createLoad(SampleLoads.twoStops()));
      for (CompletableFuture<?> other : others) {
        assertThat(failure(other).charge()).isEqualTo(Charge.NONE);
        other.cancel(true);
      }
      none.set(false);
      othersHaveEnded.countDown();
      CallStyle.join(first);
      CallStyle.join(client.async().createLoad(SampleLoads.twoStops()));
      assertThat(broker.debits()).as("the first, the slow and the last").hasSize(3);
    }
  }
}
