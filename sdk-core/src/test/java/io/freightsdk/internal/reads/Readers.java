package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.MockResponse;

/** What tests of shared reads do: begin a read in either style, leave it, hear its end. */
final class Readers {
  static final Duration MINUTE = Duration.ofMinutes(1);

  private Readers() {}

  static CallOptions.Builder shared() {
    return CallOptions.builder().maxAge(MINUTE);
  }

  /** Begins a read, and lets everything happen that is due. */
  static CompletableFuture<FreightResponse<LoadPosition>> begin(
      World world, CallStyle style, FreightClient client, CallOptions.Builder options) {
    return begin(world, style, client, Loads.NUMBER, options);
  }

  static CompletableFuture<FreightResponse<LoadPosition>> begin(
      World world,
      CallStyle style,
      FreightClient client,
      String load,
      CallOptions.Builder options) {
    CallOptions built = options.build();
    CompletableFuture<FreightResponse<LoadPosition>> read =
        style == CallStyle.BLOCKING
            ? world.start(() -> client.withResponse().getLoadPosition(load, built))
            : client.async().withResponse().getLoadPosition(load, built);
    world.settle();
    return read;
  }

  /** He interrupts his thread, or cancels his future. */
  static void leave(World world, CompletableFuture<?> read) {
    if (read instanceof Caller<?> caller) {
      caller.interrupt();
    } else {
      read.cancel(true);
    }
    world.settle();
  }

  static FreightException failureOf(CompletableFuture<?> read) {
    return catchThrowableOfType(FreightException.class, () -> CallStyle.join(read));
  }

  /** The position of a load. */
  static MockResponse.Builder position(String load) {
    return Answers.json(
        200,
        """
        {"loadNumber":"%s","status":"PLANNED","createdAt":"2026-11-20T10:00:00Z",\
        "stops":[],"gpsTrack":[],"pingCount":0}"""
            .formatted(load));
  }
}
