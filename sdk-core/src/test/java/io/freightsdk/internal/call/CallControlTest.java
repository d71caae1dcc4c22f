package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.client.Environment;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.SimulatedNetwork;
import io.freightsdk.testing.World;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The client itself throws while a request is out. */
class CallControlTest {
  @ParameterizedTest
  @EnumSource
  void requestThatMayHaveBeenSentHasAnUnknownCharge(CallStyle style) {
    for (Throwable fault : List.of(new IllegalStateException(), new NoClassDefFoundError())) {
      try (World world = new World()) {
        FreightClient client = clientThatThrows(fault, world);
        FreightException failure =
            catchThrowableOfType(
                FreightException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));

        assertThat(failure)
            .hasMessageContaining("the client itself")
            .hasMessageNotContaining("nothing was sent")
            .hasCause(fault);
        assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
        assertThat(failure.attempts()).isOne();
      }
    }
  }

  /** It throws as soon as its request is written. */
  private static FreightClient clientThatThrows(Throwable fault, World world) {
    SimulatedNetwork throwing =
        (request, timeout, events) -> {
          assertThat(events.writes()).isTrue();
          throw CallControlTest.<RuntimeException>undeclared(fault);
        };
    Environment faulty = Environments.with(throwing, world.environment());
    return world.client(
        TestBuilders.withEnvironment(
            TestBuilders.withPrices(world.builder(), FixedPrices.none()), faulty));
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T undeclared(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
