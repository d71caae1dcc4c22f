package io.freightsdk.ending;

import static io.freightsdk.testing.CallbackFault.Kind.CHECKED;
import static io.freightsdk.testing.CallbackFault.Kind.ERROR;
import static io.freightsdk.testing.CallbackFault.Kind.INTERRUPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.CallOptions;
import io.freightsdk.CallTracer;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.model.Operation;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.positions.PositionSnapshot;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.BackgroundCalls;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.CallbackFault;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestGuard;
import io.github.resilience4j.retry.RetryRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Dns;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Exceptions and interrupts of the application's code in the middle of a call. The call ends and
 * reports the right charge. Its reservation is completed once, other calls continue, and {@code
 * close()} returns.
 */
class ThrowingCallbacksIT {
  /** The callback that throws. */
  private enum Place {
    KEY_SUPPLIER,
    LISTENER(true),
    TRACER(true),
    RETRY_LISTENER(true),
    GUARD_RESERVES,
    /** The guard throws after it has reserved. */
    GUARD_HAS_RESERVED,
    GUARD_COMPLETES(true),
    /** The guard throws after it has recorded the outcome. */
    GUARD_HAS_COMPLETED(true),
    POSITION_CACHE(true),
    INTERCEPTOR,
    INTERCEPTOR_AFTER_THE_ANSWER,
    NETWORK_INTERCEPTOR,
    EVENT_LISTENER,
    DNS;

    /** Whether its exceptions fail no call. */
    final boolean onlyListens;

    Place() {
      this(false);
    }

    Place(boolean onlyListens) {
      this.onlyListens = onlyListens;
    }
  }

  private static final BigDecimal OPENING = new BigDecimal("25.65");

  /** The limit of every wait. A call that is ended only by its deadline exceeds it. */
  private static final long BOUND_SECONDS = 60;

  /** Reads the trust store once. */
  private static final OkHttpClient BASE = new OkHttpClient();

  private static InMemoryFreightServer server;

