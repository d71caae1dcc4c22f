package io.freightsdk.ending;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ShortTimeouts;
import io.freightsdk.testing.UnconnectedSockets;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A paid read that hangs on real sockets. Its caller returns immediately with the right charge, on
 * any thread and for each way to end a call. The request hangs until the test ends.
 */
class HangingRequestsIT {
  /** Where the request hangs. */
  enum Hang {
    NAME(Charge.NONE),
    CONNECT(Charge.NONE),
    TLS_HANDSHAKE(Charge.NONE),
    ANSWER(Charge.UNKNOWN),
    BODY(Charge.UNKNOWN);

    private final Charge charge;

    Hang(Charge charge) {
      this.charge = charge;
    }
  }

  enum Caller {
    PLATFORM_THREAD,
    VIRTUAL_THREAD,
    FUTURE
  }

  enum Ending {
    TIME_LIMIT,
    INTERRUPT,
    CLOSE
  }

  /** Longer than a test waits for the end of a call. */
  private static final Duration NEVER = Duration.ofMinutes(10);

  private static final boolean HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;

  /** A server socket, and the sockets that fill its backlog. */
  private static final List<Closeable> QUEUED = new ArrayList<>();

  @AfterAll
  static void closeQueue() throws IOException {
    for (Closeable each : QUEUED) each.close();
  }

  private final CountDownLatch over = new CountDownLatch(1);

  /** One permit for each request that hangs. */
  private final Semaphore hanging = new Semaphore(0);

  private final List<AutoCloseable> opened = new CopyOnWriteArrayList<>();

  @AfterEach
  void release() throws Exception {
    over.countDown();
    for (AutoCloseable each : opened) each.close();
  }

  static Stream<Arguments> cases() {
    List<Arguments> all = new ArrayList<>();
    for (Hang hang : Hang.values()) {
      for (Caller caller : Caller.values()) {
        for (Ending ending : Ending.values()) {
          boolean possible =
              (caller != Caller.VIRTUAL_THREAD || HAS_VIRTUAL_THREADS)
                  && (caller != Caller.FUTURE || ending != Ending.INTERRUPT);
          if (possible) all.add(Arguments.of(hang, caller, ending));
        }
      }
    }
    return all.stream();
  }

  private record Ended(@Nullable FreightException failure, boolean interruptFlag) {}

  @ParameterizedTest(name = "{0}, {1}, {2}")
  @MethodSource("cases")
  void callEndsImmediatelyWithItsCharge(Hang hang, Caller caller, Ending ending) throws Exception {
    FreightClient.Builder builder = builderHangingAt(hang);
    if (ending == Ending.TIME_LIMIT) {
      checkWithShortTimes(
          limit -> {
            FreightClient client = closedLater(builder.attemptTimeout(limit).build());
            Ended ended = CallStyle.join(started(client, caller, new Thread[1]));
            assertEnded(ended, FreightTimeoutException.class, hang, false);
          });
      return;
    }
    FreightClient client = closedLater(builder.attemptTimeout(NEVER).callTimeout(NEVER).build());
    Thread[] thread = new Thread[1];
    CompletableFuture<Ended> call = started(client, caller, thread);
    assertThat(hanging.tryAcquire(60, TimeUnit.SECONDS)).as("it hangs").isTrue();

    if (ending == Ending.CLOSE) {
      client.close();
    } else {
      thread[0].interrupt();
    }

    boolean interrupted = ending == Ending.INTERRUPT;
    assertEnded(CallStyle.join(call), FreightCancelledException.class, hang, interrupted);
  }

  /**
   * The deadline and the reservation end at the same time, which is no suspension of the machine.
   */
  @ParameterizedTest
  @EnumSource(names = {"NAME", "CONNECT", "TLS_HANDSHAKE"})
  void deadlineBeforeTheRequestIsReportedAsADeadline(Hang hang) throws Exception {
    List<CallEvent> events = new CopyOnWriteArrayList<>();
    FreightClient.Builder builder =
        builderHangingAt(hang).attemptTimeout(NEVER).listener(events::add);
    checkWithShortTimes(
        limit -> {
          events.clear();
          FreightClient client = closedLater(builder.callTimeout(limit).build());
          Ended ended = CallStyle.join(started(client, Caller.PLATFORM_THREAD, new Thread[1]));
          assertEnded(ended, FreightTimeoutException.class, hang, false);
          assertThat(ended.failure()).hasMessageContaining("time left before the deadline");
          assertThat(events).filteredOn(CallEvent.AttemptEnded.class::isInstance).hasSize(1);
        });
  }

