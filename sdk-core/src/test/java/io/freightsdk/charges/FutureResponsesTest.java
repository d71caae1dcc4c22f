package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.AsyncFreightResponseClient;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.FreightResponseClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The response of a future has the charge and the other facts of a blocking call. */
class FutureResponsesTest {
  private static final Instant DELIVERED_AT = Instant.parse("2026-11-20T09:00:00Z");

  /** Every operation that has a response, blocking and as a future. */
  private enum Call {
    CREATION(
        Operation.CREATE_LOAD,
        (client, options) -> client.createLoad(SampleLoads.twoStops(), options),
        (client, options) -> client.createLoad(SampleLoads.twoStops(), options)),
    POSITION(
        Operation.GET_LOAD_POSITION,
        (client, options) -> client.getLoadPosition(SampleLoads.NUMBER, options),
        (client, options) -> client.getLoadPosition(SampleLoads.NUMBER, options)),
    CONFIRMATION(
        Operation.CONFIRM_DELIVERY,
        (client, options) -> client.confirmDelivery(SampleLoads.NUMBER, options),
        (client, options) -> client.confirmDelivery(SampleLoads.NUMBER, options)),
    CONFIRMATION_WITH_TIME(
        Operation.CONFIRM_DELIVERY,
        (client, options) -> client.confirmDelivery(SampleLoads.NUMBER, DELIVERED_AT, options),
        (client, options) -> client.confirmDelivery(SampleLoads.NUMBER, DELIVERED_AT, options)),
    PRICING(
        Operation.GET_PRICING,
        FreightResponseClient::getPricing,
        AsyncFreightResponseClient::getPricing),
    BALANCE(
        Operation.GET_BALANCE,
        FreightResponseClient::getBalance,
        AsyncFreightResponseClient::getBalance);

    private final Operation operation;
    private final BiFunction<FreightResponseClient, CallOptions, FreightResponse<?>> blocking;
    private final BiFunction<
            AsyncFreightResponseClient,
            CallOptions,
            CompletableFuture<? extends FreightResponse<?>>>
        future;

    Call(
        Operation operation,
        BiFunction<FreightResponseClient, CallOptions, FreightResponse<?>> blocking,
        BiFunction<
                AsyncFreightResponseClient,
                CallOptions,
                CompletableFuture<? extends FreightResponse<?>>>
            future) {
      this.operation = operation;
      this.blocking = blocking;
      this.future = future;
    }

    FreightResponse<?> make(FreightClient client, CallStyle style) {
      CallOptions options = CallOptions.builder().header("X-Tenant", "acme").build();
      return style == CallStyle.BLOCKING
          ? blocking.apply(client.withResponse(), options)
          : CallStyle.join(future.apply(client.async().withResponse(), options));
    }

    /** Makes the call in a new world, a minute after its start. */
    FreightResponse<?> make(CallStyle style, MockResponse.Builder... responses) {
      try (ScriptedService service = new ScriptedService()) {
        service.world().advance(Duration.ofMinutes(1));
        service.enqueue(responses);
        return make(client(service), style);
      }
    }
  }

  private static FreightClient client(ScriptedService service) {
    return service.client(
        TestBuilders.withPrices(service.builderWithPrices(), FixedPrices.usual()));
  }

  @ParameterizedTest
  @EnumSource
  void futureHasTheResponseOfABlockingCall(Call call) {
    MockResponse.Builder[] responses = {
      ServiceResponses.billingUnavailable(),
      ServiceResponses.success(call.operation).setHeader("X-Request-Id", "req-7")
    };

    FreightResponse<?> response = call.make(CallStyle.FUTURE, responses);

    assertThat(response).isEqualTo(call.make(CallStyle.BLOCKING, responses));
    assertThat(response.attempts()).isEqualTo(2);
    assertThat(response.readAt()).isEqualTo(World.START.plus(Duration.ofMinutes(1)));
    assertThat(response.requestId()).isEqualTo("req-7");
    boolean isPaid =
        call.operation == Operation.CREATE_LOAD || call.operation == Operation.GET_LOAD_POSITION;
    assertThat(response.charge().kind()).isEqualTo(isPaid ? Charge.Kind.CHARGED : Charge.Kind.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void futureSendsTheRequestOfABlockingCall(Call call) {
    RecordedRequest request = request(call, CallStyle.FUTURE);

    RecordedRequest expected = request(call, CallStyle.BLOCKING);
    assertThat(request.getRequestLine()).isEqualTo(expected.getRequestLine());
    assertThat(request.getBody()).isEqualTo(expected.getBody());
    assertThat(request.getHeaders().get("X-Tenant")).isEqualTo("acme");
  }

  private static RecordedRequest request(Call call, CallStyle style) {
    try (ScriptedService service = new ScriptedService()) {
      service.enqueue(ServiceResponses.success(call.operation));
      call.make(client(service), style);
      return service.takeRequest();
    }
  }

  @ParameterizedTest
  @EnumSource
  void failedFutureHasTheChargeOfABlockingCall(Call call) {
    MockResponse.Builder lost =
        ServiceResponses.success(call.operation).onResponseStart(new SocketEffect.CloseSocket());
    MockResponse.Builder[] responses = {lost, lost, lost, lost};

    FreightException failure = failure(call, CallStyle.FUTURE, responses);

    FreightException expected = failure(call, CallStyle.BLOCKING, responses);
    assertThat(failure).hasSameClassAs(expected).hasMessage(expected.getMessage());
    assertThat(failure.charge()).isEqualTo(expected.charge());
    assertThat(failure.attempts()).isEqualTo(expected.attempts());
    assertThat(failure.idempotencyKey()).isEqualTo(expected.idempotencyKey());
  }

  private static FreightException failure(
      Call call, CallStyle style, MockResponse.Builder... responses) {
    return catchThrowableOfType(FreightException.class, () -> call.make(style, responses));
  }

  @Test
  void invalidArgumentFailsTheFuture() {
    try (ScriptedService service = new ScriptedService()) {
      CompletableFuture<FreightResponse<LoadPosition>> refused =
          client(service).async().withResponse().getLoadPosition(" ");

      assertThat(refused).isCompletedExceptionally();
      assertThat(service.requestCount()).isZero();
    }
  }
}
