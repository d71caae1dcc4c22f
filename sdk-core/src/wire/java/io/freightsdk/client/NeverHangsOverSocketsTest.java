package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FakeService;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever interceptors throw, and however long callbacks take, calls end. */
class NeverHangsOverSocketsTest {
  @AutoClose private final FakeService service = new FakeService();

  private FreightClientBuilder intercepted(Interceptor interceptor) {
    return service
        .builder()
        .httpClient(service.http().newBuilder().addInterceptor(interceptor).build());
  }

  @ParameterizedTest
  @EnumSource
  void interceptorThatThrowsBeforeTheWireCostsNothing(CallStyle style) {
    FreightException failure =
        service.readFails(
            intercepted(
                chain -> {
                  throw new IllegalStateException("no token");
                }),
            style);
    assertThat(failure)
        .isInstanceOf(UnexpectedFailureException.class)
        .hasRootCauseMessage("no token");
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.attempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void interceptorThatThrowsAfterTheAnswerLeavesTheChargeOpen(CallStyle style) {
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
    FreightException failure =
        service.readFails(
            intercepted(
                chain -> {
                  try (Response response = chain.proceed(chain.request())) {
                    throw new IllegalStateException("after " + response.code());
                  }
                }),
            style);
    assertThat(failure).isInstanceOf(UnexpectedFailureException.class);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.retryable()).isFalse();
  }

  @Test
  void blockingCallbackDoesNotHoldUpTheWire() throws Exception {
    FreightClient client = service.client(service.builder().maxConcurrentRequests(1));
    service.answers(Answers.success(Operation.GET_BALANCE), Answers.success(Operation.GET_BALANCE));
    BigDecimal inner =
        client
            .async()
            .getBalance()
            .thenApply(balance -> client.getBalance().balanceUsd())
            .get(60, TimeUnit.SECONDS);
    assertThat(inner).isEqualByComparingTo("24.35");
  }

  @Test
  void anyNumberOfCallbacksMayBlockAtOnce() throws Exception {
    int calls = 10;
    service.world().holdTime();
    FreightClient client = service.client(service.builder().maxConcurrentRequests(2));
    CountDownLatch allCalledBack = new CountDownLatch(calls);
    List<CompletableFuture<Boolean>> callbacks = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      callbacks.add(
          client.async().getBalance().thenApply(balance -> arriveAndAwait(allCalledBack)));
    }
    // Not before: what has ended already calls back on the thread that asks for it.
    for (int i = 0; i < calls; i++) service.answers(Answers.success(Operation.GET_BALANCE));
    for (CompletableFuture<Boolean> callback : callbacks) {
      assertThat(callback.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static boolean arriveAndAwait(CountDownLatch all) {
    all.countDown();
    try {
      return all.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }
}
