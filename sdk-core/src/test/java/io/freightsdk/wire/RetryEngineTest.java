package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The number of attempts, their backoff and their time limits. */
class RetryEngineTest {
  private final ScriptedService service = new ScriptedService();

  @AfterEach
  void stop() {
    service.close();
  }

  private void enqueueBillingUnavailable(int times) {
    for (int i = 0; i < times; i++) {
      service.enqueue(ServiceResponses.billingUnavailable());
    }
  }

  private static String httpDate(Duration fromNow) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        World.START.plus(fromNow).atOffset(ZoneOffset.UTC));
  }

  private List<Duration> waitsAfter(CallStyle style, String retryAfter) {
    service.enqueue(
        ServiceResponses.billingUnavailable().setHeader("Retry-After", retryAfter),
        ServiceResponses.success(Operation.GET_LOAD_POSITION));
    style.getLoadPosition(service.client(), SampleLoads.NUMBER);
    return service.world().waits();
  }

  @ParameterizedTest
  @EnumSource
  void backoffDoublesUpToFourAttempts(CallStyle style) {
    enqueueBillingUnavailable(10);
    FreightException failure = service.readFailure(service.builder(), style);
    assertThat(failure).isInstanceOf(BillingUnavailableException.class);
    assertThat(failure.attempts()).isEqualTo(4);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(service.requestCount()).isEqualTo(4);
    assertThat(service.world().waits())
        .containsExactly(Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofMillis(1000));
  }

  @ParameterizedTest
  @EnumSource
  void retryAfterInSecondsIsObeyed(CallStyle style) {
    assertThat(waitsAfter(style, "7")).containsExactly(Duration.ofSeconds(7));
  }

  @ParameterizedTest
  @EnumSource
  void retryAfterOfTooManyRequestsIsObeyed(CallStyle style) {
    service.enqueue(
        ServiceResponses.error(429).setHeader("Retry-After", "3"),
        ServiceResponses.success(Operation.GET_LOAD_POSITION));
    style.getLoadPosition(service.client(), SampleLoads.NUMBER);
    assertThat(service.world().waits()).containsExactly(Duration.ofSeconds(3));
  }

  @ParameterizedTest
  @EnumSource
  void retryAfterAsADateIsObeyed(CallStyle style) {
    assertThat(waitsAfter(style, httpDate(Duration.ofSeconds(12))))
        .containsExactly(Duration.ofSeconds(12));
  }

  @ParameterizedTest
  @EnumSource
  void retryAfterOfAMinuteIsObeyed(CallStyle style) {
    assertThat(waitsAfter(style, "60")).containsExactly(Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @EnumSource
  void retryAfterAboveAMinuteEndsTheCall(CallStyle style) {
    service.enqueue(
        ServiceResponses.billingUnavailable().setHeader("Retry-After", "61"),
        ServiceResponses.success(Operation.GET_LOAD_POSITION));
    FreightException failure = service.readFailure(service.builder(), style);
    assertThat(failure).isInstanceOf(BillingUnavailableException.class);
    assertThat(failure).hasMessageContaining("Retry-After: 61");
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(service.world().waits()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void unreadableRetryAfterIsIgnored(CallStyle style) {
    assertThat(waitsAfter(style, "soon")).containsExactly(Duration.ofMillis(250));
  }

  @ParameterizedTest
  @EnumSource
  void waitBeyondTheDeadlineIsNotStarted(CallStyle style) {
    service.enqueue(ServiceResponses.billingUnavailable().setHeader("Retry-After", "50"));
    FreightException failure =
        service.readFailure(service.builder().callTimeout(Duration.ofSeconds(40)), style);
    assertThat(failure).isInstanceOf(BillingUnavailableException.class);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(service.world().waits()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsSentOnceTheDeadlineHasPassed(CallStyle style) {
    Duration deadline = Duration.ofSeconds(40);
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    FreightException failure =
        service.readFailure(
            service
                .builder()
                .callTimeout(deadline)
                .agentKey(
                    () -> {
                      service.world().advance(deadline);
                      return ScriptedService.KEY;
                    }),
            style);
    assertThat(failure).isInstanceOf(FreightTimeoutException.class);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.attempts()).isZero();
    assertThat(service.requestCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void lastAttemptTimesOutAtTheDeadline(CallStyle style) {
    service.enqueue(
        ServiceResponses.billingUnavailable(),
        ServiceResponses.success(Operation.GET_LOAD_POSITION)
            .onResponseStart(SocketEffect.Stall.INSTANCE));
    FreightException failure =
        service.readFailure(
            service
                .builder()
                .callTimeout(Duration.ofSeconds(5))
                .attemptTimeout(Duration.ofSeconds(30)),
            style);

    assertThat(failure)
        .isInstanceOf(FreightTimeoutException.class)
        .hasMessageContaining("no response within 4.8 s (time left before the deadline)");
    assertThat(service.world().now()).isEqualTo(World.START.plusSeconds(5));
    assertThat(failure.attempts()).isEqualTo(2);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void policyOfACallOverridesTheClients(CallStyle style) {
    enqueueBillingUnavailable(1);
    FreightClient client = service.client();
    CallOptions once = CallOptions.builder().retryPolicy(RetryPolicy.none()).build();
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER, once));
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
  }

  @ParameterizedTest
  @EnumSource
  void listenerGetsEveryAttempt(CallStyle style) {
    List<CallEvent> events = new CopyOnWriteArrayList<>();
    service.enqueue(
        ServiceResponses.billingUnavailable().headersDelay(3, TimeUnit.SECONDS),
        ServiceResponses.success(Operation.GET_LOAD_POSITION).headersDelay(2, TimeUnit.SECONDS));
    FreightClient client =
        service.client(
            TestBuilders.withPrices(service.builder(), FixedPrices.usual()).listener(events::add));
    style.getLoadPosition(client, SampleLoads.NUMBER);

    assertThat(events).hasSize(3);
    var first = (CallEvent.AttemptEnded) events.get(0);
    assertThat(first.status()).isEqualTo(503);
    assertThat(first.charge()).isEqualTo(Charge.NONE);
    assertThat(first.elapsed()).isEqualTo(Duration.ofSeconds(3));
    assertThat(first.failure()).isInstanceOf(BillingUnavailableException.class);
    var second = (CallEvent.AttemptEnded) events.get(1);
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.elapsed()).isEqualTo(Duration.ofSeconds(2));
    assertThat(second.charge().amountUsd()).isEqualByComparingTo("0.02");
    var end = (CallEvent.CallEnded) events.get(2);
    assertThat(end.attempt()).isEqualTo(2);
    assertThat(end.elapsed()).as("with the pause").isEqualTo(Duration.ofMillis(5_250));
    assertThat(end.failure()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void retriedCreationIsChargedOnce(CallStyle style) {
    service.enqueue(
        ServiceResponses.success(Operation.CREATE_LOAD)
            .onResponseStart(new SocketEffect.CloseSocket()),
        ServiceResponses.success(Operation.CREATE_LOAD));
    CreateLoadOutcome load =
        style.createLoad(
            service.client(TestBuilders.withPrices(service.builder(), FixedPrices.usual())),
            SampleLoads.twoStops());
    assertThat(load.charge()).hasToString("0.65 USD");
  }

  @ParameterizedTest
  @EnumSource
  void unsentAttemptIsRetried(CallStyle style) {
    FreightClient client = service.client();
    for (Operation paid : List.of(Operation.GET_LOAD_POSITION, Operation.CREATE_LOAD)) {
      service.failConnections(1).enqueue(ServiceResponses.success(paid));
      assertThatCode(() -> style.call(client, paid, CallOptions.DEFAULT))
          .as("%s", paid)
          .doesNotThrowAnyException();
    }
    assertThat(service.requestCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void refusalAfterALostAttemptHasAnUnknownCharge(CallStyle style) {
    service.enqueue(
        ServiceResponses.success(Operation.CREATE_LOAD)
            .onResponseStart(new SocketEffect.CloseSocket()),
        ServiceResponses.insufficientFunds());
    FreightClient client = service.client();
    InsufficientFundsException failure =
        catchThrowableOfType(
            InsufficientFundsException.class,
            () -> style.createLoad(client, SampleLoads.twoStops()));
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.TOP_UP);
    assertThat(failure.attempts()).isEqualTo(2);
    assertThat(failure.idempotencyKey()).isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void retriedReadHasAnUnknownCharge(CallStyle style) {
    service.enqueue(
        ServiceResponses.success(Operation.GET_LOAD_POSITION)
            .onResponseStart(new SocketEffect.CloseSocket()),
        ServiceResponses.success(Operation.GET_LOAD_POSITION));
    List<CallEvent> events = new CopyOnWriteArrayList<>();
    FreightClient client =
        service.client(
            TestBuilders.withPrices(service.builder(), FixedPrices.usual())
                .retryPolicy(RetryPolicy.builder().retryUnknownReads(true).build())
                .listener(events::add));
    style.getLoadPosition(client, SampleLoads.NUMBER);
    assertThat(events.get(events.size() - 1))
        .isInstanceOfSatisfying(
            CallEvent.CallEnded.class, end -> assertThat(end.charge()).isEqualTo(Charge.UNKNOWN));
  }

  @Test
  void responseHasTheFactsOfItsCall() {
    service.enqueue(
        ServiceResponses.billingUnavailable(),
        ServiceResponses.success(Operation.GET_LOAD_POSITION).setHeader("X-Request-Id", "req-7"));
    FreightClient client =
        service.client(TestBuilders.withPrices(service.builder(), FixedPrices.usual()));
    FreightResponse<LoadPosition> response =
        client.withResponse().getLoadPosition(SampleLoads.NUMBER);
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.attempts()).isEqualTo(2);
    assertThat(response.charge()).hasToString("0.02 USD");
    assertThat(response.requestId()).isEqualTo("req-7");
    assertThat(response.header("content-TYPE")).isEqualTo("application/json");
    assertThat(response.elapsed()).isEqualTo(Duration.ofMillis(250));
    assertThat(response.value().loadNumber()).isEqualTo(SampleLoads.NUMBER);
  }

  /**
   * The caller may retry with the key. The client does not retry after a response of another
   * server.
   */
  @ParameterizedTest
  @EnumSource
  void responseOfAnotherServerEndsThePaidCreation(CallStyle style) {
    String damaged = "{\"loadNumber\":\"" + SampleLoads.NUMBER + "\",\"trackingLink\":!";
    service.enqueue(
        ServiceResponses.json(201, damaged),
        ServiceResponses.json(404, "<html>nothing here</html>"));
    FreightClient client =
        service.client(TestBuilders.withPrices(service.builder(), FixedPrices.usual()));
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));
    assertThat(failure.charge().kind()).isEqualTo(Charge.Kind.CHARGED);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.attempts()).isEqualTo(2);
    assertThat(service.requestCount(Operation.CREATE_LOAD)).isEqualTo(2);
  }
}