  /** Short times come first, because there are many cases. */
  private static void checkWithShortTimes(Consumer<Duration> whatHolds) {
    try {
      whatHolds.accept(Duration.ofMillis(60));
    } catch (AssertionError | RuntimeException mayBeBusy) {
      ShortTimeouts.check(whatHolds);
    }
  }

  private static void assertEnded(
      Ended ended, Class<? extends FreightException> type, Hang hang, boolean interruptFlag) {
    assertThat(ended.failure()).isInstanceOf(type);
    assertThat(ended.failure().charge()).isEqualTo(hang.charge);
    assertThat(ended.interruptFlag()).as("the interrupt flag").isEqualTo(interruptFlag);
  }

  private static CompletableFuture<Ended> started(
      FreightClient client, Caller caller, Thread[] thread) {
    CompletableFuture<Ended> ended = new CompletableFuture<>();
    CallStyle style = caller == Caller.FUTURE ? CallStyle.FUTURE : CallStyle.BLOCKING;
    Runnable call =
        () -> {
          FreightException failure =
              catchThrowableOfType(
                  FreightException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));
          ended.complete(new Ended(failure, Thread.currentThread().isInterrupted()));
        };
    if (caller == Caller.VIRTUAL_THREAD) {
      thread[0] = virtualThread(call);
    } else {
      thread[0] = new Thread(call, "caller");
      thread[0].setDaemon(true);
      thread[0].start();
    }
    return ended;
  }

  /** The tests are compiled for Java 17, which cannot name the method. */
  private static Thread virtualThread(Runnable task) {
    try {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  // --- hanging requests ---

  private FreightClient.Builder builderHangingAt(Hang hang) throws IOException {
    return switch (hang) {
      case NAME -> builder("https://name-that-hangs.example", http().dns(host -> hangInLookup()));
      case CONNECT -> builder(fullBacklog(), http().socketFactory(new Connecting()));
      case TLS_HANDSHAKE -> builder(server("https", ""), http());
      case ANSWER -> builder(server("http", ""), http());
      case BODY -> builder(server("http", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), http());
    };
  }

  private static OkHttpClient.Builder http() {
    return new OkHttpClient.Builder();
  }

  private FreightClient.Builder builder(String url, OkHttpClient.Builder http) {
    OkHttpClient made = http.build();
    opened.add(() -> made.connectionPool().evictAll());
    FreightClient.Builder builder =
        FreightClient.builder()
            .baseUrl(url)
            .agentKey("agentkey-0123456789abcdef")
            .httpClient(made)
            .retryPolicy(RetryPolicy.none());
    return TestBuilders.withPrices(builder, FixedPrices.none());
  }

  private FreightClient closedLater(FreightClient client) {
    opened.add(client);
    return client;
  }

  /** Ignores interrupts, as the lookup of the system does. */
  private List<InetAddress> hangInLookup() {
    hanging.release();
    while (over.getCount() > 0) {
      try {
        over.await();
      } catch (InterruptedException unnoticed) {
        // The lookup continues.
      }
    }
    return List.of(InetAddress.getLoopbackAddress());
  }

  /**
   * A server socket that accepts no connection and whose queue is full, so that a connect hangs.
   * All tests share one, because filling the queue takes a while.
   */
  private static String fullBacklog() throws IOException {
    if (!QUEUED.isEmpty()) return url("http", (ServerSocket) QUEUED.get(0));
    ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    QUEUED.add(listener);
    while (true) {
      Socket waiting = new Socket();
      QUEUED.add(waiting);
      try {
        waiting.connect(listener.getLocalSocketAddress(), 300);
      } catch (SocketTimeoutException full) {
        return url("http", listener);
      }
    }
  }

  private final class Connecting extends UnconnectedSockets {
    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
          hanging.release();
          super.connect(endpoint, timeout);
        }
      };
    }
  }

  /** Starts a server that responds with this to the first bytes of each connection. */
  private String server(String scheme, String response) throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    opened.add(listener);
    Thread thread = new Thread(() -> serve(listener, response), "silent-server");
    thread.setDaemon(true);
    thread.start();
    return url(scheme, listener);
  }

  private void serve(ServerSocket listener, String response) {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        opened.add(socket);
        byte[] first = new byte[8192];
        int ignored = socket.getInputStream().read(first);
        socket.getOutputStream().write(response.getBytes(US_ASCII));
        hanging.release();
      } catch (IOException closed) {
        // The test has ended, or the client has disconnected.
      }
    }
  }

  private static String url(String scheme, ServerSocket listener) {
    int port = ((InetSocketAddress) listener.getLocalSocketAddress()).getPort();
    return scheme + "://127.0.0.1:" + port;
  }
}
