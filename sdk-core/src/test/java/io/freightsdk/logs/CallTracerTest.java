package io.freightsdk.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallEvent;
import io.freightsdk.CallOptions;
import io.freightsdk.CallTracer;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A tracer sees each call as what it is, and its exceptions do not change the call. */
class CallTracerTest extends ServerFixture {
  private static final CallOptions SHARED =
      CallOptions.builder().maxAge(Duration.ofMinutes(1)).build();
  private static final CallOptions STALE_IF_ERROR =
      CallOptions.builder().staleIfError(Duration.ofHours(1)).build();

  @AutoClose private final LogLines log = new LogLines();
  private final Recorder recorder = new Recorder();

  @Override
  protected FreightClient.Builder builder() {
    return TestBuilders.withPrices(super.builder(), FixedPrices.usual()).tracer(recorder);
  }

  /** Records the callbacks in their order, and throws at some of them. */
  private static final class Recorder implements CallTracer {
    final List<String> callbacks = new ArrayList<>();
    final List<FreightResponse<?>> responses = new ArrayList<>();
    final Set<String> throwing = new HashSet<>();
    final List<Thread> starts = new ArrayList<>();
    final List<Thread> others = new ArrayList<>();

    @Override
    public TracedCall start(Operation operation, @Nullable String loadNumber) {
      starts.add(Thread.currentThread());
      record("start", operation.id() + (loadNumber == null ? "" : " of a load"));
      return new Recorded();
    }

    private void record(String callback, String facts) {
      callbacks.add((callback + " " + facts).strip());
      if (throwing.contains(callback)) throw new NoClassDefFoundError("thrown by " + callback);
    }

    private final class Recorded implements TracedCall {
      private void onThread(String callback, String facts) {
        others.add(Thread.currentThread());
        record(callback, facts);
      }

      private void ended(String callback, FreightResponse<?> response) {
        responses.add(response);
        onThread(callback, response.attempts() + " " + response.charge());
      }

      @Override
      public AutoCloseable openScope() {
        onThread("open", "");
        return () -> onThread("close", "");
      }

      @Override
      public void attemptStarted() {
        onThread("attempt", "");
      }

      @Override
      public void attemptEnded(CallEvent.AttemptEnded attempt) {
        onThread("attempted", attempt.status() + " " + attempt.charge());
      }

      @Override
      public void succeeded(FreightResponse<?> response) {
        ended("succeeded", response);
      }

      @Override
      public void shared(FreightResponse<?> response) {
        ended("shared", response);
      }

      @Override
      public void stale(FreightResponse<?> response) {
        ended("stale", response);
      }

      @Override
      public void failed(Throwable failure) {
        onThread("failed", failure.getClass().getSimpleName());
      }
    }
  }

  private String bookedLoad() {
    String load = client(super.builder()).createLoad(SampleLoads.twoStops()).loadNumber();
    recorder.callbacks.clear();
    return load;
  }

  /** The callbacks of a call that fails before its first attempt. */
  private static String[] unsent(String start, Class<? extends Throwable> failure) {
    return new String[] {start, "open", "close", "failed " + failure.getSimpleName()};
  }

  @ParameterizedTest
  @EnumSource
  void callHasAScopeWithItsAttempts(CallStyle style) {
    server.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    FreightResponse<CreateLoadOutcome> response =
        style.createLoadResponse(client(builder()), SampleLoads.twoStops(), CallOptions.DEFAULT);

    assertThat(recorder.callbacks)
        .containsExactly(
            "start createLoad",
            "open",
            "attempt",
            "attempted 503 NONE",
            "attempt",
            "attempted 201 0.65 USD",
            "close",
            "succeeded 2 0.65 USD");
    FreightResponse<?> traced = recorder.responses.get(0);
    assertThat(traced.value()).isEqualTo(response.value());
    assertThat(traced.requestId()).isEqualTo(response.requestId());
    assertThat(traced.body()).isNull();
    assertThat(response.body()).as("the body for the caller").contains("loadNumber");
  }

  @Test
  void futureStartsOnTheThreadOfItsCaller() {
    CallStyle.FUTURE.getBalance(client(builder()));

    assertThat(recorder.starts).containsExactly(Thread.currentThread());
    assertThat(Set.copyOf(recorder.others)).hasSize(1).doesNotContain(Thread.currentThread());
  }

  @Test
  void blockingCallIsTracedOnTheThreadOfItsCaller() {
    CallStyle.BLOCKING.getBalance(client(builder()));

    assertThat(recorder.others).hasSize(5).containsOnly(Thread.currentThread());
  }

