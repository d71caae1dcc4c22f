package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.BackgroundCalls;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestGuard;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing a client while its threads and other threads run. */
class ClosingOnThreadsIT {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final TestGuard guard = TestGuard.unlimited();

  @AfterEach
  void stop() {
    server.close();
    guard.assertEachCompletedOnce();
  }

  private FreightClient.Builder builder() {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }

  /** A guard may hang forever, and the program must end. */
  @ParameterizedTest
  @EnumSource
  @Tag("slow") // waits the ten seconds that a close may take
  void closeDoesNotWaitForAHangingGuard(CallStyle style) {
    CompletableFuture<Boolean> recorded = new CompletableFuture<>();
    guard.hangInComplete();
    guard.onCompleted(entry -> recorded.complete(true));
    FreightClient client = builder().callTimeout(Duration.ofDays(1)).spendGuard(guard).build();
    var load = BackgroundCalls.startCall(() -> style.createLoad(client, SampleLoads.twoStops()));
    CallStyle.join(recorded);
    client.close();
    assertThat(load).isNotDone();
    guard.release();
    assertThat(CallStyle.join(load).charge()).hasToString("0.65 USD");
  }

  /** Otherwise close would take ten seconds, as long as an orchestrator gives a process. */
  @ParameterizedTest
  @EnumSource
  void endOfTheLastCallEndsTheWaitOfClose(CallStyle style) {
    CompletableFuture<Boolean> recorded = new CompletableFuture<>();
    guard.hangInComplete();
    guard.onCompleted(entry -> recorded.complete(true));
    UntilWoken time = new UntilWoken();
    FreightClient client =
        TestBuilders.withEnvironment(builder(), Environments.of(time)).spendGuard(guard).build();
    var load = BackgroundCalls.startCall(() -> style.createLoad(client, SampleLoads.twoStops()));
    CallStyle.join(recorded);
    var closing =
        BackgroundCalls.startCall(
            () -> {
              client.close();
              return true;
            });
    Eventually.until(time::waits, () -> "the close does not wait");
    guard.release();

    assertThat(CallStyle.join(closing)).isTrue();
    assertThat(CallStyle.join(load).charge()).hasToString("0.65 USD");
  }

  /** Waits for other threads without a timeout, and checks its condition only when they wake it. */
  private static final class UntilWoken implements TimeSource {
    private volatile @Nullable Thread thread;

    @Override
    public Instant now() {
      return MACHINE.now();
    }

    @Override
    public void awaitOthers(Duration atMost, BooleanSupplier done) {
      thread = Thread.currentThread();
      while (!done.getAsBoolean()) LockSupport.park(this);
    }

    boolean waits() {
      Thread waiting = thread;
      return waiting != null && waiting.getState() == Thread.State.WAITING;
    }
  }

  /** The cancellation occurs at every point between the start and the end of the call. */
  @Test
  void callsCancelledDuringTheirRefusalAllEnd() {
    LimitExceeded refusal =
        new LimitExceeded("0.01 USD in all", new BigDecimal("0.02"), BigDecimal.ZERO, null);
    Random random = new Random(33);
    guard.decideWith(purchase -> refusal);
    FreightClient client =
        TestBuilders.withPrices(builder(), FixedPrices.usual()).spendGuard(guard).build();
    for (int i = 1; i <= 5_000; i++) {
      CompletableFuture<?> call = client.async().getLoadPosition(SampleLoads.NUMBER);
      for (int spins = random.nextInt(2_000); spins > 0; spins--) Thread.onSpinWait();
      call.cancel(true);
    }
    Eventually.until(() -> Activity.of(client).calls() == 0, () -> "a call does not end");
    client.close();
  }
}
