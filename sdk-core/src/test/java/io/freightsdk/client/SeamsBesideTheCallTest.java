package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.Loads;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.SocketEffect;
import okhttp3.Call;
import okhttp3.EventListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Foreign code that runs when a call is cancelled, timed out, refused or closed. */
@ExpectedWarnings("threw an exception")
class SeamsBesideTheCallTest {
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

  @ParameterizedTest
  @EnumSource
  void aTopUpHandlerThatDecidesNothingFailsTheCallAtOnce(CallStyle style) {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("0.10");
      try (FreightClient client =
          builder(server, broker)
              .topUpPolicy(TopUpPolicy.handler(need -> null, Duration.ofDays(1)))
              .build()) {
        FreightException failure =
            catchThrowableOfType(
                FreightException.class, () -> style.createLoad(client, Loads.twoStops()));
        assertThat(failure.charge()).isEqualTo(Charge.NONE);
        assertThat(failure.getSuppressed()).hasSize(1);
      }
    }
  }

  private static FreightClientBuilder builder(InMemoryFreightServer server, Broker broker) {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }

  /** A call that an interrupt kept from beginning leaves its key free for another body. */
  @Test
  void aCallThatNeverBeganDoesNotTakeItsKey() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      try (FreightClient client = builder(server, broker).build()) {
        CallOptions key = CallOptions.builder().idempotencyKey("order-4711").build();
        Thread.currentThread().interrupt();
        FreightException failure =
            catchThrowableOfType(
                FreightException.class, () -> client.createLoad(Loads.twoStops(), key));
        assertThat(failure).isInstanceOf(FreightCancelledException.class);
        assertThat(Thread.interrupted()).as("the interrupt flag").isTrue();

        var other = Loads.twoStops().toBuilder().driverPhone("+13125550199").build();
        assertThat(client.createLoad(other, key).loadNumber()).isNotEmpty();
      }
    }
  }

  @Test
  void aListenerOfPricesThatThrowsDoesNotKeepTheOthersFromHearing() throws Exception {
    service.answers(
        Answers.json(200, "{\"currency\":\"USD\",\"prices\":{\"load_create\":0.65}}"),
        Answers.json(200, "{\"currency\":\"USD\",\"prices\":{\"load_create\":0.70}}"));
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey(FakeService.KEY)
            .priceLife(Duration.ZERO)
            .build()) {
      CompletableFuture<Object> heard = new CompletableFuture<>();
      client
          .prices()
          .onChange(
              change -> {
                throw new NoClassDefFoundError("com/example/Missing");
              });
      client.prices().onChange(heard::complete);
      client.prices().quote(Operation.CREATE_LOAD, 1);
      client.prices().quote(Operation.CREATE_LOAD, 1);
      assertThat(heard.get(60, TimeUnit.SECONDS)).isNotNull();
    }
  }
}
