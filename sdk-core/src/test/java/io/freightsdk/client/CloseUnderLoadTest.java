package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.testing.KnownPrices;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Closing a client that has thousands of calls in line ends all of them. */
class CloseUnderLoadTest {
  private static final int CALLS = 5_000;

  @Test
  void everyCallInLineIsToldThatTheClientWasClosed() {
    try (World world = new World()) {
      world.network().leadTo((request, body, neverAnswered) -> {});
      FreightClient client =
          world.client(
              TestBuilders.withPrices(world.builder(), KnownPrices.none())
                  .maxConcurrentRequests(1)
                  .maxPendingCalls(CALLS));
      List<CompletableFuture<LoadPosition>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) calls.add(client.async().getLoadPosition(Loads.NUMBER));
      world.settle();
      assertThat(Activity.of(client).waiting()).isEqualTo(CALLS - 1);

      client.close();
      world.settle();

      for (CompletableFuture<LoadPosition> call : calls) {
        assertThat(call).isDone();
        assertThat(call.handle((position, failure) -> failure).join())
            .isInstanceOf(FreightCancelledException.class);
      }
      assertThat(world.network().sent()).isOne();
    }
  }
}