  /** So it belongs to the call that needs the price. */
  @ParameterizedTest
  @EnumSource
  void priceReadStartsInTheScopeOfItsCall(CallStyle style) {
    style.createLoad(client(super.builder().tracer(recorder)), SampleLoads.twoStops());

    assertThat(recorder.callbacks)
        .startsWith("start createLoad", "open", "start getPricing", "open")
        .endsWith("attempted 201 0.65 USD", "close", "succeeded 1 0.65 USD");
    assertThat(recorder.starts.get(1)).isEqualTo(recorder.others.get(0));
  }

  @ParameterizedTest
  @EnumSource
  void clientWithAnotherKeyIsTraced(CallStyle style) {
    style.getBalance(client(builder()).withAgentKey(broker.newKey(), null));

    assertThat(recorder.callbacks).startsWith("start getBalance").endsWith("succeeded 1 NONE");
  }

  // --- calls without a request ---

  @ParameterizedTest
  @EnumSource
  void waitingCallerIsShared(CallStyle style) {
    String load = bookedLoad();
    FreightClient client = client(builder());
    world.network().latency(Duration.ofSeconds(1));

    Caller<?> first = world.start(() -> style.getLoadPosition(client, load, SHARED));
    Caller<?> second = world.start(() -> style.getLoadPosition(client, load, SHARED));
    world.run();

    assertThat(first).isNotNull();
    assertThat(second).isNotNull();
    assertThat(recorder.callbacks)
        .containsOnlyOnce("attempt", "succeeded 1 0.02 USD", "shared 0 NONE")
        .filteredOn("start getLoadPosition of a load"::equals)
        .hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void positionInMemoryIsShared(CallStyle style) {
    String load = bookedLoad();
    FreightClient client = client(builder());
    style.getLoadPosition(client, load, SHARED);
    recorder.callbacks.clear();

    style.getLoadPosition(client, load, SHARED);
    assertThat(recorder.callbacks)
        .containsExactly("start getLoadPosition of a load", "shared 0 NONE");
  }

  @ParameterizedTest
  @EnumSource
  void positionAfterAFailedReadIsStale(CallStyle style) {
    String load = bookedLoad();
    FreightClient client = client(builder());
    style.getLoadPosition(client, load, STALE_IF_ERROR);
    recorder.callbacks.clear();
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());

    style.getLoadPosition(client, load, STALE_IF_ERROR);
    assertThat(recorder.callbacks)
        .containsExactly(
            "start getLoadPosition of a load",
            "open",
            "attempt",
            "attempted null UNKNOWN",
            "close",
            "stale 1 UNKNOWN");
  }

  @ParameterizedTest
  @EnumSource
  void positionDuringTooManyCallsIsStale(CallStyle style) {
    String load = bookedLoad();
    FreightClient client = client(builder().maxPendingCalls(1));
    style.getLoadPosition(client, load, STALE_IF_ERROR);
    CompletableFuture<?> pending = client.async().getBalance();
    recorder.callbacks.clear();

    LoadPosition position = style.getLoadPosition(client, load, STALE_IF_ERROR);
    Throwable refused = catchThrowable(() -> style.getLoadPosition(client, load));

    assertThat(position.loadNumber()).isEqualTo(load);
    assertThat(refused).isInstanceOf(ClientSaturatedException.class);
    assertThat(recorder.callbacks)
        .filteredOn(callback -> callback.matches("(stale|failed|start getLoad).*"))
        .containsExactly(
            "start getLoadPosition of a load",
            "stale 0 NONE",
            "start getLoadPosition of a load",
            "failed ClientSaturatedException");
    CallStyle.join(pending);
  }

  @ParameterizedTest
  @EnumSource
  void callAboveMaxPriceHasNoAttempt(CallStyle style) {
    CallOptions cheap = CallOptions.builder().maxPrice("0.10").build();
    FreightClient client = client(builder());

    Throwable failure =
        catchThrowable(() -> style.createLoad(client, SampleLoads.twoStops(), cheap));
    assertThat(failure).isInstanceOf(PriceLimitExceededException.class);
    assertThat(recorder.callbacks)
        .containsExactly(unsent("start createLoad", PriceLimitExceededException.class));
  }

  @ParameterizedTest
  @EnumSource
  void exceptionOfThePaidCallCheckFailsTheTrace(CallStyle style) {
    FreightClient client =
        client(
            builder()
                .paidCallCheck(
                    (operation, returnsFuture) -> {
                      throw new IllegalCallerException("in a transaction");
                    }));

    Throwable failure = catchThrowable(() -> style.createLoad(client, SampleLoads.twoStops()));
    assertThat(failure).isInstanceOf(IllegalCallerException.class);
    assertThat(recorder.callbacks)
        .containsExactly(unsent("start createLoad", IllegalCallerException.class));
  }

