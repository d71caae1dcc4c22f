package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.retry.event.RetryEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Metrics and listeners of a resilience4j registry get the calls of a client. */
class RetryRegistryTest {
  @AutoClose private final ScriptedService service = new ScriptedService();
  private final RetryRegistry registry = RetryRegistry.ofDefaults();

  private FreightClient client() {
    return service.client(
        TestBuilders.withPrices(service.builder(), FixedPrices.usual()).retryRegistry(registry));
  }

  private Retry retry() {
    return registry.retry("freight-4");
  }

  private void assertCounted(int good, int goodAgain, int failed, int failedAgain) {
    Retry.Metrics counted = retry().getMetrics();
    assertThat(
            List.of(
                counted.getNumberOfSuccessfulCallsWithoutRetryAttempt(),
                counted.getNumberOfSuccessfulCallsWithRetryAttempt(),
                counted.getNumberOfFailedCallsWithoutRetryAttempt(),
                counted.getNumberOfFailedCallsWithRetryAttempt()))
        .containsExactly((long) good, (long) goodAgain, (long) failed, (long) failedAgain);
  }

  @ParameterizedTest
  @EnumSource
  void successesAreCountedWithAndWithoutRetry(CallStyle style) {
    FreightClient client = client();
    service.enqueue(ServiceResponses.success(Operation.GET_BALANCE));
    style.getBalance(client);
    service.enqueue(
        ServiceResponses.error(429),
        ServiceResponses.error(429),
        ServiceResponses.success(Operation.GET_BALANCE));
    style.getBalance(client);
    assertCounted(1, 1, 0, 0);
  }

  @ParameterizedTest
  @EnumSource
  void failuresAreCountedWithAndWithoutRetry(CallStyle style) {
    FreightClient client = client();
    service.enqueue(ServiceResponses.json(404, "{\"error\":\"Load not found\"}"));
    catchThrowableOfType(
        LoadNotFoundException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));
    service.alwaysRespond(
        Operation.CREATE_LOAD,
        ServiceResponses.success(Operation.CREATE_LOAD)
            .onResponseStart(new SocketEffect.CloseSocket()));
    catchThrowableOfType(
        FreightConnectionException.class, () -> style.createLoad(client, SampleLoads.twoStops()));
    assertCounted(0, 0, 1, 1);
    assertThat(service.requestCount(Operation.CREATE_LOAD)).isEqualTo(4);
  }

  /** The client does not retry a lost read. */
  @ParameterizedTest
  @EnumSource
  void unretriedFailureIsCountedWithoutRetry(CallStyle style) {
    FreightClient client = client();
    service.enqueue(
        ServiceResponses.success(Operation.GET_LOAD_POSITION)
            .onResponseStart(new SocketEffect.CloseSocket()));
    catchThrowableOfType(
        FreightConnectionException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));
    assertCounted(0, 0, 1, 0);
    assertThat(service.requestCount(Operation.GET_LOAD_POSITION)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void listenerGetsEachRetryWithItsWait(CallStyle style) {
    FreightClient client = client();
    List<RetryEvent> events = new ArrayList<>();
    retry().getEventPublisher().onEvent(events::add);
    service.enqueue(
        ServiceResponses.error(429).addHeader("Retry-After", "7"),
        ServiceResponses.success(Operation.GET_BALANCE));
    style.getBalance(client);
    assertThat(events)
        .extracting(RetryEvent::getEventType)
        .containsExactly(RetryEvent.Type.RETRY, RetryEvent.Type.SUCCESS);
    assertThat(events.get(0).toString()).contains("PT7S");
  }

  @ParameterizedTest
  @EnumSource
  void exceptionOfAListenerChangesNothing(CallStyle style) {
    try (LogLines log = new LogLines()) {
      FreightClient client = client();
      retry()
          .getEventPublisher()
          .onEvent(
              event -> {
                throw new IllegalStateException("planted");
              });
      service.enqueue(ServiceResponses.error(429), ServiceResponses.success(Operation.GET_BALANCE));
      style.getBalance(client);
      service.enqueue(ServiceResponses.json(404, "{\"error\":\"Load not found\"}"));
      catchThrowableOfType(
          LoadNotFoundException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));
      assertThat(service.requestCount()).isEqualTo(3);
      assertThat(log.warnings())
          .anyMatch(line -> line.contains("a listener of a resilience4j retry failed"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void callIsCountedAfterItsWaitForATopUp(CallStyle style) {
    FreightClient client =
        service.client(
            TestBuilders.withPrices(service.builder(), FixedPrices.usual())
                .retryPolicy(RetryPolicy.builder().maxTopUpWait(Duration.ofSeconds(20)).build())
                .retryRegistry(registry));
    service.alwaysRespond(
        Operation.GET_BALANCE,
        ServiceResponses.json(200, "{\"ok\":true,\"balanceUsd\":0,\"currency\":\"USD\"}"));
    service.enqueue(ServiceResponses.insufficientFunds());
    catchThrowableOfType(
        InsufficientFundsException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));
    assertThat(retry().getMetrics().getNumberOfFailedCallsWithoutRetryAttempt()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void callWithOtherMaxAttemptsHasItsOwnRetry(CallStyle style) {
    FreightClient client = client();
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));
    CallOptions once = CallOptions.builder().retryPolicy(RetryPolicy.none()).build();
    style.getLoadPosition(client, SampleLoads.NUMBER, once);
    assertThat(
            registry
                .retry("freight-1")
                .getMetrics()
                .getNumberOfSuccessfulCallsWithoutRetryAttempt())
        .isEqualTo(1);
  }

  @Test
  void existingRetryOfTheRegistryIsRefused() {
    Retry unused = registry.retry("freight-4");
    assertThatIllegalArgumentException()
        .isThrownBy(this::client)
        .withMessageContaining("retryRegistry")
        .withMessageContaining("'freight-4'");
  }

  @ParameterizedTest
  @EnumSource
  void clientsCanShareARegistry(CallStyle style) {
    FreightClient first = client();
    FreightClient second = first.withAgentKey(ScriptedService.KEY, null);
    service.enqueue(
        ServiceResponses.success(Operation.GET_BALANCE),
        ServiceResponses.success(Operation.GET_BALANCE));
    style.getBalance(first);
    try (second) {
      style.getBalance(second);
    }
    assertCounted(2, 0, 0, 0);
  }
}
