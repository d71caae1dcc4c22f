package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.UnconnectedSockets;
import java.io.IOException;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import okhttp3.Call;
import okhttp3.Dns;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that is not the client's throws what nobody declared; the call ends and others go on. */
class ForeignCodeFaultsTest {
  private static final long BOUND_SECONDS = 60;

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final AtomicInteger armed = new AtomicInteger();
  private final AtomicReference<Throwable> fault = new AtomicReference<>();
  private final OkHttpClient own = new OkHttpClient();
  private final List<FreightClient> clients = new ArrayList<>();

  @AfterEach
  void stop() throws Exception {
    for (FreightClient client : clients) {
      CompletableFuture.runAsync(client::close).get(BOUND_SECONDS, TimeUnit.SECONDS);
    }
    own.connectionPool().evictAll();
    server.close();
  }

  /** One place on the wire: a place that is lost is seen by the next call. */
  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .maxConcurrentRequests(1)
        .deadline(Duration.ofSeconds(40))
        .retryPolicy(
            RetryPolicy.builder()
                .initialBackoff(Duration.ofMillis(1))
                .maxBackoff(Duration.ofMillis(2))
                .build());
  }

  private FreightClient client(FreightClientBuilder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable any) throws T {
    throw (T) any;
  }

  private void strike() {
    int left = armed.getAndUpdate(n -> Math.max(0, n - 1));
    if (left > 0) ForeignCodeFaultsTest.<RuntimeException>sneak(fault.get());
  }

  private void arm(Throwable thrown) {
    fault.set(thrown);
    armed.set(1);
  }

  /** What the call ended with: null for a result. */
  private static @Nullable Throwable ended(CompletableFuture<?> call) throws InterruptedException {
    try {
      call.get(BOUND_SECONDS, TimeUnit.SECONDS);
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (TimeoutException e) {
      throw new AssertionError("the call did not end in " + BOUND_SECONDS + " s", e);
    }
  }

  /** An exception comes as a failure of the call; an Error may also come as it is. */
  private static void assertEndedBy(Throwable thrown, @Nullable Throwable end) {
    Throwable unwrapped =
        end instanceof AssertionError && end.getCause() != null ? end.getCause() : end;
    if (thrown instanceof Error && unwrapped == thrown) return;
    assertThat(end).isInstanceOf(FreightException.class);
  }

  private static List<Throwable> throwables() {
    return List.of(
        new IOException("checked"),
        new InterruptedException("by whom?"),
        new IllegalStateException("unchecked"),
        new OutOfMemoryError("unable to create native thread"),
        new StackOverflowError(),
        new NoClassDefFoundError("com/example/Missing"));
  }

  static Stream<Arguments> thrownInBothStyles() {
    return throwables().stream()
        .flatMap(thrown -> Stream.of(CallStyle.values()).map(style -> Arguments.of(thrown, style)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("thrownInBothStyles")
  void aKeySupplierThatThrowsOnARetryEndsTheCall(Throwable thrown, CallStyle style)
      throws Exception {
    server.faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    AtomicInteger asked = new AtomicInteger();
    FreightClient striking =
        client(
            builder()
                .agentKey(
                    () -> {
                      // The price list, the guard and the first attempt get a key, the retry does
                      // not.
                      if (asked.incrementAndGet() == 4) {
                        ForeignCodeFaultsTest.<RuntimeException>sneak(thrown);
                      }
                      return broker.agentKey();
                    }));

    Throwable end = ended(InBackground.begin(() -> style.createLoad(striking, Loads.twoStops())));

    assertThat(asked.get()).as("keys asked for").isGreaterThanOrEqualTo(4);
    assertEndedBy(thrown, end);
    assertThat(ended(InBackground.begin(() -> style.createLoad(striking, Loads.twoStops()))))
        .isNull();
    assertThat(broker.debits()).hasSize(1);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("thrownInBothStyles")
  void aKeySupplierThatThrowsAtOnceEndsTheCallUncharged(Throwable thrown, CallStyle style)
      throws Exception {
    FreightClient client =
        client(
            builder()
                .agentKey(
                    () -> {
                      strike();
                      return broker.agentKey();
                    }));
    client.quote(Operation.CREATE_LOAD, 1);
    arm(thrown);

    Throwable end = ended(InBackground.begin(() -> style.createLoad(client, Loads.twoStops())));

    assertEndedBy(thrown, end);
    if (end instanceof FreightException failure) {
      assertThat(failure.charge()).isEqualTo(Charge.NONE);
    }
    assertThat(ended(InBackground.begin(() -> style.createLoad(client, Loads.twoStops()))))
        .isNull();
  }

  /** Places where the caller's own OkHttpClient runs code of the application. */
  private enum Place {
    LISTENER_FACTORY,
    LISTENER,
    INTERCEPTOR,
    NETWORK_INTERCEPTOR,
    DNS,
    SOCKETS
  }

  private OkHttpClient striking(Place place) {
    OkHttpClient.Builder http = own.newBuilder();
    return switch (place) {
      case LISTENER_FACTORY ->
          http.eventListenerFactory(
                  call -> {
                    strike();
                    return EventListener.NONE;
                  })
              .build();
      case LISTENER ->
          http.eventListenerFactory(
                  call ->
                      new EventListener() {
                        @Override
                        public void callStart(Call started) {
                          strike();
                        }
                      })
              .build();
      case INTERCEPTOR ->
          http.addInterceptor(
                  chain -> {
                    strike();
                    return chain.proceed(chain.request());
                  })
              .build();
      case NETWORK_INTERCEPTOR ->
          http.addNetworkInterceptor(
                  chain -> {
                    strike();
                    return chain.proceed(chain.request());
                  })
              .build();
      case DNS ->
          http.dns(
                  host -> {
                    strike();
                    return Dns.SYSTEM.lookup(host);
                  })
              .build();
      case SOCKETS -> http.socketFactory(new StrikingSockets()).build();
    };
  }

  private final class StrikingSockets extends UnconnectedSockets {
    @Override
    public Socket createSocket() {
      strike();
      return new Socket();
    }
  }

  static Stream<Arguments> places() {
    List<Arguments> all = new ArrayList<>();
    for (Place place : Place.values()) {
      for (Throwable thrown : throwables()) {
        for (CallStyle style : CallStyle.values()) all.add(Arguments.of(place, thrown, style));
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{1} in {0}, {2}")
  @MethodSource("places")
  void whatTheCallersOkHttpThrowsEndsOneCallAndGivesItsPlaceBack(
      Place place, Throwable thrown, CallStyle style) throws Exception {
    TestGuard guard = TestGuard.unlimited(Clock.systemUTC());
    FreightClient client =
        client(
            builder()
                .spendGuard(guard)
                // A look-up needs a name to look up.
                .baseUrl("http://localhost:" + server.port())
                .httpClient(striking(place))
                .retryPolicy(RetryPolicy.none()));
    client.quote(Operation.CREATE_LOAD, 1);
    // The next request must connect again, or look-up and sockets are not asked.
    own.connectionPool().evictAll();
    arm(thrown);

    Throwable end = ended(InBackground.begin(() -> style.createLoad(client, Loads.twoStops())));

    assertEndedBy(thrown, end);
    assertThat(ended(InBackground.begin(() -> style.createLoad(client, Loads.twoStops()))))
        .as("the next call")
        .isNull();
    guard.assertEachEndedOnce();
    assertThat(guard.chargedUsd()).isEqualByComparingTo("0.65");
  }

  @Test
  void interruptsAtAnyMomentEndOneCallAndGiveItsPlaceBack() throws Exception {
    FreightClient client = client(builder().retryPolicy(RetryPolicy.none()));
    broker.credit("200.00");
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    for (int round = 0; round < 400; round++) {
      boolean[] flag = new boolean[1];
      Thread[] caller = new Thread[1];
      CompletableFuture<Throwable> outcome = new CompletableFuture<>();
      caller[0] =
          new Thread(
              () -> {
                Throwable end = catchThrowable(() -> client.getLoadPosition(load));
                flag[0] = Thread.currentThread().isInterrupted();
                outcome.complete(end == null ? NO_FAILURE : end);
              });
      caller[0].setDaemon(true);
      caller[0].start();
      LockSupport.parkNanos((round * 7_919L) % 1_500_000);
      caller[0].interrupt();

      Throwable end = outcome.get(BOUND_SECONDS, TimeUnit.SECONDS);
      if (end != NO_FAILURE) {
        assertThat(end).as("round %d", round).isInstanceOf(FreightException.class);
        assertThat(flag[0]).as("the interrupt flag after round %d", round).isTrue();
      }
    }
    assertThat(ended(InBackground.begin(() -> client.getLoadPosition(load))))
        .as("the last call")
        .isNull();
  }

  @ParameterizedTest
  @EnumSource
  void anInterceptorThatForgetsAnAnswerKeepsNoConnectionAfterTheClose(CallStyle style) {
    FreightClient client =
        client(
            builder()
                .retryPolicy(RetryPolicy.none())
                .interceptor(
                    chain -> {
                      Response forgotten = chain.proceed(chain.request());
                      throw new IOException("HTTP " + forgotten.code());
                    }));
    assertThat(catchThrowable(() -> style.getBalance(client))).isInstanceOf(FreightException.class);
    // What is still open after a test fails it.
    client.close();
  }

  private static final Throwable NO_FAILURE = new IllegalStateException("none");
}
