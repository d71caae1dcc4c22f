package io.freightsdk.server.http.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Raw requests and what RFC 9112 says of them, with the answers of the JDK's server and of Jetty
 * beside ours in one printed table. Each is followed by an innocent one on the same connection,
 * which nobody may serve whose framing of the first was wrong.
 */
@Timeout(240)
class FramingConformanceIT {
  /** What the RFC leaves to a server. */
  enum Verdict {
    /** It must be served. */
    SERVE,
    /** It must be refused, or the connection closed, and nothing after it served. */
    REFUSE,
    /** Either will do. */
    EITHER
  }

  record Case(String section, String name, String raw, Verdict verdict) {}

  /** Ours ends every one of these connections by itself; the bound is for one that it forgets. */
  private static final int OUR_TIMEOUT_MILLIS = 60_000;

  /** What the others say is printed only, and some of them wait for ever. */
  private static final int PEER_TIMEOUT_MILLIS = 400;

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})");
  private static final String NEXT = "GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  private static final List<Case> CASES = cases();

  private static HttpEngine ours;
  private static HttpServer jdk;
  private static Server jetty;

  private static void add(
      List<Case> cases, String section, Verdict verdict, String name, String raw) {
    cases.add(new Case(section, name, raw.replace("~", "\r\n"), verdict));
  }

  private static List<Case> cases() {
    List<Case> all = new ArrayList<>();
    String get = "GET / HTTP/1.1~Host: x~";
    String post = "POST / HTTP/1.1~Host: x~";
    String chunked = post + "Transfer-Encoding: chunked~~";
    Verdict serve = Verdict.SERVE;
    Verdict refuse = Verdict.REFUSE;
    Verdict either = Verdict.EITHER;
    add(all, "2.1", serve, "plain GET", get + "~");
    add(all, "2.2", either, "LF alone ends lines", "GET / HTTP/1.1\nHost: x\n\n");
    add(all, "2.2", serve, "empty line before the request line", "~" + get + "~");
    add(all, "2.2", refuse, "CR within a field value", get + "A: b\rc~~");
    add(all, "2.2", refuse, "CR within the request line", "GET /\r HTTP/1.1~Host: x~~");
    add(all, "2.2", refuse, "blank before the first field", "GET / HTTP/1.1~ Host: x~Host: y~~");
    add(all, "2.3", refuse, "version HTTP/2.0", "GET / HTTP/2.0~Host: x~~");
    add(all, "2.3", refuse, "version http/1.1", "GET / http/1.1~Host: x~~");
    add(all, "2.3", refuse, "version HTTP/1.10", "GET / HTTP/1.10~Host: x~~");
    add(all, "2.3", either, "version HTTP/1.2", "GET / HTTP/1.2~Host: x~~");
    add(all, "2.3", refuse, "no version", "GET /~Host: x~~");
    add(all, "2.3", refuse, "version HTTP/11", "GET / HTTP/11~Host: x~~");
    add(all, "3", either, "two blanks", "GET  / HTTP/1.1~Host: x~~");
    add(all, "3", either, "tab for a blank", "GET\t/\tHTTP/1.1~Host: x~~");
    add(all, "3", refuse, "blank in the target", "GET /a b HTTP/1.1~Host: x~~");
    add(all, "3", either, "blank after the version", "GET / HTTP/1.1 ~Host: x~~");
    add(all, "3", either, "blank before the method", " GET / HTTP/1.1~Host: x~~");
    add(all, "3.1", refuse, "method that is no token", "G@T / HTTP/1.1~Host: x~~");
    add(all, "3.1", refuse, "no method", "/ HTTP/1.1~Host: x~~");
    add(all, "3.2", refuse, "no target", "GET HTTP/1.1~Host: x~~");
    add(all, "3.2", refuse, "target without a slash", "GET nothing HTTP/1.1~Host: x~~");
    add(all, "3.2", refuse, "target with a fragment", "GET /#a HTTP/1.1~Host: x~~");
    add(all, "3.2", refuse, "target with a raw quote", "GET /\" HTTP/1.1~Host: x~~");
    add(all, "3.2", refuse, "target with a bracket", "GET /[ HTTP/1.1~Host: x~~");
    add(all, "3.2", refuse, "target with a NUL", "GET /\0 HTTP/1.1~Host: x~~");
    add(all, "3.2", either, "target with a broken escape", "GET /%zz HTTP/1.1~Host: x~~");
    add(all, "3.2.2", serve, "absolute form", "GET http://x/ HTTP/1.1~Host: x~~");
    add(
        all,
        "3.2.2",
        serve,
        "absolute form, port, other Host",
        "GET http://y:80/ HTTP/1.1~Host: x~~");
    add(all, "3.2.2", either, "absolute form without a host", "GET http:/// HTTP/1.1~Host: x~~");
    add(all, "3.2.3", either, "authority form", "CONNECT x:80 HTTP/1.1~Host: x:80~~");
    add(all, "3.2.3", refuse, "authority form of a GET", "GET x:80 HTTP/1.1~Host: x~~");
    add(all, "3.2.4", refuse, "asterisk form of a GET", "GET * HTTP/1.1~Host: x~~");
    add(all, "3.2.4", serve, "asterisk form", "OPTIONS * HTTP/1.1~Host: x~~");
    add(all, "3.2", refuse, "no Host", "GET / HTTP/1.1~~");
    add(all, "3.2", refuse, "two Hosts", "GET / HTTP/1.1~Host: x~Host: x~~");
    add(all, "3.2", refuse, "two different Hosts", "GET / HTTP/1.1~Host: x~Host: y~~");
    add(all, "3.2", refuse, "a list of Hosts", "GET / HTTP/1.1~Host: x, y~~");
    add(all, "3.2", refuse, "Host with a path", "GET / HTTP/1.1~Host: x/y~~");
    add(all, "3.2", refuse, "Host with a user", "GET / HTTP/1.1~Host: u@x~~");
    add(all, "3.2", refuse, "Host with a port of letters", "GET / HTTP/1.1~Host: x:a~~");
    add(all, "3.2", serve, "Host with an IPv6 address", "GET / HTTP/1.1~Host: [::1]:80~~");
    add(all, "3.2", refuse, "Host with half an IPv6 address", "GET / HTTP/1.1~Host: [::1~~");
    add(all, "3.2", either, "empty Host", "GET / HTTP/1.1~Host:~~");
    add(all, "5.1", refuse, "blank before the colon", get + "A : b~~");
    add(all, "5.1", refuse, "field without a colon", get + "A b~~");
    add(all, "5.1", refuse, "field without a name", get + ": b~~");
    add(all, "5.1", refuse, "field name that is no token", get + "A(b): c~~");
    add(all, "5.1", serve, "no blank after the colon", get + "A:b~~");
    add(all, "5.1", serve, "empty field", get + "A:~~");
    add(all, "5.2", either, "folded field", get + "A: b~ c~~");
    add(all, "5.5", refuse, "NUL in a field", get + "A: b\0c~~");
    add(all, "5.5", either, "other control in a field", get + "A: b\u0007c~~");
    add(all, "5.5", serve, "obsolete text in a field", get + "A: \u00e9~~");
    add(all, "6.1", serve, "a body in chunks", chunked + "5~hello~0~~");
    add(all, "6.1", serve, "CHUNKED", post + "Transfer-Encoding: CHUNKED~~0~~");
    add(all, "6.1", refuse, "unknown coding", post + "Transfer-Encoding: zip~~0~~");
    add(
        all,
        "6.1",
        refuse,
        "chunked is not the last",
        post + "Transfer-Encoding: chunked, gzip~~0~~");
    add(all, "6.1", refuse, "chunked twice", post + "Transfer-Encoding: chunked, chunked~~0~~");
    add(
        all,
        "6.1",
        refuse,
        "two codings fields",
        post + "Transfer-Encoding: chunked~Transfer-Encoding: identity~~0~~");
    add(all, "6.1", refuse, "VT before chunked", post + "Transfer-Encoding:\u000bchunked~~0~~");
    add(all, "6.1", refuse, "xchunked", post + "Transfer-Encoding: xchunked~~0~~");
    add(all, "6.1", refuse, "empty coding", post + "Transfer-Encoding:~~");
    add(
        all,
        "6.1",
        refuse,
        "chunks from HTTP/1.0",
        "POST / HTTP/1.0~Connection: keep-alive~Transfer-Encoding: chunked~~0~~");
    add(
        all,
        "6.1",
        either,
        "length and chunks",
        post + "Content-Length: 5~Transfer-Encoding: chunked~~0~~");
    add(all, "6.2", serve, "a length", post + "Content-Length: 5~~hello");
    add(all, "6.2", serve, "a length of zero", post + "Content-Length: 0~~");
    add(
        all,
        "6.3",
        refuse,
        "two different lengths",
        post + "Content-Length: 5~Content-Length: 6~~hello");
    add(
        all,
        "6.3",
        either,
        "the same length twice",
        post + "Content-Length: 5~Content-Length: 5~~hello");
    add(all, "6.3", either, "a list of one length", post + "Content-Length: 5, 5~~hello");
    add(all, "6.3", refuse, "a list of lengths", post + "Content-Length: 5, 6~~hello");
    add(all, "6.3", refuse, "negative length", post + "Content-Length: -1~~");
    add(all, "6.3", refuse, "length with a plus", post + "Content-Length: +5~~hello");
    add(all, "6.3", refuse, "length of letters", post + "Content-Length: five~~hello");
    add(all, "6.3", refuse, "length in hexadecimal", post + "Content-Length: 0x5~~hello");
    add(all, "6.3", refuse, "length with a blank", post + "Content-Length: 1 2~~hello");
    add(
        all,
        "6.3",
        refuse,
        "length that no long holds",
        post + "Content-Length: 99999999999999999999~~");
    add(all, "6.3", refuse, "empty length", post + "Content-Length:~~");
    add(all, "7.1", serve, "chunk extension", chunked + "5;a=b~hello~0~~");
    add(all, "7.1", serve, "chunk size in capitals", chunked + "A~0123456789~0~~");
    add(all, "7.1", serve, "trailer", chunked + "5~hello~0~A: b~~");
    add(all, "7.1", refuse, "chunk size of letters", chunked + "zz~hello~0~~");
    add(all, "7.1", refuse, "empty chunk size", chunked + "~hello~0~~");
    add(all, "7.1", refuse, "negative chunk size", chunked + "-5~hello~0~~");
    add(all, "7.1", refuse, "chunk size with 0x", chunked + "0x5~hello~0~~");
    add(all, "7.1", refuse, "CR within a chunk size", chunked + "5\r5~hello~0~~");
    add(all, "7.1", refuse, "chunk size that overflows", chunked + "FFFFFFFFFFFFFFFFF~hello~0~~");
    add(all, "7.1", refuse, "chunk longer than its size", chunked + "3~hello~0~~");
    add(all, "7.1", refuse, "chunk ended by blanks", chunked + "5~hello  0~~");
    add(all, "7.1", either, "blank after the chunk size", chunked + "5 ~hello~0~~");
    add(all, "7.1", either, "LF alone after a chunk size", chunked + "5\nhello~0~~");
    add(all, "7.1", either, "trailer that is no field", chunked + "5~hello~0~A b~~");
    add(all, "8", refuse, "body shorter than its length", post + "Content-Length: 500~~hello");
    add(all, "8", refuse, "body that ends within a chunk", chunked + "500~hello");
    add(all, "9.3", serve, "Connection: close", get + "Connection: close~~");
    add(all, "9.3", serve, "Connection: a, close", get + "Connection: a, close~~");
    add(all, "9.3", serve, "HTTP/1.0", "GET / HTTP/1.0~~");
    add(
        all,
        "9.3",
        serve,
        "HTTP/1.0 that keeps its connection",
        "GET / HTTP/1.0~Connection: keep-alive~~");
    return all;
  }

  @BeforeAll
  static void start() throws Exception {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    ours = HttpEngine.bind("127.0.0.1", 0);
    ours.serve(
        request -> {
          request.body().readAllBytes();
          return Response.of(200, "text/plain", new byte[0]);
        },
        () -> "Fri, 20 Nov 2026 12:00:00 GMT");
    jdk = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    jdk.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    jdk.setExecutor(java.util.concurrent.Executors.newCachedThreadPool());
    jdk.start();
    jetty = new Server(new InetSocketAddress(loopback, 0));
    jetty.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(
              org.eclipse.jetty.server.Request request,
              org.eclipse.jetty.server.Response response,
              Callback callback) {
            Content.Source.consumeAll(request, callback);
            return true;
          }
        });
    jetty.start();
  }

  @AfterAll
  static void stop() throws Exception {
    ours.stop();
    jdk.stop(0);
    ((java.util.concurrent.ExecutorService) jdk.getExecutor()).shutdownNow();
    jetty.stop();
  }

  @Test
  void nothingIsServedThatMustBeRefusedAndNothingRefusedThatMustBeServed() {
    assertThat(CASES).hasSizeGreaterThanOrEqualTo(60);
    int jettyPort = ((ServerConnector) jetty.getConnectors()[0]).getLocalPort();
    Map<Case, List<Integer>> answers = new LinkedHashMap<>();
    StringBuilder table = new StringBuilder();
    for (Case one : CASES) {
      List<Integer> our = ask(ours.port(), one, OUR_TIMEOUT_MILLIS);
      answers.put(one, our);
      table.append(
          String.format(
              Locale.ROOT,
              "%-6s %-36s %-7s %-11s %-11s %-11s%n",
              one.section(),
              one.name(),
              one.verdict().name().toLowerCase(Locale.ROOT),
              text(our),
              text(ask(jdk.getAddress().getPort(), one, PEER_TIMEOUT_MILLIS)),
              text(ask(jettyPort, one, PEER_TIMEOUT_MILLIS))));
    }
    System.out.printf(
        Locale.ROOT,
        "%nRFC 9112 in %d raw requests, each with an innocent one behind it%n"
            + "%-6s %-36s %-7s %-11s %-11s %-11s%n%s%n",
        CASES.size(),
        "",
        "request",
        "RFC",
        "this engine",
        "JDK",
        "Jetty 12",
        table);

    assertThat(answers)
        .allSatisfy(
            (one, statuses) -> {
              switch (one.verdict()) {
                case SERVE ->
                    assertThat(statuses).as(one.name()).isNotEmpty().first().isEqualTo(200);
                case REFUSE ->
                    assertThat(statuses)
                        .as(one.name())
                        .isNotEmpty()
                        .allMatch(status -> status >= 400);
                case EITHER -> assertThat(statuses).as(one.name()).isNotEmpty();
              }
              // A refusal is the last word on its connection.
              if (statuses.get(0) >= 400) assertThat(statuses).as(one.name()).hasSize(1);
            });
  }

  private static String text(List<Integer> statuses) {
    return statuses.isEmpty() ? "closed" : statuses.toString().replaceAll("[\\[\\],]", "");
  }

  /** The statuses of all answers on one connection. */
  private static List<Integer> ask(int port, Case one, int timeoutMillis) {
    boolean cutShort = one.section().equals("8");
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
      socket.setSoTimeout(timeoutMillis);
      String bytes = cutShort ? one.raw() : one.raw() + NEXT;
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      for (int next = in.read(); next >= 0; next = in.read()) answer.write(next);
    } catch (java.net.SocketTimeoutException | java.net.SocketException silentOrReset) {
      // What came until then counts.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Integer> statuses = new ArrayList<>();
    Matcher status = STATUS.matcher(answer.toString(StandardCharsets.ISO_8859_1));
    while (status.find()) statuses.add(Integer.valueOf(status.group(1)));
    return statuses;
  }
}
