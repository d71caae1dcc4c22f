package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.server.InMemoryFreightServer;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streamable HTTP over real sockets. */
class HttpEndpointTest {
  private static final String TOKEN = "a-token-of-some-length";
  private static final Map<String, HttpEndpoint.User> TOKENS =
      Map.of(
          TOKEN,
          new HttpEndpoint.User("alice"),
          "another-token-of-length",
          new HttpEndpoint.User("bob"));
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"elicitation\":{}}}}";
  private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}";

  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final FreightClient client =
      FreightClient.builder()
          .baseUrl(service.baseUrl())
          .agentKey(service.createBroker("10.00").agentKey())
          .build();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
          });
  private final Movable clock = new Movable();
  private final HttpClient http = HttpClient.newHttpClient();
  private HttpSessions sessions;
  private HttpEndpoint endpoint;

  static final class Movable extends Clock {
    volatile Instant now = Instant.parse("2026-11-20T12:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @BeforeEach
  void start() throws Exception {
    ToolSet tools =
        Host.offering(
            FreightTools.builder(client).unlimited().approvalAbove("0.10").build(),
            client,
            threads);
    Function<HttpEndpoint.User, Session> opener =
        user ->
            new Session(
                tools,
                new ToolCalls.Caller(user.name(), null, true, null, () -> null, Clock.systemUTC()),
                threads,
                line -> {},
                "1");
    sessions = new HttpSessions(opener, opener, clock);
    endpoint =
        HttpEndpoint.start(
            InetAddress.getLoopbackAddress(),
            0,
            new HttpEndpoint.Access(TOKENS, List.of("https://chat.example.com"), List.of(), null),
            sessions,
            threads);
  }

  @AfterEach
  void close() {
    endpoint.close();
    threads.shutdownNow();
    client.close();
    service.close();
  }

  private HttpRequest.Builder to(String session) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(endpoint.url()))
            .header("Authorization", "Bearer " + TOKEN)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .timeout(Duration.ofSeconds(60));
    return session == null ? request : request.header("Mcp-Session-Id", session);
  }

  private HttpResponse<String> post(HttpRequest.Builder request, String body) throws Exception {
    return http.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  private String open() throws Exception {
    return post(to(null), INITIALIZE).headers().firstValue("Mcp-Session-Id").orElseThrow();
  }

  @Test
  void whoHasNoTokenReachesNothing() throws Exception {
    HttpRequest.Builder without = HttpRequest.newBuilder(URI.create(endpoint.url()));
    HttpResponse<String> none = post(without, INITIALIZE);
    HttpResponse<String> wrong =
        post(
            HttpRequest.newBuilder(URI.create(endpoint.url())).header("Authorization", "Bearer x"),
            INITIALIZE);

    assertThat(none.statusCode()).isEqualTo(401);
    assertThat(none.headers().firstValue("WWW-Authenticate"))
        .hasValueSatisfying(v -> assertThat(v).startsWith("Bearer"));
    assertThat(wrong.statusCode()).isEqualTo(401);
    assertThat(wrong.body()).doesNotContain(TOKEN);
  }

  @Test
  void aForeignPageIsRefusedByItsOrigin() throws Exception {
    assertThat(post(to(null).header("Origin", "https://evil.example"), INITIALIZE).statusCode())
        .isEqualTo(403);
    assertThat(
            post(to(null).header("Origin", "http://localhost.evil.example"), INITIALIZE)
                .statusCode())
        .isEqualTo(403);
    assertThat(post(to(null).header("Origin", "https://chat.example.com"), INITIALIZE).statusCode())
        .isEqualTo(200);
    assertThat(post(to(null).header("Origin", "http://localhost:5173"), INITIALIZE).statusCode())
        .isEqualTo(200);
  }

  @Test
  void aForeignNameForThisMachineIsRefused() throws Exception {
    try (java.net.Socket socket = new java.net.Socket("127.0.0.1", endpoint.port())) {
      socket
          .getOutputStream()
          .write(
              ("POST /mcp HTTP/1.1\r\nHost: rebound.example\r\nContent-Length: 0\r\nConnection:"
                      + " close\r\n\r\n")
                  .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      byte[] head = socket.getInputStream().readNBytes(12);
      assertThat(new String(head, java.nio.charset.StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 403");
    }
  }

  @Test
  void aSessionIsNeededEndsAndExpires() throws Exception {
    assertThat(post(to(null), LIST).statusCode()).isEqualTo(400);
    assertThat(post(to("0".repeat(32)), LIST).statusCode()).isEqualTo(404);

    String ended = open();
    assertThat(post(to(ended), LIST).body()).contains("create_load");
    assertThat(http.send(to(ended).DELETE().build(), BodyHandlers.ofString()).statusCode())
        .isEqualTo(204);
    assertThat(post(to(ended), LIST).statusCode()).isEqualTo(404);

    String silent = open();
    clock.now = clock.now.plus(HttpSessions.EXPIRY.minusSeconds(1));
    assertThat(post(to(silent), LIST).statusCode()).isEqualTo(200);
    clock.now = clock.now.plus(HttpSessions.EXPIRY);
    assertThat(post(to(silent), LIST).statusCode()).isEqualTo(404);
  }

  @Test
  void thereAreNeverTooManySessions() throws Exception {
    for (int i = 0; i < HttpSessions.MOST; i++) open();

    HttpResponse<String> refused = post(to(null), INITIALIZE);
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();

    clock.now = clock.now.plus(HttpSessions.EXPIRY);
    assertThat(open()).hasSize(32);
  }

  @Test
  void hostsThatComeBackWithoutAGoodbyeDoNotKeepOthersOut() throws Exception {
    String first = open();
    String second = open();
    for (int i = 2; i < HttpSessions.MOST; i++) open();
    clock.now = clock.now.plus(HttpSessions.MAKES_ROOM);
    assertThat(post(to(first), LIST).statusCode()).isEqualTo(200);

    assertThat(open()).hasSize(32);

    assertThat(post(to(first), LIST).statusCode()).as("used meanwhile").isEqualTo(200);
    assertThat(List.of(post(to(second), LIST).statusCode())).isSubsetOf(200, 404);
    long left = 0;
    clock.now = clock.now.plus(HttpSessions.MAKES_ROOM);
    for (int i = 0; i < HttpSessions.MOST; i++) left += open().length() / 32;
    assertThat(left).as("sessions opened in one minute").isEqualTo(HttpSessions.MOST);
  }

  /** A host that does not listen is told the newest when it does, and costs no more memory. */
  @Test
  void ofWhatNobodyReadsTheOldestIsForgotten() throws Exception {
    String session = open();
    for (int i = 1; i <= 20; i++) sessions.tellAll(Map.of("number", i));

    HttpResponse<Stream<String>> stream =
        http.send(
            to(session).setHeader("Accept", "text/event-stream").GET().build(),
            BodyHandlers.ofLines());
    try (Stream<String> lines = stream.body()) {
      assertThat(lines.filter(line -> line.startsWith("data")).limit(16))
          .startsWith("data: {\"number\":5}")
          .endsWith("data: {\"number\":20}");
    }
  }

  @Test
  void aSecondStreamOfASessionIsRefusedAndEveryOtherPathIsNotFound() throws Exception {
    String session = open();
    HttpRequest listen = to(session).setHeader("Accept", "text/event-stream").GET().build();
    HttpResponse<Stream<String>> first = http.send(listen, BodyHandlers.ofLines());
    assertThat(http.send(listen, BodyHandlers.ofString()).statusCode()).isEqualTo(409);
    first.body().close();
    URI elsewhere = URI.create(endpoint.url() + "/tools");
    assertThat(post(to(session).uri(elsewhere), LIST).statusCode()).isEqualTo(404);
  }

  @Test
  void aFailureOfOursIsAnsweredWithoutItsText() throws Exception {
    Function<HttpEndpoint.User, Session> broken =
        user -> {
          throw new IllegalStateException("a secret");
        };
    endpoint.close();
    endpoint =
        HttpEndpoint.start(
            InetAddress.getLoopbackAddress(),
            0,
            new HttpEndpoint.Access(TOKENS, List.of(), List.of(), null),
            new HttpSessions(broken, broken, clock),
            threads);

    HttpResponse<String> answer = post(to(null), INITIALIZE);

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).contains("the server failed unexpectedly").doesNotContain("secret");
  }

  /** The server learns that a stream is gone when it writes to it. */
  @Test
  void aStreamThatBrokeIsOpenedAgain() throws Exception {
    String session = open();
    HttpRequest listen = to(session).setHeader("Accept", "text/event-stream").GET().build();
    http.send(listen, BodyHandlers.ofLines()).body().close();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    int status = 0;
    while (status != 200 && System.nanoTime() < end) {
      sessions.tellAll(Map.of("number", 1));
      HttpResponse<Stream<String>> again = http.send(listen, BodyHandlers.ofLines());
      status = again.statusCode();
      again.body().close();
    }
    assertThat(status).isEqualTo(200);
  }

  @Test
  void aRequestThatNeverEndsKeepsNobodyWaiting() throws Exception {
    List<java.net.Socket> slow = new java.util.ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        java.net.Socket socket = new java.net.Socket("127.0.0.1", endpoint.port());
        slow.add(socket);
        String half =
            i % 2 == 0
                ? "POST /mcp HTTP/1.1\r\nHost: 127.0"
                : "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
                    + TOKEN
                    + "\r\nContent-Length: 1000\r\n\r\n{";
        socket.getOutputStream().write(half.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
      }
      assertThat(post(to(open()), LIST).statusCode()).isEqualTo(200);
      // And the server can be closed beside them.
      endpoint.close();
    } finally {
      for (java.net.Socket socket : slow) socket.close();
    }
  }

  @Test
  void whatIsNoMessageIsRefusedWithoutATrace() throws Exception {
    String session = open();
    assertThat(post(to(session), "garbage").statusCode()).isEqualTo(400);
    assertThat(post(to(session), "[]").statusCode()).isEqualTo(400);
    assertThat(post(to(session), "x".repeat(1024 * 1024)).statusCode()).isEqualTo(400);
    assertThat(post(to(session), "x".repeat(1024 * 1024 + 1)).statusCode()).isEqualTo(413);
    assertThat(
            post(to(session), "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .statusCode())
        .isEqualTo(202);
    assertThat(post(to(session).header("MCP-Protocol-Version", "1999-01-01"), LIST).statusCode())
        .isEqualTo(400);
    HttpResponse<String> put =
        http.send(to(session).PUT(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
    assertThat(put.statusCode()).isEqualTo(405);
    assertThat(post(to(session), LIST).statusCode()).isEqualTo(200);
  }

  @Test
  void theStreamOfACancelledCallEnds() throws Exception {
    String session = open();
    String call = Host.createLoad(3, "PO-1");
    String cancel =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}";

    HttpResponse<Stream<String>> answer =
        http.send(to(session).POST(BodyPublishers.ofString(call)).build(), BodyHandlers.ofLines());
    CompletableFuture<Integer> cancelled = new CompletableFuture<>();
    Future<List<String>> lines =
        threads.submit(
            () ->
                answer
                    .body()
                    .peek(
                        line -> {
                          if (!line.contains("elicitation/create")) return;
                          try {
                            cancelled.complete(post(to(session), cancel).statusCode());
                          } catch (Exception e) {
                            cancelled.completeExceptionally(e);
                          }
                        })
                    .toList());

    assertThat(cancelled.get(60, TimeUnit.SECONDS)).isEqualTo(202);
    assertThat(lines.get(60, TimeUnit.SECONDS)).noneMatch(line -> line.contains("chargedUsd"));
  }

  @Test
  void aPersonIsAskedOnTheStreamOfTheCall() throws Exception {
    String session = open();
    String call = Host.createLoad(3, "PO-1");

    HttpResponse<Stream<String>> answer =
        http.send(to(session).POST(BodyPublishers.ofString(call)).build(), BodyHandlers.ofLines());
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    StringBuilder seen = new StringBuilder();
    answer
        .body()
        .filter(line -> line.startsWith("data: "))
        .forEach(
            line -> {
              seen.append(line);
              Map<?, ?> message = Host.object(line.substring("data: ".length()));
              if (!"elicitation/create".equals(message.get("method"))) return;
              String accept =
                  Json.write(
                      Map.of(
                          "jsonrpc",
                          "2.0",
                          "id",
                          message.get("id"),
                          "result",
                          Map.of("action", "accept")));
              try {
                assertThat(post(to(session), accept).statusCode()).isEqualTo(202);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });

    assertThat(seen.toString()).contains("elicitation/create").contains("chargedUsd");
  }

  @Test
  void aBadInitializeIsAnsweredAndLeavesNoSessionBehind() throws Exception {
    List<String> bad =
        List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}");
    for (int i = 0; i < 130; i++) {
      HttpResponse<String> answer = post(to(null), bad.get(i % bad.size()));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("-32602");
      assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
    }
    for (int i = 0; i < HttpSessions.MOST; i++) assertThat(open()).hasSize(32);
  }

  @Test
  void aPageOfAnAllowedOriginWorksInABrowser() throws Exception {
    HttpRequest asks =
        HttpRequest.newBuilder(URI.create(endpoint.url()))
            .header("Origin", "https://chat.example.com")
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", "authorization,content-type,mcp-session-id")
            .method("OPTIONS", BodyPublishers.noBody())
            .build();
    HttpResponse<String> allowed = http.send(asks, BodyHandlers.ofString());
    assertThat(allowed.statusCode()).isEqualTo(204);
    assertThat(allowed.headers().map()).doesNotContainKey("transfer-encoding");
    assertThat(allowed.headers().firstValue("Access-Control-Allow-Origin"))
        .hasValue("https://chat.example.com");
    assertThat(allowed.headers().firstValue("Access-Control-Allow-Headers").orElseThrow())
        .contains("Authorization", "Content-Type", "Mcp-Session-Id", "MCP-Protocol-Version");
    assertThat(allowed.headers().firstValue("Access-Control-Allow-Methods").orElseThrow())
        .contains("POST", "DELETE");

    HttpResponse<String> opened =
        post(to(null).header("Origin", "https://chat.example.com"), INITIALIZE);
    assertThat(opened.headers().firstValue("Access-Control-Allow-Origin"))
        .hasValue("https://chat.example.com");
    assertThat(opened.headers().firstValue("Access-Control-Expose-Headers").orElseThrow())
        .contains("Mcp-Session-Id");

    HttpRequest foreign =
        HttpRequest.newBuilder(URI.create(endpoint.url()))
            .header("Origin", "https://evil.example")
            .header("Access-Control-Request-Method", "POST")
            .method("OPTIONS", BodyPublishers.noBody())
            .build();
    HttpResponse<String> refused = http.send(foreign, BodyHandlers.ofString());
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void theSchemeOfTheTokenMayBeInSmallLetters() throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(endpoint.url()))
            .header("Authorization", "bearer " + TOKEN);
    assertThat(post(request, INITIALIZE).statusCode()).isEqualTo(200);
  }

  @Test
  void aSessionIsItsUsersAlone() throws Exception {
    String session = open();
    HttpRequest.Builder bob =
        HttpRequest.newBuilder(URI.create(endpoint.url()))
            .header("Authorization", "Bearer another-token-of-length")
            .header("Mcp-Session-Id", session);
    assertThat(post(bob, LIST).statusCode()).isEqualTo(404);
    assertThat(post(to(session), LIST).statusCode()).isEqualTo(200);
  }
}
