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
 * Closing a client ends a creation that waits. The creation ends immediately, reports its charge
 * and keeps no reservation.
 *
 * <p>{@code ApplicationExecutorTest} tests calls that have no thread yet, {@code SharedReadsTest}
 * shared reads, and {@link ClosingTest} calls whose guard records a charge.
 */
class ClosingWaitingCallsTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("25.00");
  private final TestGuard guard = TestGuard.unlimited();

  @AfterEach
  void stop() {
    world.close();
    server.close();
    guard.assertEachCompletedOnce();
  }

  private FreightClient.Builder builder() {
    return world.builder().agentKey(broker.agentKey()).spendGuard(guard);
  }

  private void stall(Operation operation) {
    server.faults().next(operation, Fault.delayAfterCommit(Duration.ofHours(1)));
  }

  private Caller<?> startCreation(CallStyle style, FreightClient client) {
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
    assertThat(guard.reservedUsd()).isZero();
    assertThat(guard.unknownUsd())
        .isEqualByComparingTo(charge.equals(Charge.UNKNOWN) ? "0.65" : "0");
    world.advance(Duration.ofMinutes(1));
    assertThat(world.network().sentRequests()).isEqualTo(sent);
    assertThat(world.network().openRequests()).isZero();
  }

  private void assertEndsImmediately(FreightClient client, Caller<?> call, Charge charge) {
    assertEnds(client, call, charge);
    assertThat(world.now()).isEqualTo(World.START.plus(Duration.ofMinutes(1)));
  }

  @ParameterizedTest
  @EnumSource
  void closingEndsACallThatReadsItsPrice(CallStyle style) {
    stall(Operation.GET_PRICING);
    FreightClient client = builder().build();
    assertEndsImmediately(client, startCreation(style, client), Charge.NONE);
  }

  /** The call ends when its guard responds, and close waits for its end. */
  @ParameterizedTest
  @EnumSource
  void closingEndsACallThatWaitsForItsGuard(CallStyle style) {
    Duration late = Duration.ofSeconds(3);
    guard.hangInReserve();
    world.after(late, guard::release);
    FreightClient client = builder().build();
    assertEnds(client, startCreation(style, client), Charge.NONE);
    assertThat(world.now()).isEqualTo(World.START.plus(late).plus(Duration.ofMinutes(1)));
    assertThat(broker.debits()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void closingEndsACallThatWaitsInTheQueue(CallStyle style) {
    FreightClient client = builder().maxConcurrentRequests(1).build();
    client.price(Operation.CREATE_LOAD);
    stall(Operation.GET_BALANCE);
    CompletableFuture<Balance> before = client.async().getBalance();
    world.runUntilWaiting(before);
    assertEndsImmediately(client, startCreation(style, client), Charge.NONE);
    assertThat(before).isCompletedExceptionally();
  }

  @ParameterizedTest
  @EnumSource
  void closingEndsACallThatWaitsForItsResponse(CallStyle style) {
    stall(Operation.CREATE_LOAD);
    FreightClient client = builder().build();
    assertEndsImmediately(client, startCreation(style, client), Charge.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void closingEndsACallDuringItsBackoff(CallStyle style) {
    server.faults().always(Operation.CREATE_LOAD, Fault.billingUnavailable());
    FreightClient client = builder().build();
    assertEndsImmediately(client, startCreation(style, client), Charge.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void closingEndsACallThatWaitsForATopUp(CallStyle style) {
    RetryPolicy patient = RetryPolicy.builder().maxTopUpWait(Duration.ofHours(1)).build();
    String poor = server.createBroker("0.30").agentKey();
    FreightClient client = builder().agentKey(poor).retryPolicy(patient).build();
    assertEndsImmediately(client, startCreation(style, client), Charge.NONE);
  }

  /** The read of the price list is a call of the client. */
  @Test
  void closingEndsAPriceRead() {
    stall(Operation.GET_PRICING);
    FreightClient client = builder().build();
    Caller<?> price = world.start(() -> client.price(Operation.CREATE_LOAD));
    assertEndsImmediately(client, price, Charge.NONE);
  }
}
