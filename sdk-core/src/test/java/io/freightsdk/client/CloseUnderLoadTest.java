package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.Loads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;

/** Closing a client that has thousands of calls in line ends all of them. */
class CloseUnderLoadTest {
  private static final int CALLS = 20_000;

  @Test
  void everyCallInLineIsToldThatTheClientWasClosed() throws Exception {
    try (FakeService service = new FakeService()) {
      service.world().holdTime();
      service.answers(new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE));
      // The time limit of an attempt is real also where time is held.
      FreightClient client =
          service.client(
              service
                  .builder()
                  .maxConcurrentRequests(1)
                  .maxPendingCalls(CALLS)
                  .timeout(Duration.ofHours(1)));
      List<CompletableFuture<LoadPosition>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) calls.add(client.async().getLoadPosition(Loads.NUMBER));

      client.close();

      for (CompletableFuture<LoadPosition> call : calls) {
        assertThat(call.handle((position, failure) -> failure).get(60, TimeUnit.SECONDS))
            .isInstanceOf(FreightCancelledException.class);
      }
    }
  }
}
