package io.freightsdk.server.http.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine without routes: framing, errors, idle connections and timeouts. */
@Timeout(180)
class HttpEngineIT {
  private static final Response OK = Response.of(200, "text/plain", new byte[0]);
  private static final byte[] LARGE = new byte[50_000_000];
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})");
  private static final String NEXT = "GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

  private static final Map<String, String> SHORTHAND =
      Map.of(
          "{get}", "GET / HTTP/1.1\r\nHost: x\r\n",
          "{post}", "POST / HTTP/1.1\r\nHost: x\r\n",
          "{chunked}", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
          "~", "\r\n",
          "<CR>", "\r",
          "<LF>", "\n",
          "<TAB>", "\t",
          "<NUL>", "\0",
          "<BEL>", "\7",
          "<VT>", "\13");

  /**
   * Raw requests and their results by RFC 9112: served, refused (with a status if the row has one),
   * or either. A valid request follows each on the same connection, which must not be served if the
   * framing of the first is wrong.
   */
  private static final String FRAMING =
      """
      2.1   | serve  | plain GET                           | {get}~
      2.2   | either | LF alone ends lines                 | GET / HTTP/1.1<LF>Host: x<LF><LF>
      2.2   | serve  | empty line before the request line  | ~{get}~
      2.2   | refuse | CR within the request line          | GET /<CR> HTTP/1.1~Host: x~~
      2.3   | 505    | version HTTP/2.0                    | GET / HTTP/2.0~Host: x~~
      2.3   | refuse | version http/1.1                    | GET / http/1.1~Host: x~~
      2.3   | refuse | version HTTP/1.10                   | GET / HTTP/1.10~Host: x~~
      2.3   | refuse | no version                          | GET /~Host: x~~
      2.3   | 400    | no request                          | nonsense~~
      2.3   | refuse | version HTTP/11                     | GET / HTTP/11~Host: x~~
      3     | either | two blanks                          | GET  / HTTP/1.1~Host: x~~
      3     | either | tab for a blank                     | GET<TAB>/<TAB>HTTP/1.1~Host: x~~
      3     | 400    | blank in the target                 | GET /a b HTTP/1.1~Host: x~~
      3     | either | blank after the version             | GET / HTTP/1.1 ~Host: x~~
      3     | either | blank before the method             |  GET / HTTP/1.1~Host: x~~
      3.1   | refuse | no method                           | / HTTP/1.1~Host: x~~
      3.2   | refuse | no target                           | GET HTTP/1.1~Host: x~~
      3.2   | refuse | target without a slash              | GET nothing HTTP/1.1~Host: x~~
      3.2   | refuse | target with a NUL                   | GET /<NUL> HTTP/1.1~Host: x~~
      3.2   | 400    | target with a broken escape         | GET /%zz HTTP/1.1~Host: x~~
      3.2.2 | 400    | absolute form, as to a proxy        | GET http://x/ HTTP/1.1~Host: x~~
      3.2.3 | either | authority form                      | CONNECT x:80 HTTP/1.1~Host: x:80~~
      3.2.3 | refuse | authority form of a GET             | GET x:80 HTTP/1.1~Host: x~~
      3.2.4 | refuse | asterisk form of a GET              | GET * HTTP/1.1~Host: x~~
      3.2.4 | either | asterisk form                       | OPTIONS * HTTP/1.1~Host: x~~
      5.1   | refuse | field without a colon               | {get}A b~~
      5.1   | 400    | field without a name                | {get}: b~~
      5.1   | serve  | no blank after the colon            | {get}A:b~~
      5.1   | serve  | empty field                         | {get}A:~~
      5.2   | 400    | folded field                        | {get}A: b~ c~~
      5.5   | refuse | NUL in a field                      | {get}A: b<NUL>c~~
      5.5   | either | other control in a field            | {get}A: b<BEL>c~~
      5.5   | serve  | obsolete text in a field            | {get}A: é~~
      6.1   | serve  | a body in chunks                    | {chunked}5~hello~0~~
      6.1   | serve  | CHUNKED                             | {post}Transfer-Encoding: CHUNKED~~0~~
      6.1   | 501    | unknown coding                      | {post}Transfer-Encoding: zip~~0~~
      6.1   | refuse | chunked is not the last             | {post}Transfer-Encoding: chunked, gzip~~0~~
      6.1   | 501    | a coding before chunked             | {post}Transfer-Encoding: gzip, chunked~~0~~
      6.1   | refuse | chunked twice                       | {post}Transfer-Encoding: chunked, chunked~~0~~
      6.1   | refuse | two codings fields                  | {post}Transfer-Encoding: chunked~Transfer-Encoding: identity~~0~~
      6.1   | refuse | VT before chunked                   | {post}Transfer-Encoding:<VT>chunked~~0~~
      6.1   | refuse | xchunked                            | {post}Transfer-Encoding: xchunked~~0~~
      6.1   | refuse | empty coding                        | {post}Transfer-Encoding:~~
      6.1   | 400    | length and chunks                   | {post}Content-Length: 5~Transfer-Encoding: chunked~~0~~
      6.2   | serve  | a length                            | {post}Content-Length: 5~~hello
      6.2   | serve  | a length of zero                    | {post}Content-Length: 0~~
      6.3   | 400    | two different lengths               | {post}Content-Length: 5~Content-Length: 6~~hello
      6.3   | either | the same length twice               | {post}Content-Length: 5~Content-Length: 5~~hello
      6.3   | either | a list of one length                | {post}Content-Length: 5, 5~~hello
      6.3   | refuse | a list of lengths                   | {post}Content-Length: 5, 6~~hello
      6.3   | 400    | negative length                     | {post}Content-Length: -1~~
      6.3   | refuse | length with a plus                  | {post}Content-Length: +5~~hello
      6.3   | refuse | length of letters                   | {post}Content-Length: five~~hello
      6.3   | refuse | length in hexadecimal               | {post}Content-Length: 0x5~~hello
      6.3   | refuse | length with a blank                 | {post}Content-Length: 1 2~~hello
      6.3   | refuse | length that no long holds           | {post}Content-Length: 99999999999999999999~~
      6.3   | refuse | empty length                        | {post}Content-Length:~~
      7.1   | serve  | chunk extension                     | {chunked}5;a=b~hello~0~~
      7.1   | serve  | chunk size in capitals              | {chunked}A~0123456789~0~~
      7.1   | serve  | trailer                             | {chunked}5~hello~0~A: b~~
      7.1   | refuse | chunk size of letters               | {chunked}zz~hello~0~~
      7.1   | refuse | empty chunk size                    | {chunked}~hello~0~~
      7.1   | refuse | negative chunk size                 | {chunked}-5~hello~0~~
      7.1   | refuse | chunk size with 0x                  | {chunked}0x5~hello~0~~
      7.1   | refuse | CR within a chunk size              | {chunked}5<CR>5~hello~0~~
      7.1   | refuse | chunk size that overflows           | {chunked}FFFFFFFFFFFFFFFFF~hello~0~~
      7.1   | refuse | chunk longer than its size          | {chunked}3~hello~0~~
      7.1   | refuse | chunk ended by blanks               | {chunked}5~hello  0~~
      7.1   | either | blank after the chunk size          | {chunked}5 ~hello~0~~
      7.1   | either | LF alone after a chunk size         | {chunked}5<LF>hello~0~~
      7.1   | either | trailer that is no field            | {chunked}5~hello~0~A b~~
      8     | refuse | body shorter than its length        | {post}Content-Length: 500~~hello
      8     | refuse | body that ends within a chunk       | {chunked}500~hello
      9.3   | serve  | Connection: close                   | {get}Connection: close~~
      9.3   | serve  | Connection: a, close                | {get}Connection: a, close~~
      9.3   | serve  | HTTP/1.0                            | GET / HTTP/1.0~~
      9.3   | serve  | HTTP/1.0 that keeps its connection  | GET / HTTP/1.0~Connection: keep-alive~~
      """;

  private final List<Socket> sockets = new ArrayList<>();
  private HttpEngine engine;

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) socket.close();
    if (engine != null) engine.stop();
  }

  private void serve(int maxConnections, HttpEngine.Handler handler) {
    serve(Thread::new, maxConnections, handler);
  }

  private void serve(ThreadFactory threads, int maxConnections, HttpEngine.Handler handler) {
    engine = HttpEngine.bind("127.0.0.1", 0, threads, maxConnections);
    engine.serve(handler, () -> "now");
  }

  private Socket get(String path) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
  }

  private Socket sendIncompleteHead() throws IOException {
    return send("GET / HTTP/1.1\r\nHost: x\r\nX: ");
  }

  /** Sends seven of ten announced bytes. */
  private Socket sendIncompleteBody() throws IOException {
    return send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{\"a\":\"b");
  }

  private Socket send(String bytes) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), engine.port());
    sockets.add(socket);
    socket.setSoTimeout(60_000);
    try {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    } catch (SocketException closedAsItCame) {
      // A read finds the end.
    }
    return socket;
  }

  /** The start of a response; empty if the connection was closed or reset. */
  private static String readResponse(Socket socket) throws IOException {
    try {
      return new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII);
    } catch (SocketException reset) {
      return "";
    }
  }

  @Test
  void failedThreadCostsOneConnection() throws IOException {
    AtomicInteger made = new AtomicInteger();
    ThreadFactory threads =
        work -> {
          // The first accepts connections.
          int number = made.getAndIncrement();
          if (number == 1 || number == 2) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          return new Thread(work);
        };
    serve(threads, 100, request -> OK);

    assertThat(readResponse(get("/"))).isEmpty();
    assertThat(readResponse(get("/"))).isEmpty();
    assertThat(readResponse(get("/"))).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void failedHandlerCostsOneConnection() throws IOException {
    serve(
        100,
        request -> {
          if (request.rawPath().equals("/bad")) throw new StackOverflowError();
          return OK;
        });

    assertThat(readResponse(get("/bad"))).isEmpty();
    assertThat(readResponse(get("/"))).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void connectionThatReadsNothingIsClosed() throws Exception {
    CountDownLatch served = new CountDownLatch(1);
    serve(
        1,
        request -> {
          if (!request.rawPath().equals("/large")) return OK;
          served.countDown();
          return Response.of(200, "text/plain", LARGE);
        });
    get("/large");
    assertThat(served.await(60, TimeUnit.SECONDS)).isTrue();

    String response = Eventually.until(() -> readResponse(get("/")), it -> !it.isEmpty());

    assertThat(response).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void idleConnectionIsClosed() throws IOException {
    serve(1, request -> OK);
    Socket idle = get("/");
    assertThat(readResponse(idle)).isEqualTo("HTTP/1.1 200 OK");

    // Until its thread has seen that the first response is sent, the connection counts as served.
    String response = Eventually.until(() -> readResponse(get("/")), it -> !it.isEmpty());

    assertThat(response).isEqualTo("HTTP/1.1 200 OK");
    assertThat(idle.getInputStream().readAllBytes()).endsWith('\r', '\n', '\r', '\n');
  }

  private static Response held(CountDownLatch serving, CountDownLatch done) {
    serving.countDown();
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return OK;
  }

  @Test
  void activeConnectionIsNotClosed() throws Exception {
    CountDownLatch serving = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    serve(1, request -> held(serving, done));
    Socket served = get("/");
    assertThat(serving.await(60, TimeUnit.SECONDS)).isTrue();

    assertThat(readResponse(get("/"))).isEmpty();

    done.countDown();
    assertThat(readResponse(served)).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void stopEndsAllThreads() throws Exception {
    CountDownLatch writing = new CountDownLatch(20);
    serve(
        100,
        request -> {
          writing.countDown();
          return Response.of(200, "text/plain", LARGE);
        });
    for (int i = 0; i < 20; i++) get("/");
    assertThat(writing.await(60, TimeUnit.SECONDS)).isTrue();

    engine.stop();

    awaitEndOfThreads();
  }

  /** The engine waits for its threads for a moment. A busy machine may take longer. */
  private void awaitEndOfThreads() {
    String name = "freight-server-" + engine.port() + "-";
    Eventually.until(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(name))
                .toList(),
        List::isEmpty);
  }

  @Test
  void incompleteHeadsDoNotLockOutOthers() throws IOException {
    serve(8, request -> OK);
    for (int i = 0; i < 40; i++) sendIncompleteHead();

    for (int i = 0; i < 8; i++) assertThat(readResponse(get("/"))).isEqualTo("HTTP/1.1 200 OK");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void incompleteBodiesDoNotLockOutOthers(boolean isRead) throws IOException {
    serve(
        8,
        request -> {
          if (isRead) request.body().readAllBytes();
          return OK;
        });
    for (int i = 0; i < 40; i++) sendIncompleteBody();

    for (int i = 0; i < 8; i++) assertThat(readResponse(get("/"))).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void connectionWithACompleteBodyIsNotClosed() throws Exception {
    CountDownLatch serving = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    serve(
        1,
        request -> {
          request.body().readAllBytes();
          return held(serving, done);
        });
    Socket served = sendIncompleteBody();
    served.getOutputStream().write("c\"}".getBytes(StandardCharsets.US_ASCII));
    assertThat(serving.await(60, TimeUnit.SECONDS)).isTrue();

    assertThat(readResponse(get("/"))).isEmpty();

    done.countDown();
    assertThat(readResponse(served)).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void requestsAreServedOrRefusedAsSpecified() {
    serve(
        100,
        request -> {
          request.body().readAllBytes();
          return OK;
        });
    assertThat(FRAMING.lines()).allSatisfy(this::checkRow);
  }

  private void checkRow(String row) throws IOException {
    String[] columns = row.split(" +\\| ", 4);
    String verdict = columns[1];
    String request = columns[3];
    for (Map.Entry<String, String> one : SHORTHAND.entrySet()) {
      request = request.replace(one.getKey(), one.getValue());
    }
    boolean isCutShort = columns[0].equals("8");
    Socket socket = send(isCutShort ? request : request + NEXT);
    String readResponse = endAndRead(socket);
    List<Integer> statuses =
        STATUS
            .matcher(readResponse)
            .results()
            .map(status -> Integer.valueOf(status.group(1)))
            .toList();

    assertThat(statuses).isNotEmpty();
    int first = statuses.get(0);
    switch (verdict) {
      case "serve" -> assertThat(first).isEqualTo(200);
      case "refuse" -> assertThat(first).isGreaterThanOrEqualTo(400);
      case "either" -> assertThat(first).isPositive();
      default -> assertThat(first).isEqualTo(Integer.parseInt(verdict));
    }
    // A refusal is the last word on its connection.
    if (first >= 400) assertThat(statuses).hasSize(1);
    if (first >= 400) assertThat(readResponse).contains("\"error\"");
  }

  private static String endAndRead(Socket socket) throws IOException {
    ByteArrayOutputStream readResponse = new ByteArrayOutputStream();
    try {
      socket.shutdownOutput();
      socket.getInputStream().transferTo(readResponse);
    } catch (SocketException reset) {
      // The bytes until then count.
    }
    return readResponse.toString(StandardCharsets.ISO_8859_1);
  }
}
