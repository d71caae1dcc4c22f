package io.freightsdk.ending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallEvent;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.WireFixture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;

class OrTimeoutIT {
  @Test
  void orTimeoutEndsTheCallAndTheListenerGetsItsCharge() throws Exception {
    CompletableFuture<CallEvent.CallEnded> ended = new CompletableFuture<>();
    try (WireFixture service = new WireFixture()) {
      service.enqueue(new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE));
      FreightClient client =
          service.client(
              service
                  .builder()
                  .listener(
                      event -> {
                        if (event instanceof CallEvent.CallEnded end) ended.complete(end);
                      }));
      CompletableFuture<LoadPosition> read = client.async().getLoadPosition(SampleLoads.NUMBER);
      service.takeRequest();

      CompletableFuture<LoadPosition> inTime = read.orTimeout(1, TimeUnit.MILLISECONDS);

      assertThatThrownBy(inTime::join).hasCauseExactlyInstanceOf(TimeoutException.class);
      CallEvent.CallEnded reported = ended.get(60, TimeUnit.SECONDS);
      assertThat(reported.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(reported.failure()).isInstanceOf(FreightCancelledException.class);
    }
  }
}
