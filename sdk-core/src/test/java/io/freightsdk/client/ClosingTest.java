package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who closes a client waits for everything that ends by itself, and for nothing else. */
class ClosingTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("25.00");

  @AfterEach
  void stop() {
    world.close();
    server.close();
  }

  private FreightClientBuilder builder() {
    return world.builder().agentKey(broker.agentKey());
  }

  /** Closes a client whose guard has heard of a charge at once, and answers after so long. */
  private void closeWhileItIsBooked(
      Duration answersAfter, CallStyle style, Consumer<FreightClient> close) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    guard.tellWith(
        charge -> {
          CompletableFuture<Charge> told = new CompletableFuture<>();
          world.after(answersAfter, () -> told.complete(charge));
          return told;
        });
    FreightClient client = builder().spendGuard(guard).build();
    Caller<CreateLoadOutcome> load = world.start(() -> style.createLoad(client, Loads.twoStops()));
    world.runUntilWaiting(load);
    assertThat(guard.chargedUsd()).isEqualByComparingTo("0.65");

    close.accept(client);

    assertThat(CallStyle.join(load).charge()).hasToString("0.65 USD");
    assertThat(guard.flushes()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void whoClosesWaitsUntilWhatWasPaidIsBooked(CallStyle style) {
    closeWhileItIsBooked(Duration.ofSeconds(3), style, FreightClient::close);

    assertThat(world.now()).isEqualTo(World.START.plusSeconds(3));
  }

  @ParameterizedTest
  @EnumSource
  void whoClosesWaitsNoLongerThanTenSecondsForAGuard(CallStyle style) {
    closeWhileItIsBooked(Duration.ofMinutes(1), style, FreightClient::close);

    assertThat(world.now()).isBetween(World.START.plusSeconds(8), World.START.plusSeconds(10));
  }

  /** What was paid is not left because somebody is in a hurry. */
  @ParameterizedTest
  @EnumSource
  void whoClosesOnAnInterruptedThreadWaitsAllTheSame(CallStyle style) {
    closeWhileItIsBooked(
        Duration.ofSeconds(3),
        style,
        client -> {
          Thread.currentThread().interrupt();
          client.close();
          assertThat(Thread.interrupted()).isTrue();
        });

    assertThat(world.now()).isEqualTo(World.START.plusSeconds(3));
  }

  /** It keeps what it is told; the client asks it to store that, and gives it a time for it. */
  @ParameterizedTest
  @EnumSource
  void aGuardMayHoldUpACloseByItsFlushForTenSecondsInAll(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    guard.flushWith(new CompletableFuture<>());
    FreightClient client = builder().spendGuard(guard).build();
    style.createLoad(client, Loads.twoStops());

    client.close();

    assertThat(world.now()).isEqualTo(World.START.plusSeconds(10));
  }

  @ParameterizedTest
  @EnumSource
  void aGuardWhoseFlushFailsOrSaysNothingHoldsUpNoClose(CallStyle style) {
    try (LogLines log = new LogLines()) {
      TestGuard guard = TestGuard.unlimited(world.clock());
      List<CompletableFuture<Void>> flushes = new ArrayList<>();
      flushes.add(CompletableFuture.failedFuture(new IllegalStateException("away")));
      flushes.add(null);
      for (CompletableFuture<Void> flushed : flushes) {
        guard.flushWith(flushed);
        FreightClient client = builder().spendGuard(guard).build();
        style.createLoad(client, Loads.twoStops());

        client.close();
      }

      assertThat(world.now()).isEqualTo(World.START);
      assertThat(log.warnings())
          .anyMatch(
              line ->
                  line.contains(
                      "a part of the client could not be closed; the other parts are closed"));
    }
  }

  /** Other clients may use the guard; what it does not do is not done for it. */
  @ParameterizedTest
  @EnumSource
  void aGuardIsUsableAfterAClientOfItIsClosed(CallStyle style) {
    TestGuard guard = TestGuard.unlimited(world.clock());
    FreightClient first = builder().spendGuard(guard).build();
    style.createLoad(first, Loads.twoStops());
    first.close();

    try (FreightClient second = builder().spendGuard(guard).build()) {
      style.createLoad(second, Loads.twoStops());
    }
    assertThat(guard.chargedUsd()).isEqualByComparingTo("1.30");
  }
}
