package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.client.Environment;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ends a call at each moment before its request is sent. Each step of a call reads the clock, the
 * last one between the last check and the moment from which the request can be cancelled.
 */
class EndingUnsentCallsTest {
  @AutoClose private final ScriptedService service = new ScriptedService();
  private final World world = service.world();
  private final TestGuard guard = TestGuard.unlimited();
  private final List<FreightException> reported = new ArrayList<>();

  /** The number of clock reads until the call is ended; less than one for never. */
  private int questions;

  private Runnable end = () -> {};

  @Test
  void cancellingAFutureAtAnyMomentSendsNothing() {
    for (int moment = 1; ; moment++) {
      FreightClient client = client();
      CompletableFuture<?> read = client.async().getLoadPosition(SampleLoads.NUMBER);
      endAt(moment, () -> read.cancel(true));
      world.settle();
      if (isSent()) break;

      assertThat(reported).as("moment %d", moment).hasSize(moment);
      assertEnded(reported.get(moment - 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void closingTheClientAtAnyMomentSendsNothing(CallStyle style) {
    for (int moment = 1; ; moment++) {
      FreightClient client = client();
      endAt(moment, client::close);
      CompletableFuture<?> read =
          world.start(() -> style.getLoadPosition(client, SampleLoads.NUMBER));
      world.settle();
      if (isSent()) break;

      assertThat(read).as("moment %d", moment).isDone();
      assertEnded(catchThrowableOfType(FreightException.class, () -> CallStyle.join(read)));
    }
  }

  private FreightClient client() {
    LongSupplier nanos =
        () -> {
          if (--questions == 0) end.run();
          return world.nanos();
        };
    Environment environment = Environments.with(world.clock(), nanos, world.environment());
    return service.client(
        TestBuilders.withEnvironment(
                TestBuilders.withPrices(service.builderWithPrices(), FixedPrices.usual()),
                environment)
            .spendGuard(guard)
            .listener(
                event -> {
                  if (event instanceof CallEvent.CallEnded ended) reported.add(ended.failure());
                }));
  }

  private void endAt(int moment, Runnable how) {
    questions = moment;
    end = how;
  }

  /** The call waits for its response and no longer reads the clock. */
  private boolean isSent() {
    if (questions <= 0) return false;
    questions = 0;
    assertThat(service.requestCount()).isOne();
    return true;
  }

  private void assertEnded(FreightException failure) {
    assertThat(failure).isInstanceOf(FreightCancelledException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isZero();
    assertThat(world.network().openRequests()).isZero();
    assertThat(world.now()).isEqualTo(World.START);
    assertThat(guard.usedUsd()).isZero();
    guard.assertEachCompletedOnce();
  }
}
