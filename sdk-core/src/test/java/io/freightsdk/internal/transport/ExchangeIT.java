package io.freightsdk.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.QuickSockets;
import io.freightsdk.testing.TestThreads;
import io.freightsdk.testing.UnconnectedSockets;
import io.freightsdk.testing.VirtualWorld;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One request on a real socket: what ends it early, and which connection carries it. */
class ExchangeIT {
  /** Longer than a test waits for the end of an exchange. */
  private static final Duration LONG = Duration.ofMinutes(10);

  private static final String WATCH = "freight-exchange-watch";

  private final MockWebServer server = QuickSockets.mockServer();
  private final VirtualWorld world = new VirtualWorld();
  private final Threads threads = DaemonThreads.pool("freight-client");
  private @Nullable HttpTransport transport;

  @BeforeEach
  void start() throws IOException {
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void stop() {
    if (transport != null) transport.close();
    threads.shutdown();
    server.close();
  }

  private HttpTransport transport(@Nullable OkHttpClient base) {
    return transport(base, threads);
  }

  private HttpTransport transport(@Nullable OkHttpClient base, Threads threads) {
    HttpTransport made =
        new HttpTransport(
            base,
            threads,
            new TransportSettings(Duration.ofSeconds(5), 64, true, TransportSettings.PING_INTERVAL),
            world.environment());
    transport = made;
    return made;
  }

  private Exchange request(HttpTransport transport) {
    return transport.exchange("GET", server.url("/v1/agent/balance"), Headers.of(), null);
  }

  private static MockResponse answer(String body) {
    return new MockResponse.Builder().code(200).body(body).build();
  }

  private void stall() {
    server.enqueue(new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());
  }

  private void untilArrived(int requests) {
    Eventually.until(
        () -> server.getRequestCount() == requests, () -> server.getRequestCount() + " arrived");
  }

  private static long watchThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(WATCH))
        .count();
  }

  private record Ended(Exchange.Result result, boolean flag) {}

  private static CompletableFuture<Ended> started(Thread[] thread, Exchange exchange) {
    CompletableFuture<Ended> ended = new CompletableFuture<>();
    thread[0] =
        new Thread(
            () -> {
              Exchange.Result result = exchange.execute(LONG);
              ended.complete(new Ended(result, Thread.currentThread().isInterrupted()));
            });
    thread[0].setDaemon(true);
    thread[0].start();
    return ended;
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "H2_PRIOR_KNOWLEDGE"})
  void anEmptyBodySaysThatItIsEmptyAndHasNoType(Protocol protocol) throws Exception {
    server.setProtocols(List.of(protocol));
    server.enqueue(answer("done"));
    OkHttpClient base = new OkHttpClient.Builder().protocols(List.of(protocol)).build();

    HttpUrl url = server.url("/v1/agent/notes");
    Exchange.Result result =
        transport(base).exchange("PUT", url, Headers.of(), new byte[0]).execute(LONG);

    assertThat(result).isInstanceOf(WireAnswer.class);
    RecordedRequest request = server.takeRequest();
    assertThat(request.getHeaders().get("Content-Length")).isEqualTo("0");
    assertThat(request.getHeaders().get("Content-Type")).isNull();
    base.connectionPool().evictAll();
  }

  /** A thread that reads a socket does not notice an interrupt by itself. */
  @ParameterizedTest(name = "while the body is read: {0}")
  @ValueSource(booleans = {false, true})
  void anInterruptDuringTheReadEndsItAndKeepsTheFlag(boolean inBody) {
    if (inBody) {
      server.enqueue(
          new MockResponse.Builder()
              .body("x".repeat(10_000))
              .onResponseBody(SocketEffect.Stall.INSTANCE)
              .build());
    } else {
      stall();
    }
    Thread[] thread = new Thread[1];
    CompletableFuture<Ended> ended = started(thread, request(transport(null)));
    untilArrived(1);

    thread[0].interrupt();

    Ended seen = CallStyle.join(ended);
    assertThat(seen.flag()).as("the interrupt flag").isTrue();
    assertThat(seen.result()).isInstanceOf(WireFailure.class);
    assertThat(((WireFailure) seen.result()).neverSent()).isFalse();
  }

  @Test
  void aThreadThatIsInterruptedBeforeSendsNothingTwice() {
    server.enqueue(answer("{}"));
    Thread.currentThread().interrupt();
    Exchange.Result result = request(transport(null)).execute(LONG);
    assertThat(Thread.interrupted()).as("the interrupt flag").isTrue();
    if (result instanceof WireFailure) assertThat(server.getRequestCount()).isLessThanOrEqualTo(1);
  }

  /** It is asked when the connection is made, which may have taken long. */
  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "H2_PRIOR_KNOWLEDGE"})
  void aRequestWhoseTimeIsOverWhenItIsConnectedIsNotSent(Protocol protocol) {
    server.setProtocols(List.of(protocol));
    OkHttpClient base = new OkHttpClient.Builder().protocols(List.of(protocol)).build();
    AtomicInteger asked = new AtomicInteger();
    HttpUrl url = server.url("/v1/agent/loads");

    Exchange.Result result =
        transport(base)
            .exchange("POST", url, Headers.of(), "{}".getBytes(StandardCharsets.UTF_8))
            .onlyIf(() -> asked.incrementAndGet() == 0)
            .execute(LONG);

    assertThat(((WireFailure) result).neverSent()).isTrue();
    assertThat(asked).hasValue(1);
    assertThat(server.getRequestCount()).isZero();
    base.connectionPool().evictAll();
  }

  private static Request newRequestLike(Request request) {
    return new Request.Builder().url(request.url()).post(RequestBody.create(new byte[1])).build();
  }

  private static Response answer(Request request) {
    return new Response.Builder()
        .request(request)
        .protocol(Protocol.HTTP_1_1)
        .code(201)
        .message("said by an interceptor")
        .body(ResponseBody.create(new byte[0], null))
        .build();
  }

  /** The watch looks every 50 ms; shorter times wake it. */
  @Test
  void timesShorterThanTheWatchsPeriodAreKept() {
    HttpTransport transport = transport(null);
    for (int i = 0; i < 40; i++) {
      stall();
      Exchange.Result result = request(transport).execute(Duration.ofMillis(1 + i % 7));
      assertThat(((WireFailure) result).kind()).isEqualTo(WireFailure.Kind.TIMEOUT);
    }
  }

  @Test
  void theWatchEndsWhenNothingIsOnTheWireAndStartsAgain() {
    HttpTransport transport = transport(null);
    long before = watchThreads();
    for (int round = 0; round < 2; round++) {
      server.enqueue(answer("{}"));
      Exchange exchange = request(transport);
      assertThat(exchange.execute(LONG)).isInstanceOf(WireAnswer.class);
      Eventually.until(() -> watchThreads() <= before, () -> watchThreads() + " watch threads");
    }
    stall();
    Exchange.Result late = request(transport).execute(Duration.ofMillis(100));
    assertThat(((WireFailure) late).kind()).isEqualTo(WireFailure.Kind.TIMEOUT);
  }

  /** Threads of which the first one of the watch ends before it has looked at anything. */
  private final class FirstWatchDies extends TestThreads {
    private final List<Thread> watches = new CopyOnWriteArrayList<>();

    @Override
    public void execute(Runnable task) {
      threads.execute(task);
    }

    @Override
    public Thread start(String name, Runnable task) {
      if (!name.equals(WATCH)) return threads.start(name, task);
      Thread watch = threads.start(name, watches.isEmpty() ? () -> {} : task);
      watches.add(watch);
      return watch;
    }
  }

  @Test
  void theWatchIsRevivedWhateverEndedIt() throws Exception {
    FirstWatchDies dying = new FirstWatchDies();
    HttpTransport transport = transport(null, dying);
    server.enqueue(answer("{}"));
    assertThat(request(transport).execute(LONG)).isInstanceOf(WireAnswer.class);
    dying.watches.get(0).join();
    stall();
    Exchange.Result late = request(transport).execute(Duration.ofMillis(100));
    assertThat(((WireFailure) late).kind()).isEqualTo(WireFailure.Kind.TIMEOUT);
    assertThat(dying.watches).hasSize(2);
  }

  /** A log that has no memory left must not cost every later call its time limit. */
  @Test
  void theWatchSurvivesWhateverIsThrownInIt() {
    EventListener throwing =
        new EventListener() {
          @Override
          public void canceled(Call call) {
            throw new IllegalStateException("of the application");
          }
        };
    AtomicInteger lines = new AtomicInteger();
    Handler broken =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.incrementAndGet();
            throw new OutOfMemoryError("of the log");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    OkHttpClient base = new OkHttpClient.Builder().eventListener(throwing).build();
    Logger log = Logger.getLogger("io.freightsdk.http");
    log.addHandler(broken);
    try {
      HttpTransport transport = transport(base);
      for (int i = 0; i < 3; i++) {
        stall();
        Exchange exchange = request(transport);
        Exchange.Result late =
            CallStyle.join(InBackground.begin(() -> exchange.execute(Duration.ofMillis(60))));
        assertThat(((WireFailure) late).kind()).isEqualTo(WireFailure.Kind.TIMEOUT);
        // It is cancelled beside this thread, and logged there.
        int cancelled = i + 1;
        Eventually.until(() -> lines.get() >= cancelled, () -> lines + " lines");
      }
    } finally {
      log.removeHandler(broken);
      base.connectionPool().evictAll();
    }
  }

  @Test
  void anExchangeThatIsGivenUpBeforeItStartsIsNeverSent() {
    Exchange exchange = request(transport(null));
    assertThat(exchange.cancel()).isTrue();
    Exchange.Result result = exchange.execute(LONG);
    assertThat(((WireFailure) result).neverSent()).isTrue();
    assertThat(server.getRequestCount()).isZero();
  }

  // --- an answer that nobody asked for ---

  private static final class RecordedSockets extends UnconnectedSockets {
    private final List<Socket> made = new CopyOnWriteArrayList<>();

    @Override
    public Socket createSocket() {
      Socket socket = new Socket();
      made.add(socket);
      return socket;
    }

    boolean hasUnread() {
      try {
        return made.get(0).getInputStream().available() > 0;
      } catch (IOException closed) {
        throw new UncheckedIOException(closed);
      }
    }
  }

  /** A proxy may answer twice: the connection with its second answer is not used again. */
  @ParameterizedTest(name = "{0} over TLS: {1}, after {2} idle seconds, an answer waits: {3}")
  @CsvSource({
    "GET, false, 0, true",
    "POST, false, 0, true",
    "POST, true, 0, true",
    "GET, true, 5, true",
    "POST, true, 5, true",
    "GET, false, 5, false",
    "POST, false, 0, false",
    "POST, true, 0, false",
    "GET, true, 5, false"
  })
  void aConnectionIsUsedAgainUnlessAnAnswerWaitsOnIt(
      String method, boolean tls, int idleSeconds, boolean waits) throws Exception {
    HeldCertificate certificate =
        new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();
    HandshakeCertificates trust =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(certificate.certificate())
            .build();
    RecordedSockets sockets = new RecordedSockets();
    OkHttpClient base =
        new OkHttpClient.Builder()
            .socketFactory(sockets)
            .sslSocketFactory(trust.sslSocketFactory(), trust.trustManager())
            .build();
    try (TwoAnswers twice = new TwoAnswers(tls ? certificate : null)) {
      HttpTransport transport = transport(base);
      HttpUrl url = HttpUrl.get(twice.url() + "/v1/agent/loads");
      byte[] body = method.equals("POST") ? "{}".getBytes(StandardCharsets.US_ASCII) : null;
      transport.exchange(method, url, Headers.of(), body).execute(LONG);
      if (waits) {
        twice.sayTheSecond();
        Eventually.until(sockets::hasUnread, () -> "nothing arrived");
      }
      world.advance(Duration.ofSeconds(idleSeconds));

      Exchange.Result second = transport.exchange(method, url, Headers.of(), body).execute(LONG);

      assertThat(((WireAnswer) second).body().readUtf8()).isEqualTo("fresh");
      assertThat(sockets.made).as("connections").hasSize(waits ? 2 : 1);
      assertThat(sockets.made.get(0).isClosed()).as("the first is closed").isEqualTo(waits);
    }
    base.connectionPool().evictAll();
  }

  /** Says a second answer to the first request of a connection, when it is told to. */
  private static final class TwoAnswers implements AutoCloseable {
    private static final String STALE = answer("stale");

    private final ServerSocket listener;
    private final boolean tls;
    private final CompletableFuture<OutputStream> first = new CompletableFuture<>();

    /** Over TLS with this certificate; null for plain HTTP. */
    TwoAnswers(@Nullable HeldCertificate certificate) throws IOException {
      this.tls = certificate != null;
      InetAddress here = InetAddress.getLoopbackAddress();
      listener =
          certificate == null
              ? new ServerSocket(0, 50, here)
              : new HandshakeCertificates.Builder()
                  .heldCertificate(certificate)
                  .build()
                  .sslContext()
                  .getServerSocketFactory()
                  .createServerSocket(0, 50, here);
      start(this::accept);
    }

    String url() {
      return (tls ? "https" : "http") + "://localhost:" + listener.getLocalPort();
    }

    /** Says the second answer over the first connection. */
    void sayTheSecond() throws IOException {
      say(first.join(), STALE);
    }

    private static void say(OutputStream out, String answers) throws IOException {
      out.write(answers.getBytes(US_ASCII));
      out.flush();
    }

    private static void start(Runnable work) {
      Thread thread = new Thread(work, "two-answers");
      thread.setDaemon(true);
      thread.start();
    }

    private void accept() {
      while (!listener.isClosed()) {
        try {
          Socket socket = listener.accept();
          start(() -> serve(socket));
        } catch (IOException over) {
          return;
        }
      }
    }

    private void serve(Socket socket) {
      try (socket;
          BufferedReader in =
              new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
        OutputStream out = socket.getOutputStream();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          if (!line.isEmpty()) continue;
          say(out, answer("fresh"));
          first.complete(out);
        }
      } catch (IOException over) {
        // The client went.
      }
    }

    private static String answer(String body) {
      return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }
}
