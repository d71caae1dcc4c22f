package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.SimulatedNetwork;
import io.freightsdk.testing.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

/** Closing a client ends its queued calls. */
class ClosingQueuedCallsTest {
  private static final int CALLS = 200;

  @Test
  void closingEndsAllQueuedCalls() {
    try (World world = new World()) {
      world.network().routeTo((request, body, neverAnswered) -> {});
      FreightClient client =
          world.client(
              TestBuilders.withPrices(world.builder(), FixedPrices.none())
                  .maxConcurrentRequests(1)
                  .maxPendingCalls(CALLS));
      List<CompletableFuture<LoadPosition>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) calls.add(client.async().getLoadPosition(SampleLoads.NUMBER));
      world.settle();
      assertThat(Activity.of(client).waiting()).isEqualTo(CALLS - 1);

      client.close();
      world.settle();

      for (CompletableFuture<LoadPosition> call : calls) {
        assertThat(call).isDone();
        assertThat(call.handle((position, failure) -> failure).join())
            .isInstanceOf(FreightCancelledException.class);
      }
      assertThat(world.network().sentRequests()).isOne();
    }
  }

  /** The call gets a slot when the call before it ends, while the client is being closed. */
  @Test
  void closingSendsNoQueuedCall() {
    try (World world = new World()) {
      List<Request> sent = new ArrayList<>();
      SimulatedNetwork network =
          (request, timeout, events) -> {
            sent.add(request);
            boolean unused = events.writes();
            return () -> {
              events.failed(new IOException("given up"));
              world.settle();
            };
          };
      FreightClient client =
          world.client(
              TestBuilders.withEnvironment(
                      TestBuilders.withPrices(world.builder(), FixedPrices.none()),
                      Environments.with(network, world.environment()))
                  .maxConcurrentRequests(1));
      CompletableFuture<LoadPosition> first = client.async().getLoadPosition(SampleLoads.NUMBER);
      CompletableFuture<LoadPosition> second = client.async().getLoadPosition(SampleLoads.NUMBER);
      world.settle();

      client.close();

      assertThat(List.of(first, second)).allMatch(CompletableFuture::isCompletedExceptionally);
      assertThat(sent).hasSize(1);
    }
  }
}
