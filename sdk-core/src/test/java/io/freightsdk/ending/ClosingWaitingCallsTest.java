package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client is closed while a creation waits for each of the things that it can wait for: the
 * creation ends at once, says what it cost, and holds no money. Those that have no thread yet are
 * in {@link ExecutorOfTheApplicationTest}, those that wait for the read of another in {@code
 * SharedReadsTest}, and those whose guard is told of a charge in {@link ClosingTest}.
 */
class ClosedWhileItWaitsTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("25.00");
  private final TestGuard guard = TestGuard.unlimited();

  @AfterEach
  void stop() {
    world.close();
    server.close();
    guard.assertEachEndedOnce();
  }

  private FreightClient.Builder builder() {
    return world.builder().agentKey(broker.agentKey()).spendGuard(guard);
  }

  private void stall(Operation operation) {
    server.faults().next(operation, Fault.delayAfterCommit(Duration.ofHours(1)));
  }

  private Caller<?> creation(CallStyle style, FreightClient client) {
    return world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
  }

  private void assertEnds(FreightClient client, Caller<?> call, Charge charge) {
    world.runUntilWaiting(call);
    int sent = world.network().sentRequests();

    client.close();

    FreightCancelledException failure =
        catchThrowableOfType(FreightCancelledException.class, () -> CallStyle.join(call));
    assertThat(failure).hasMessageContaining("the client was closed");
    assertThat(failure.charge()).isEqualTo(charge);
    assertThat(guard.heldUsd()).isZero();
    assertThat(guard.unknownUsd())
        .isEqualByComparingTo(charge.equals(Charge.UNKNOWN) ? "0.65" : "0");
    world.advance(Duration.ofMinutes(1));
    assertThat(world.network().sentRequests()).isEqualTo(sent);
    assertThat(world.network().openRequests()).isZero();
  }

  private void assertEndsAtOnce(FreightClient client, Caller<?> call, Charge charge) {
    assertEnds(client, call, charge);
    assertThat(world.now()).isEqualTo(World.START.plus(Duration.ofMinutes(1)));
  }

  @ParameterizedTest
  @EnumSource
  void forItsPrice(CallStyle style) {
    stall(Operation.GET_PRICING);
    FreightClient client = builder().build();
    assertEndsAtOnce(client, creation(style, client), Charge.NONE);
  }

  /** It ends when its guard answers, and the close waits for that. */
  @ParameterizedTest
  @EnumSource
  void forItsGuard(CallStyle style) {
    Duration late = Duration.ofSeconds(3);
    guard.decideLate();
    world.after(late, guard::answer);
    FreightClient client = builder().build();
    assertEnds(client, creation(style, client), Charge.NONE);
    assertThat(world.now()).isEqualTo(World.START.plus(late).plus(Duration.ofMinutes(1)));
    assertThat(broker.debits()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void forAPlace(CallStyle style) {
    FreightClient client = builder().maxConcurrentRequests(1).build();
    client.price(Operation.CREATE_LOAD);
    stall(Operation.GET_BALANCE);
    CompletableFuture<Balance> before = client.async().getBalance();
    world.runUntilWaiting(before);
    assertEndsAtOnce(client, creation(style, client), Charge.NONE);
    assertThat(before).isCompletedExceptionally();
  }

  @ParameterizedTest
  @EnumSource
  void forItsAnswer(CallStyle style) {
    stall(Operation.CREATE_LOAD);
    FreightClient client = builder().build();
    assertEndsAtOnce(client, creation(style, client), Charge.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void forTheEndOfItsPause(CallStyle style) {
    server.faults().always(Operation.CREATE_LOAD, Fault.billingUnavailable());
    FreightClient client = builder().build();
    assertEndsAtOnce(client, creation(style, client), Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void forATopUp(CallStyle style) {
    RetryPolicy patient = RetryPolicy.builder().maxTopUpWait(Duration.ofHours(1)).build();
    String poor = server.createBroker("0.30").agentKey();
    FreightClient client = builder().agentKey(poor).retryPolicy(patient).build();
    assertEndsAtOnce(client, creation(style, client), Charge.NONE);
  }

  /** No call of the application, but it waits for one of the client. */
  @Test
  void closingEndsAWaitForAPrice() {
    stall(Operation.GET_PRICING);
    FreightClient client = builder().build();
    Caller<?> price = world.start(() -> client.price(Operation.CREATE_LOAD));
    assertEndsAtOnce(client, price, Charge.NONE);
  }
}
