package io.freightsdk.guards;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A guard that reserves after its call was cancelled or interrupted. */
class LateReservationTest extends ServerFixture {
  private final TestGuard guard = guard("0.65");
  private final FreightClient client = client(builder().spendGuard(guard));

  /** Starts a creation that waits for its guard, and ends it. */
  private CompletableFuture<CreateLoadOutcome> startAndEnd(CallStyle style) {
    client.price(Operation.CREATE_LOAD);
    guard.hangInReserve();
    if (style == CallStyle.FUTURE) {
      CompletableFuture<CreateLoadOutcome> call = client.async().createLoad(SampleLoads.twoStops());
      world.runUntilWaiting(call);
      call.cancel(true);
      return call;
    }
    Caller<CreateLoadOutcome> caller = world.start(() -> client.createLoad(SampleLoads.twoStops()));
    world.runUntilWaiting(caller);
    caller.interrupt();
    return caller;
  }

  @ParameterizedTest
  @EnumSource
  void lateReservationIsReleased(CallStyle style) {
    CompletableFuture<CreateLoadOutcome> call = startAndEnd(style);
    world.settle();
    assertThat(Activity.of(client).calls()).as("it waits for its guard").isOne();
    assertThat(guard.reservedUsd()).isEqualByComparingTo("0.65");

    guard.release();
    world.settle();

    assertThat(call).isCompletedExceptionally();
    assertThat(guard.entries()).extracting(TestGuard.Entry::outcome).containsExactly(Outcome.NONE);
    assertThat(guard.usedUsd()).isZero();
    assertThat(style.createLoad(client, SampleLoads.twoStops()).charge()).hasToString("0.65 USD");
    assertThat(broker.debits()).hasSize(1);
  }

  /** The guard gets no further request. */
  @ParameterizedTest
  @EnumSource
  void callEndedWhileItsGuardRespondsSendsNothing(CallStyle style) {
    CompletableFuture<CreateLoadOutcome> call = startAndEnd(style);
    guard.release();
    world.settle();

    assertThat(call).isCompletedExceptionally();
    assertThat(guard.entries()).extracting(TestGuard.Entry::outcome).containsExactly(Outcome.NONE);
    assertThat(broker.debits()).isEmpty();
  }
}
