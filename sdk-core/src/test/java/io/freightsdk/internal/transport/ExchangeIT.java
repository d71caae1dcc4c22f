package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.QuickSockets;
import io.freightsdk.testing.UnconnectedSockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
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
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One request on a real socket: what ends it early, and whose answer it takes. */
class ExchangeIT {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final MockWebServer server = QuickSockets.mockServer();
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
    HttpTransport made =
        new HttpTransport(
            base,
            threads,
            new TransportSettings(Duration.ofSeconds(5), 64, true, TransportSettings.PING_INTERVAL),
            Environments.machine());
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
        .filter(thread -> thread.getName().equals("freight-exchange-watch"))
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
      exchange.judged(true);
      Eventually.until(() -> watchThreads() <= before, () -> watchThreads() + " watch threads");
    }
    stall();
    Exchange.Result late = request(transport).execute(Duration.ofMillis(100));
    assertThat(((WireFailure) late).kind()).isEqualTo(WireFailure.Kind.TIMEOUT);
  }

  @Test
  void theWatchIsRevivedWhateverEndedIt() throws Exception {
    HttpTransport transport = transport(null);
    Thread dead = new Thread(() -> {});
    dead.start();
    dead.join();
    Field looking = ExchangeWatch.class.getDeclaredField("looking");
    looking.setAccessible(true);
    looking.set(transport.wire.watch, dead);
    stall();
    Exchange.Result late = request(transport).execute(Duration.ofMillis(100));
    assertThat(((WireFailure) late).kind()).isEqualTo(WireFailure.Kind.TIMEOUT);
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
    assertThat(exchange.abandon()).isTrue();
    Exchange.Result result = exchange.execute(LONG);
    assertThat(((WireFailure) result).neverSent()).isTrue();
    assertThat(server.getRequestCount()).isZero();
  }

  // --- whose answer it is ---

  private static Exchange creation(HttpTransport transport, HttpUrl url) {
    byte[] body = "{}".getBytes(StandardCharsets.US_ASCII);
    return transport.exchange("POST", url, Headers.of(), body);
  }

  private Exchange creation(HttpTransport transport) {
    return creation(transport, server.url("/v1/agent/loads"));
  }

  private List<Integer> connectionsOf(int requests) throws InterruptedException {
    List<Integer> connections = new ArrayList<>();
    for (int i = 0; i < requests; i++) connections.add(server.takeRequest().getConnectionIndex());
    return connections;
  }

  /** Its connection is free before the answer is judged, and judged while the next one waits. */
  @ParameterizedTest(name = "it was its own request''s: {0}")
  @ValueSource(booleans = {true, false})
  void aCreationWaitsUntilTheAnswerBeforeIsJudged(boolean ours) throws Exception {
    HttpTransport transport = transport(null);
    server.enqueue(answer("first"));
    server.enqueue(answer("fresh"));
    Exchange first = request(transport);
    first.execute(LONG);
    Exchange second = creation(transport);
    CompletableFuture<Exchange.Result> came = InBackground.begin(() -> second.execute(LONG));

    first.judged(ours);

    assertThat(((WireAnswer) CallStyle.join(came)).body().readUtf8()).isEqualTo("fresh");
    assertThat(connectionsOf(2)).isEqualTo(ours ? List.of(0, 0) : List.of(0, 1));
  }

  @Test
  void aCreationDoesNotFollowAnAnswerThatNobodyJudges() throws Exception {
    HttpTransport transport = transport(null);
    server.enqueue(answer("of another request"));
    server.enqueue(answer("fresh"));
    request(transport).execute(LONG);

    assertThat(creation(transport).execute(LONG)).isInstanceOf(WireAnswer.class);
    assertThat(connectionsOf(2)).containsExactly(0, 1);
  }

  /** HTTP/2 names the request of every answer. */
  @Test
  void overHttp2ACreationFollowsAnAnswerThatNobodyJudges() throws Exception {
    List<Protocol> http2 = List.of(Protocol.H2_PRIOR_KNOWLEDGE);
    server.setProtocols(http2);
    OkHttpClient base = new OkHttpClient.Builder().protocols(http2).build();
    HttpTransport transport = transport(base);
    server.enqueue(answer("first"));
    server.enqueue(answer("second"));
    request(transport).execute(LONG);

    assertThat(creation(transport).execute(LONG)).isInstanceOf(WireAnswer.class);
    assertThat(connectionsOf(2)).containsExactly(0, 0);
    base.connectionPool().evictAll();
  }

  /** It may change something all the same. */
  @ParameterizedTest
  @ValueSource(strings = {"POST", "DELETE"})
  void aRequestWithoutABodyThatIsNoReadDoesNotFollowSuchAnAnswer(String method) throws Exception {
    HttpTransport transport = transport(null);
    server.enqueue(answer("of another request"));
    server.enqueue(answer("fresh"));
    request(transport).execute(LONG);

    byte[] body = method.equals("POST") ? new byte[0] : null;
    HttpUrl url = server.url("/v1/agent/notes/7");
    Exchange.Result result = transport.exchange(method, url, Headers.of(), body).execute(LONG);

    assertThat(result).isInstanceOf(WireAnswer.class);
    assertThat(connectionsOf(2)).containsExactly(0, 1);
  }

  @Test
  void aCreationThatIsInterruptedWhileItWaitsForThatIsNeverSent() {
    HttpTransport transport = transport(null);
    server.enqueue(answer("of another request"));
    request(transport).execute(LONG);
    Thread.currentThread().interrupt();

    Exchange.Result result = creation(transport).execute(LONG);

    assertThat(Thread.interrupted()).as("the interrupt flag").isTrue();
    assertThat(((WireFailure) result).neverSent()).isTrue();
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  @Test
  void aConnectionWhoseAnswerWasNotOursIsNotUsedAgain() throws Exception {
    HttpTransport transport = transport(null);
    server.enqueue(answer("of another request"));
    server.enqueue(answer("fresh"));
    Exchange first = request(transport);
    first.execute(LONG);
    first.judged(false);

    assertThat(request(transport).execute(LONG)).isInstanceOf(WireAnswer.class);
    assertThat(connectionsOf(2)).containsExactly(0, 1);
  }

  /** It has arrived, and nobody has read it. */
  @ParameterizedTest(name = "the caller''s sockets: {0}")
  @ValueSource(booleans = {false, true})
  void aSecondAnswerThatWaitsIsNotThatOfTheNextCreation(boolean ownSockets) throws Exception {
    List<Socket> used = new CopyOnWriteArrayList<>();
    EventListener listener =
        new EventListener() {
          @Override
          public void connectionAcquired(Call call, Connection connection) {
            used.add(connection.socket());
          }
        };
    OkHttpClient.Builder http = new OkHttpClient.Builder().eventListener(listener);
    if (ownSockets) http.socketFactory(new PlainSockets());
    OkHttpClient base = http.build();
    try (TwoAnswers twice = new TwoAnswers(null, true)) {
      HttpTransport transport = transport(base);
      HttpUrl url = HttpUrl.get(twice.url() + "/v1/agent/loads");
      Exchange first = creation(transport, url);
      first.execute(LONG);
      first.judged(true);
      twice.sayTheSecond();
      InputStream in = used.get(0).getInputStream();
      Eventually.until(() -> waits(in), () -> "nothing arrived");

      Exchange.Result second = creation(transport, url).execute(LONG);

      assertThat(((WireAnswer) second).body().readUtf8()).isEqualTo("fresh");
    }
    base.connectionPool().evictAll();
  }

  private static final class PlainSockets extends UnconnectedSockets {
    @Override
    public Socket createSocket() {
      return new Socket();
    }
  }

  private static boolean waits(InputStream in) {
    try {
      return in.available() > 0;
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }

  /** The server said more than it was asked for: what it said is kept for the next request. */
  @ParameterizedTest(name = "TLS: {0}")
  @ValueSource(booleans = {false, true})
  void anAnswerThatWasThereBeforeItsRequestIsRefused(boolean tls) throws Exception {
    HeldCertificate certificate =
        new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();
    OkHttpClient base = null;
    if (tls) {
      HandshakeCertificates client =
          new HandshakeCertificates.Builder()
              .addTrustedCertificate(certificate.certificate())
              .build();
      base =
          new OkHttpClient.Builder()
              .sslSocketFactory(client.sslSocketFactory(), client.trustManager())
              .build();
    }
    try (TwoAnswers twice = new TwoAnswers(tls ? certificate : null, false)) {
      HttpTransport transport = transport(base);
      HttpUrl url = HttpUrl.get(twice.url() + "/v1/agent/balance");
      List<String> taken = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Exchange exchange = transport.exchange("GET", url, Headers.of(), null);
        Exchange.Result result = exchange.execute(LONG);
        exchange.judged(true);
        if (result instanceof WireAnswer answer) taken.add(answer.body().readUtf8());
      }
      assertThat(taken).isNotEmpty().doesNotContain("stale");
    }
    if (base != null) base.connectionPool().evictAll();
  }
}
