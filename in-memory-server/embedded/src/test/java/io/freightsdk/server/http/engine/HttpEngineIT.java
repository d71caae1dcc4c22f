package io.freightsdk.server.http.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.ServerThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class HttpEngineIT {
  private static final long TENTH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final Response OK = Response.of(200, "text/plain", new byte[0]);
  private static final byte[] LARGE = new byte[50_000_000];

  private final List<Socket> sockets = new ArrayList<>();
  private HttpEngine engine;

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) socket.close();
    engine.stop();
  }

  private void start(ThreadFactory threads, HttpEngine.Handler handler) {
    engine =
        HttpEngine.bind(
            "127.0.0.1", 0, new HttpEngine.Making(threads, TENTH_NANOS, MINUTE_NANOS, 100));
    engine.serve(handler, () -> "now");
  }

  private Socket ask(String path) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), engine.port());
    sockets.add(socket);
    socket.setSoTimeout(60_000);
    byte[] request =
        ("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    try {
      socket.getOutputStream().write(request);
    } catch (SocketException closedAsItCame) {
      // Whoever reads finds the end.
    }
    return socket;
  }

  /** Empty for a connection that was closed; one with a request in it is reset. */
  private static String answer(Socket socket) throws IOException {
    try {
      return new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII);
    } catch (SocketException reset) {
      return "";
    }
  }

  @Test
  void aThreadThatCannotBeMadeCostsOneConnectionAndNoMore() throws IOException {
    AtomicInteger made = new AtomicInteger();
    start(
        work -> {
          if (made.getAndIncrement() < 2) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          return new Thread(work);
        },
        request -> OK);

    assertThat(answer(ask("/"))).isEmpty();
    assertThat(answer(ask("/"))).isEmpty();
    assertThat(answer(ask("/"))).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void aHandlerThatThrowsAnErrorCostsItsConnectionAndNoMore() throws IOException {
    start(
        Thread::new,
        request -> {
          if (request.rawPath().equals("/bad")) throw new StackOverflowError();
          return OK;
        });

    assertThat(answer(ask("/bad"))).isEmpty();
    assertThat(answer(ask("/"))).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void aClientThatTakesNothingGivesItsPlaceBack() throws Exception {
    CountDownLatch served = new CountDownLatch(1);
    engine =
        HttpEngine.bind(
            "127.0.0.1", 0, new HttpEngine.Making(Thread::new, TENTH_NANOS, MINUTE_NANOS, 1));
    engine.serve(
        request -> {
          if (!request.rawPath().equals("/large")) return OK;
          served.countDown();
          return Response.of(200, "text/plain", LARGE);
        },
        () -> "now");
    ask("/large");
    assertThat(served.await(60, TimeUnit.SECONDS)).isTrue();

    String answered = "";
    while (answered.isEmpty()) answered = answer(ask("/"));

    assertThat(answered).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void aConnectionThatWaitsForNothingMakesRoom() throws IOException {
    engine =
        HttpEngine.bind(
            "127.0.0.1", 0, new HttpEngine.Making(Thread::new, TENTH_NANOS, MINUTE_NANOS, 1));
    engine.serve(request -> OK, () -> "now");
    Socket idle = ask("/");
    assertThat(answer(idle)).isEqualTo("HTTP/1.1 200 OK");

    // Until its thread has seen that the first answer is out, the connection counts as served.
    String answered = "";
    while (answered.isEmpty()) answered = answer(ask("/"));

    assertThat(answered).isEqualTo("HTTP/1.1 200 OK");
    assertThat(idle.getInputStream().readAllBytes()).endsWith('\r', '\n', '\r', '\n');
  }

  @Test
  void aConnectionThatIsServedMakesNoRoom() throws Exception {
    CountDownLatch serving = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    engine =
        HttpEngine.bind(
            "127.0.0.1", 0, new HttpEngine.Making(Thread::new, TENTH_NANOS, MINUTE_NANOS, 1));
    engine.serve(
        request -> {
          serving.countDown();
          try {
            done.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return OK;
        },
        () -> "now");
    Socket served = ask("/");
    assertThat(serving.await(60, TimeUnit.SECONDS)).isTrue();

    assertThat(answer(ask("/"))).isEmpty();

    done.countDown();
    assertThat(answer(served)).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void theEndComesWhateverClientsDo() throws Exception {
    CountDownLatch writing = new CountDownLatch(20);
    engine =
        HttpEngine.bind(
            "127.0.0.1",
            0,
            new HttpEngine.Making(Thread::new, TimeUnit.HOURS.toNanos(1), MINUTE_NANOS, 100));
    engine.serve(
        request -> {
          writing.countDown();
          return Response.of(200, "text/plain", LARGE);
        },
        () -> "now");
    for (int i = 0; i < 20; i++) ask("/");
    assertThat(writing.await(60, TimeUnit.SECONDS)).isTrue();

    engine.stop();

    ServerThreads.awaitEnd(engine.port());
  }

  @Test
  void aHandlerCanTellThatItsClientHasGone() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch noticed = new CountDownLatch(1);
    start(
        Thread::new,
        request -> {
          while (!request.isAbandoned()) asked.countDown();
          noticed.countDown();
          return OK;
        });
    Socket socket = ask("/");
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

    socket.close();

    assertThat(noticed.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private Socket sendHalfAHead() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), engine.port());
    sockets.add(socket);
    socket.setSoTimeout(60_000);
    byte[] half = "GET / HTTP/1.1\r\nHost: x\r\nX: ".getBytes(StandardCharsets.US_ASCII);
    try {
      socket.getOutputStream().write(half);
    } catch (SocketException closedAsItCame) {
      // It made room for another.
    }
    return socket;
  }

  @Test
  void halfSentHeadsLockNobodyOut() throws IOException {
    engine =
        HttpEngine.bind("127.0.0.1", 0, new HttpEngine.Making(null, TENTH_NANOS, MINUTE_NANOS, 8));
    engine.serve(request -> OK, () -> "now");
    for (int i = 0; i < 40; i++) sendHalfAHead();

    for (int i = 0; i < 8; i++) assertThat(answer(ask("/"))).isEqualTo("HTTP/1.1 200 OK");
  }

  /** Seven of ten bytes that are announced. */
  private Socket sendHalfABody() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), engine.port());
    sockets.add(socket);
    socket.setSoTimeout(60_000);
    byte[] half =
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{\"a\":\"b"
            .getBytes(StandardCharsets.US_ASCII);
    try {
      socket.getOutputStream().write(half);
    } catch (SocketException closedAsItCame) {
      // It made room for another.
    }
    return socket;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void halfSentBodiesLockNobodyOut(boolean isRead) throws IOException {
    engine =
        HttpEngine.bind("127.0.0.1", 0, new HttpEngine.Making(null, TENTH_NANOS, MINUTE_NANOS, 8));
    engine.serve(
        request -> {
          if (isRead) request.body().readAllBytes();
          return OK;
        },
        () -> "now");
    for (int i = 0; i < 40; i++) sendHalfABody();

    for (int i = 0; i < 8; i++) assertThat(answer(ask("/"))).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void whoSentItsWholeBodyIsServed() throws Exception {
    CountDownLatch serving = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    engine =
        HttpEngine.bind(
            "127.0.0.1", 0, new HttpEngine.Making(Thread::new, TENTH_NANOS, MINUTE_NANOS, 1));
    engine.serve(
        request -> {
          request.body().readAllBytes();
          serving.countDown();
          try {
            done.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return OK;
        },
        () -> "now");
    Socket served = sendHalfABody();
    served.getOutputStream().write("c\"}".getBytes(StandardCharsets.US_ASCII));
    assertThat(serving.await(60, TimeUnit.SECONDS)).isTrue();

    assertThat(answer(ask("/"))).isEmpty();

    done.countDown();
    assertThat(answer(served)).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void aBodyThatNobodyReadsHasTheTimeOfAHead() throws IOException {
    engine =
        HttpEngine.bind("127.0.0.1", 0, new HttpEngine.Making(null, TENTH_NANOS, TENTH_NANOS, 8));
    engine.serve(request -> OK, () -> "now");

    assertThat(answer(sendHalfABody())).isEmpty();
    assertThat(answer(ask("/"))).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void aHeadHasItsTime() throws IOException {
    engine =
        HttpEngine.bind("127.0.0.1", 0, new HttpEngine.Making(null, TENTH_NANOS, TENTH_NANOS, 8));
    engine.serve(request -> OK, () -> "now");

    assertThat(sendHalfAHead().getInputStream().readAllBytes()).isEmpty();
    assertThat(answer(ask("/"))).isEqualTo("HTTP/1.1 200 OK");
  }
}
