package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing a client waits only until paid calls are recorded. */
class ClosingTest extends ServerFixture {

  /**
   * Closes a client while its guard records a charge, which takes this time. Returns when close
   * returned.
   */
  private Instant closeWhileGuardRecords(
      Duration respondsAfter, CallStyle style, Consumer<FreightClient> close) {
    TestGuard guard = TestGuard.unlimited();
    guard.hangInComplete();
    guard.onCompleted(entry -> world.after(respondsAfter, guard::release));
    FreightClient client = builder().spendGuard(guard).build();
    Caller<CreateLoadOutcome> load =
        world.start(() -> style.createLoad(client, SampleLoads.twoStops()));
    world.runUntilWaiting(load);
    assertThat(guard.chargedUsd()).isEqualByComparingTo("0.65");

    close.accept(client);

    Instant closed = world.now();
    assertThat(CallStyle.join(load).charge()).hasToString("0.65 USD");
    return closed;
  }

  @ParameterizedTest
  @EnumSource
  void closingWaitsUntilPaidCallsAreRecorded(CallStyle style) {
    assertThat(closeWhileGuardRecords(Duration.ofSeconds(3), style, FreightClient::close))
        .isEqualTo(World.START.plusSeconds(3));
  }

  @ParameterizedTest
  @EnumSource
  void closingWaitsAtMostTenSecondsForAGuard(CallStyle style) {
    assertThat(closeWhileGuardRecords(Duration.ofMinutes(1), style, FreightClient::close))
        .isEqualTo(World.START.plusSeconds(10));
  }

  /** The charge is recorded all the same. */
  @ParameterizedTest
  @EnumSource
  void closingOnAnInterruptedThreadStillWaits(CallStyle style) {
    Instant closed =
        closeWhileGuardRecords(
            Duration.ofSeconds(3),
            style,
            client -> {
              Thread.currentThread().interrupt();
              client.close();
              assertThat(Thread.interrupted()).isTrue();
            });

    assertThat(closed).isEqualTo(World.START.plusSeconds(3));
  }

  /** A pool that is shut down interrupts its tasks. */
  @ParameterizedTest
  @EnumSource
  void interruptDoesNotEndTheWaitOfClose(CallStyle style) {
    Instant closed =
        closeWhileGuardRecords(
            Duration.ofSeconds(3),
            style,
            client -> {
              Caller<Boolean> closer =
                  world.start(
                      () -> {
                        client.close();
                        return Thread.interrupted();
                      });
              world.runUntilWaiting(closer);
              closer.interrupt();
              assertThat(world.join(closer)).as("the interrupt flag").isTrue();
            });

    assertThat(closed).isEqualTo(World.START.plusSeconds(3));
  }

  /** A call that was refused by a closed client leaves nothing to wait for. */
  @ParameterizedTest
  @EnumSource
  void secondCloseReturnsImmediately(CallStyle style) {
    FreightClient client = builder().build();
    client.close();
    assertThatExceptionOfType(FreightCancelledException.class)
        .isThrownBy(() -> style.createLoad(client, SampleLoads.twoStops()));

    client.close();

    assertThat(world.now()).isEqualTo(World.START);
  }

  /** Other clients may use the guard. */
  @ParameterizedTest
  @EnumSource
  void guardCanBeUsedAfterItsClientIsClosed(CallStyle style) {
    TestGuard guard = TestGuard.unlimited();
    FreightClient first = builder().spendGuard(guard).build();
    style.createLoad(first, SampleLoads.twoStops());
    first.close();

    try (FreightClient second = builder().spendGuard(guard).build()) {
      style.createLoad(second, SampleLoads.twoStops());
    }
    assertThat(guard.chargedUsd()).isEqualByComparingTo("1.30");
  }
}