  @BeforeAll
  static void start() {
    server = InMemoryFreightServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** A place that catches undeclared checked exceptions and errors catches the others. */
  static Stream<Arguments> cases() {
    List<Arguments> all = new ArrayList<>();
    for (Place place : Place.values()) {
      for (CallbackFault.Kind kind : EnumSet.of(CHECKED, ERROR, INTERRUPT)) {
        for (CallStyle style : CallStyle.values()) all.add(Arguments.of(place, kind, style));
      }
    }
    return all.stream();
  }

  /** Throws at each run of the callback in turn, in a call whose first attempt is refused. */
  @ParameterizedTest(name = "{1} at {0}, {2}")
  @MethodSource("cases")
  void callEndsAndReportsItsCharge(Place place, CallbackFault.Kind kind, CallStyle style)
      throws Exception {
    int pass = 1;
    while (new Scenario(place, kind).strikesAt(pass, style)) pass++;
    assertThat(pass).as("passes").isGreaterThan(1);
  }

  /** One call of a client whose callbacks are all the application's. */
  private static final class Scenario {
    private final Place place;
    private final CallbackFault.Kind kind;
    private final CallbackFault strike;
    private final Guard guard = new Guard();
    private final Broker broker = server.createBroker(OPENING.toPlainString());
    private final OkHttpClient http = http();
    private final FreightClient client = client();

    Scenario(Place place, CallbackFault.Kind kind) {
      this.place = place;
      this.kind = kind;
      strike = new CallbackFault(kind);
    }

    /** Returns false if the call runs this callback less often. */
    boolean strikesAt(int pass, CallStyle style) throws Exception {
      try {
        boolean reads = place == Place.POSITION_CACHE;
        String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
        server
            .faults()
            .forBroker(broker.brokerId())
            .next(
                reads ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD,
                Fault.billingUnavailable());
        BigDecimal before = broker.balanceUsd();
        strike.strikeAt(pass);
        Outcome end = ended(BackgroundCalls.startCall(() -> call(style, reads ? load : null)));
        if (place.onlyListens && kind != INTERRUPT)
          assertThat(end.failure).as("pass %d", pass).isNull();
        assertTrue(end, before.subtract(broker.balanceUsd()));
        Eventually.until(
            () -> guard.notOnce() == 0, () -> guard.notOnce() + " are not completed, or twice");
        strike.disarm();

        Outcome next = ended(BackgroundCalls.startCall(() -> call(style, null)));
        assertThat(next.failure).as("the next call after pass %d", pass).isNull();
        assertThat(guard.kept.usedUsd())
            .isGreaterThanOrEqualTo(OPENING.subtract(broker.balanceUsd()));
      } finally {
        assertThat(ended(BackgroundCalls.startCall(this::closed)).failure).as("close").isNull();
        http.connectionPool().evictAll();
      }
      assertThat(guard.notOnce()).as("reservations not completed once").isZero();
      return strike.strikes() == 1;
    }

    private void at(Place here) {
      if (here == place) strike.onCallback();
    }

    private Charge closed() {
      client.close();
      return Charge.NONE;
    }

    private Charge call(CallStyle style, @Nullable String load) {
      CallOptions shared = CallOptions.builder().maxAge(Duration.ofMillis(1)).build();
      if (style == CallStyle.BLOCKING) {
        if (load == null) return client.createLoad(SampleLoads.twoStops()).charge();
        client.getLoadPosition(load, shared);
        return Charge.UNKNOWN;
      }
      CompletableFuture<Charge> future =
          load == null
              ? client
                  .async()
                  .createLoad(SampleLoads.twoStops())
                  .thenApply(CreateLoadOutcome::charge)
              : client.async().getLoadPosition(load, shared).thenApply(read -> Charge.UNKNOWN);
      // The first step ran on this thread. Its interrupt would end the wait for the future.
      boolean unused = Thread.interrupted();
      return CallStyle.join(future);
    }

    private FreightClient client() {
      RetryRegistry registry = RetryRegistry.ofDefaults();
      registry
          .getEventPublisher()
          .onEntryAdded(
              added ->
                  added
                      .getAddedEntry()
                      .getEventPublisher()
                      .onEvent(event -> at(Place.RETRY_LISTENER)));
      return FreightClient.builder()
          .baseUrl("http://localhost:" + server.port())
          .agentKey(
              () -> {
                at(Place.KEY_SUPPLIER);
                return broker.agentKey();
              })
          .httpClient(http)
          // One slot: if a call does not release it, the next call hangs.
          .maxConcurrentRequests(1)
          .callTimeout(Duration.ofSeconds(2 * BOUND_SECONDS))
          .retryPolicy(RetryPolicy.builder().initialBackoff(Duration.ofMillis(1)).build())
          .spendGuard(guard)
          .listener(event -> at(Place.LISTENER))
          .tracer(new StrikingTracer())
          .retryRegistry(registry)
          .positionCache(new Cache())
          .build();
    }

    /** Every attempt opens a new connection, so that it runs every callback of a connection. */
    private OkHttpClient http() {
      return BASE.newBuilder()
          .connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
          .addInterceptor(
              chain -> {
                at(Place.INTERCEPTOR);
                Response response = chain.proceed(chain.request());
                try {
                  at(Place.INTERCEPTOR_AFTER_THE_ANSWER);
                } catch (Throwable thrown) {
                  response.close();
                  throw thrown;
                }
                return response;
              })
          .addNetworkInterceptor(
              chain -> {
                at(Place.NETWORK_INTERCEPTOR);
                return chain.proceed(chain.request());
              })
          .eventListener(new StrikingListener())
          .dns(
              host -> {
                at(Place.DNS);
                return Dns.SYSTEM.lookup(host);
              })
          .build();
    }

    /** Stores nothing. */
    private final class Cache implements PositionCache {
      @Override
      public @Nullable PositionSnapshot get(String key) {
        at(Place.POSITION_CACHE);
        return null;
      }

      @Override
      public void put(String key, PositionSnapshot reading) {
        at(Place.POSITION_CACHE);
      }
    }

    private final class StrikingListener extends EventListener {
      @Override
      public void callStart(Call call) {
        at(Place.EVENT_LISTENER);
      }

      @Override
      public void callEnd(Call call) {
        at(Place.EVENT_LISTENER);
      }
    }

    private final class StrikingTracer implements CallTracer, CallTracer.TracedCall {
      @Override
      public TracedCall start(Operation operation, @Nullable String loadNumber) {
        at(Place.TRACER);
        return this;
      }

      @Override
      public AutoCloseable openScope() {
        at(Place.TRACER);
        return () -> at(Place.TRACER);
      }

      @Override
      public void attemptStarted() {
        at(Place.TRACER);
      }

      @Override
      public void attemptEnded(CallEvent.AttemptEnded attempt) {
        at(Place.TRACER);
      }

      @Override
      public void succeeded(FreightResponse<?> response) {
        at(Place.TRACER);
      }

      @Override
      public void failed(Throwable failure) {
        at(Place.TRACER);
      }
    }

    /** A guard with a limit of 20.00 USD, as an application may write one. */
    private final class Guard implements SpendGuard {
      final TestGuard kept = TestGuard.of("20.00");

      /** The number of completions of each reservation. */
      private final Map<String, Integer> completed = new ConcurrentHashMap<>();

      /** Reservations that were not completed, or more than once. */
      long notOnce() {
        return completed.values().stream().filter(times -> times != 1).count();
      }

      @Override
      public Decision reserve(Purchase purchase) {
        // Unless the guard refuses, the reservation must be completed, even after an exception.
        completed.put(purchase.id(), 0);
        at(Place.GUARD_RESERVES);
        Decision decision = kept.reserve(purchase);
        if (!(decision instanceof Reservation)) completed.remove(purchase.id());
        at(Place.GUARD_HAS_RESERVED);
        return decision;
      }

      @Override
      public Charge complete(Purchase purchase, Outcome outcome) {
        completed.merge(purchase.id(), 1, Integer::sum);
        at(Place.GUARD_COMPLETES);
        Charge reported = kept.complete(purchase, outcome);
        at(Place.GUARD_HAS_COMPLETED);
        return reported;
      }
    }
  }

  /** NONE and CHARGED must be certain. */
  private static void assertTrue(Outcome end, BigDecimal taken) {
    Charge reported = end.charge;
    if (end.failure != null) {
      Throwable failure =
          end.failure instanceof AssertionError && end.failure.getCause() != null
              ? end.failure.getCause()
              : end.failure;
      assertThat(failure).isInstanceOf(FreightException.class);
      reported = ((FreightException) failure).charge();
    }
    BigDecimal amount = reported.amountUsd();
    if (amount != null) assertThat(taken).as("told %s", reported).isEqualByComparingTo(amount);
  }

  private record Outcome(Charge charge, @Nullable Throwable failure) {}

  private static Outcome ended(CompletableFuture<Charge> call) throws InterruptedException {
    try {
      return new Outcome(call.get(BOUND_SECONDS, TimeUnit.SECONDS), null);
    } catch (ExecutionException e) {
      return new Outcome(Charge.UNKNOWN, e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("did not end in " + BOUND_SECONDS + " s", e);
    }
  }

  // --- a listener that throws whenever a request is cancelled ---

  private final Broker broker = server.createBroker("1.00");
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger cancelled = new AtomicInteger();

  private FreightClient client() {
    OkHttpClient http =
        BASE.newBuilder()
            .eventListener(
                new EventListener() {
                  @Override
                  public void requestHeadersEnd(Call call, Request request) {
                    sent.incrementAndGet();
                  }

                  @Override
                  public void canceled(Call call) {
                    cancelled.incrementAndGet();
                    throw new IllegalStateException("metrics are down");
                  }
                })
            .build();
    server
        .faults()
        .forBroker(broker.brokerId())
        .always(Operation.GET_BALANCE, Fault.delay(Duration.ofHours(1)));
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .retryPolicy(RetryPolicy.none())
        .httpClient(http)
        .build();
  }

  private void awaitSent(int requests) {
    Eventually.until(() -> sent.get() == requests, () -> sent + " requests were sent");
  }

  @ParameterizedTest
  @EnumSource
  void timeoutsContinueAfterAnExceptionOfAListener(CallStyle style) {
    CallOptions quick = CallOptions.builder().attemptTimeout(Duration.ofMillis(50)).build();
    try (FreightClient client = client()) {
      // A timeout before the request is sent ends the call without a cancel.
      while (cancelled.get() < 3) {
        assertThat(
                catchThrowableOfType(FreightException.class, () -> style.getBalance(client, quick)))
            .isInstanceOf(FreightTimeoutException.class);
      }
    }
  }

  @Test
  void closeEndsEveryCallDespiteAThrowingListener() {
    FreightClient client = client();
    List<CompletableFuture<?>> calls =
        List.of(client.async().getBalance(), client.async().getBalance());
    awaitSent(2);

    client.close();

    for (CompletableFuture<?> call : calls) {
      assertThat(catchThrowableOfType(FreightException.class, () -> CallStyle.join(call)))
          .isInstanceOf(FreightCancelledException.class);
    }
  }

  @Test
  void cancellingAFutureDoesNotThrowTheExceptionOfAListener() {
    try (FreightClient client = client()) {
      CompletableFuture<?> call = client.async().getBalance();
      awaitSent(1);
      assertThat(call.cancel(true)).isTrue();
    }
  }
}
