package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.FakeService;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.SocketEffect;
import okhttp3.Call;
import okhttp3.EventListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Foreign code that runs when a call is cancelled, timed out, refused or closed. */
class SeamsBesideTheCallIT {
  private final AtomicInteger cancelled = new AtomicInteger();
  private final FakeService service = new FakeService(server -> {}, http -> {});

  @AfterEach
  void stop() {
    service.close();
  }

  /** Its listener throws whenever a request is cancelled. */
  private FreightClient client() {
    return service.client(
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey(FakeService.KEY)
            .retryPolicy(RetryPolicy.none())
            .httpClient(
                service
                    .http()
                    .newBuilder()
                    .eventListener(
                        new EventListener() {
                          @Override
                          public void canceled(Call call) {
                            cancelled.incrementAndGet();
                            throw new IllegalStateException("metrics are down");
                          }
                        })
                    .build()));
  }

  private void stall() {
    service.answers(
        Answers.success(Operation.GET_BALANCE).onResponseStart(SocketEffect.Stall.INSTANCE));
  }

  private void untilArrived(int requests) {
    Eventually.until(
        () -> service.server().getRequestCount() == requests,
        () -> service.server().getRequestCount() + " requests arrived");
  }

  @ParameterizedTest
  @EnumSource
  void timeOutsGoOnBeingKeptAfterAListenerThrewAtOne(CallStyle style) {
    FreightClient client = client();
    CallOptions quick = CallOptions.builder().timeout(Duration.ofMillis(200)).build();
    // A time that is up before the request has left ends without a cancel.
    while (cancelled.get() < 3) {
      stall();
      FreightException failure =
          catchThrowableOfType(FreightException.class, () -> style.getBalance(client, quick));
      assertThat(failure).isInstanceOf(FreightTimeoutException.class);
    }
  }

  @Test
  void closeEndsEveryCallThoughAListenerThrowsAtTheFirst() {
    FreightClient client = client();
    stall();
    stall();
    CompletableFuture<?> first = client.async().getBalance();
    CompletableFuture<?> second = client.async().getBalance();
    untilArrived(2);

    client.close();

    for (CompletableFuture<?> call : new CompletableFuture<?>[] {first, second}) {
      assertThat(catchThrowableOfType(FreightException.class, () -> CallStyle.join(call)))
          .isInstanceOf(FreightCancelledException.class);
    }
  }

  @Test
  void cancelOfAFutureDoesNotThrowWhatAListenerThrows() {
    FreightClient client = client();
    stall();
    CompletableFuture<?> call = client.async().getBalance();
    untilArrived(1);
    assertThat(call.cancel(true)).isTrue();
  }
}