  @ParameterizedTest
  @EnumSource
  void callOfAClosedClientHasOnlyAnEnd(CallStyle style) {
    FreightClient client = client(builder());
    client.close();

    assertThat(catchThrowable(() -> style.getBalance(client)))
        .isInstanceOf(FreightCancelledException.class);
    assertThat(recorder.callbacks)
        .containsExactly("start getBalance", "failed FreightCancelledException");
  }

  @Test
  void callOfAnInterruptedThreadHasOnlyAnEnd() {
    FreightClient client = client(builder());
    Thread.currentThread().interrupt();
    try {
      assertThat(catchThrowable(client::getBalance)).isInstanceOf(FreightCancelledException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(recorder.callbacks)
        .containsExactly("start getBalance", "failed FreightCancelledException");
  }

  @Test
  void cancelledFutureEndsItsTrace() {
    server.faults().always(Operation.GET_BALANCE, Fault.delay(Duration.ofMinutes(1)));
    CompletableFuture<?> future = client(builder()).async().getBalance();
    world.runUntilWaiting(future);
    assertThat(recorder.callbacks).endsWith("attempt");

    future.cancel(true);
    world.settle();
    assertThat(recorder.callbacks)
        .endsWith("attempted null NONE", "close", "failed FreightCancelledException");
  }

  @ParameterizedTest
  @EnumSource
  void ignoredCallIsNotTraced(CallStyle style) {
    Charge charge =
        style
            .createLoad(
                client(builder().tracer((operation, loadNumber) -> null)), SampleLoads.twoStops())
            .charge();

    assertThat(charge).isEqualTo(Charge.charged("0.65"));
    assertThat(log.warnings()).isEmpty();
  }

  // --- exceptions of the tracer ---

  private static Stream<Arguments> callbacks() {
    return Stream.of("start", "open", "attempt", "attempted", "close", "succeeded")
        .flatMap(
            callback -> Stream.of(CallStyle.values()).map(style -> Arguments.of(callback, style)));
  }

  @ParameterizedTest
  @MethodSource("callbacks")
  void exceptionOfTheTracerIsLoggedAndChangesNothing(String callback, CallStyle style) {
    recorder.throwing.add(callback);

    assertThat(style.createLoad(client(builder()), SampleLoads.twoStops()).charge())
        .isEqualTo(Charge.charged("0.65"));
    assertThat(log.warnings())
        .containsExactly("createLoad: a CallTracer threw an exception; the call continues");
    assertThat(log.all()).anyMatch(line -> line.endsWith("thrown by " + callback));
    assertThat(broker.balanceUsd()).isEqualByComparingTo("24.35");
  }

  @ParameterizedTest
  @EnumSource
  void exceptionsOfEveryCallbackChangeNothing(CallStyle style) {
    recorder.throwing.addAll(Set.of("open", "attempt", "attempted", "close", "succeeded"));

    assertThat(style.createLoad(client(builder()), SampleLoads.twoStops()).charge())
        .isEqualTo(Charge.charged("0.65"));
    assertThat(log.warnings()).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource
  void failureOfTheCallHidesAnExceptionOfTheTracer(CallStyle style) {
    recorder.throwing.addAll(Set.of("close", "failed"));
    FreightClient client = client(builder());

    Throwable failure = catchThrowable(() -> style.getLoadPosition(client, "LD-1999-0001"));
    assertThat(failure).isInstanceOf(LoadNotFoundException.class).hasNoSuppressedExceptions();
    assertThat(((FreightException) failure).charge()).isEqualTo(Charge.NONE);
    assertThat(log.warnings()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void exceptionsLeaveSharedAndStalePositions(CallStyle style) {
    String load = bookedLoad();
    FreightClient client = client(builder().retryPolicy(RetryPolicy.none()));
    style.getLoadPosition(client, load, SHARED);
    recorder.throwing.addAll(Set.of("shared", "stale"));
    Consumer<CallOptions> read =
        options ->
            assertThat(style.getLoadPosition(client, load, options).loadNumber()).isEqualTo(load);

    read.accept(SHARED);
    server.faults().always(Operation.GET_LOAD_POSITION, Fault.status(500));
    read.accept(STALE_IF_ERROR);

    assertThat(recorder.callbacks).contains("shared 0 NONE", "stale 1 UNKNOWN");
    assertThat(log.warnings())
        .filteredOn(line -> line.endsWith("a CallTracer threw an exception; the call continues"))
        .hasSize(2);
  }
}
