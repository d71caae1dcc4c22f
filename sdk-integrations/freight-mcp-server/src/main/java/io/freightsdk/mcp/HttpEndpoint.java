package io.freightsdk.mcp;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Streamable HTTP. Requests with a foreign Origin or Host header, which another web page could
 * make, and requests without the bearer token are refused before their body is read.
 */
final class HttpEndpoint implements AutoCloseable {
  static final String PATH = "/mcp";
  private static final int MAX_BODY_BYTES = StandardStreams.MAX_LINE_BYTES;

  /**
   * Who may connect.
   *
   * @param token the bearer token; null to admit everybody who can reach the port
   * @param origins further origins of web pages, such as {@code https://chat.example.com}
   * @param hosts further names in the Host header, without port
   */
  record Access(@Nullable String token, List<String> origins, List<String> hosts) {}

  private final HttpServer server;
  private final HttpSessions sessions;
  private final Access access;

  private HttpEndpoint(HttpServer server, HttpSessions sessions, Access access) {
    this.server = server;
    this.sessions = sessions;
    this.access = access;
  }

  static HttpEndpoint start(
      InetAddress address, int port, Access access, HttpSessions sessions, ExecutorService threads)
      throws IOException {
    // Otherwise the JDK's server delays each answer on a kept connection by 40 ms.
    setIfAbsent("sun.net.httpserver.nodelay", "true");
    // Otherwise a request that never ends keeps its thread without end.
    setIfAbsent("sun.net.httpserver.maxReqTime", "30");
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(address, port), 0);
    } catch (BindException e) {
      throw new Options.Mistake(
          "--http: port "
              + port
              + " of "
              + address.getHostAddress()
              + " is in use or not allowed; choose another one, or 0 for a free port");
    }
    HttpEndpoint endpoint = new HttpEndpoint(server, sessions, access);
    server.createContext("/", endpoint::handle);
    server.setExecutor(threads);
    server.start();
    return endpoint;
  }

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) System.setProperty(property, value);
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    String host = server.getAddress().getAddress().getHostAddress();
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + PATH;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!allowed(exchange)) return;
      switch (exchange.getRequestMethod()) {
        case "POST" -> post(exchange);
        case "GET" -> listen(exchange);
        case "DELETE" -> end(exchange);
        default -> {
          exchange.getResponseHeaders().set("Allow", "GET, POST, DELETE");
          refuse(exchange, 405, "expected GET, POST or DELETE");
        }
      }
    } catch (RuntimeException e) {
      // If the answer has not begun, this is the answer; otherwise the connection is closed.
      if (exchange.getResponseCode() < 0) refuse(exchange, 500, "the server failed unexpectedly");
    }
  }

  private boolean allowed(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    String host = headers.getFirst("Host");
    String origin = headers.getFirst("Origin");
    if (host == null || !isOurs(host)) {
      return refuse(exchange, 403, "this Host is not served; see --allow-host");
    }
    boolean foreign = origin != null && !access.origins().contains(origin) && !isLoopback(origin);
    if (foreign) return refuse(exchange, 403, "this Origin may not connect; see --allow-origin");
    String token = access.token();
    if (token != null && !presents(headers.getFirst("Authorization"), token)) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"freight-mcp-server\"");
      return refuse(
          exchange,
          401,
          "expected the bearer token: FREIGHT_MCP_TOKEN, or the one that the server printed at its start");
    }
    boolean elsewhere = !exchange.getRequestURI().getPath().equals(PATH);
    if (elsewhere) return refuse(exchange, 404, "MCP is served at " + PATH);
    String revision = headers.getFirst("MCP-Protocol-Version");
    if (revision != null && !Session.REVISIONS.contains(revision)) {
      return refuse(exchange, 400, "MCP-Protocol-Version: expected one of " + Session.REVISIONS);
    }
    return true;
  }

  private boolean isOurs(String host) {
    String name = host.replaceFirst(":[0-9]{1,5}$", "");
    return List.of("127.0.0.1", "localhost", "[::1]").contains(name)
        || access.hosts().contains(name);
  }

  private static boolean isLoopback(String origin) {
    return origin.matches("https?://(127\\.0\\.0\\.1|localhost|\\[::1])(:[0-9]{1,5})?");
  }

  private static boolean presents(@Nullable String authorization, String token) {
    byte[] expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
    byte[] given = String.valueOf(authorization).getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(expected, given);
  }

  private void post(HttpExchange exchange) throws IOException {
    Object message;
    try (InputStream body = exchange.getRequestBody()) {
      byte[] bytes = body.readNBytes(MAX_BODY_BYTES + 1);
      if (bytes.length > MAX_BODY_BYTES) {
        drain(body);
        refuse(exchange, 413, "longer than " + MAX_BODY_BYTES + " bytes");
        return;
      }
      message = Json.read(new String(bytes, StandardCharsets.UTF_8));
    } catch (Json.Malformed e) {
      answer(
          exchange,
          400,
          Messages.error(null, Messages.PARSE_ERROR, String.valueOf(e.getMessage())));
      return;
    }
    boolean opens = message instanceof Map<?, ?> m && "initialize".equals(m.get("method"));
    HttpSessions.Entry entry = opens ? sessions.open() : find(exchange);
    if (entry == null) {
      if (opens) {
        exchange.getResponseHeaders().set("Retry-After", "60");
        refuse(exchange, 503, "too many sessions; end one or try again in a minute");
      }
      return;
    }
    if (opens) exchange.getResponseHeaders().set("Mcp-Session-Id", entry.id());
    boolean awaits =
        message instanceof Map<?, ?> m && m.get("method") != null && m.containsKey("id");
    if (!awaits && message instanceof Map<?, ?>) {
      Reply refusal = new Reply(exchange, entry, null);
      entry.session().receive(message, refusal);
      if (!refusal.answered()) {
        exchange.sendResponseHeaders(202, -1);
      }
      return;
    }
    Object id = message instanceof Map<?, ?> m ? m.get("id") : null;
    Reply reply = new Reply(exchange, entry, id);
    entry.session().receive(message, reply);
    reply.await();
  }

  /**
   * A client that still sends does not read the answer, so the rest of the body is read first, up
   * to a limit.
   */
  private static void drain(InputStream body) throws IOException {
    byte[] scratch = new byte[8192];
    int left = 16 * MAX_BODY_BYTES;
    for (int read = body.read(scratch); read > 0 && left > 0; read = body.read(scratch)) {
      left -= read;
    }
  }

  private void listen(HttpExchange exchange) throws IOException {
    HttpSessions.Entry entry = find(exchange);
    if (entry == null) return;
    if (!entry.listen(exchange))
      refuse(exchange, 409, "this session has an open stream already; close it first");
  }

  private void end(HttpExchange exchange) throws IOException {
    HttpSessions.Entry entry = find(exchange);
    if (entry == null) return;
    sessions.end(entry.id());
    exchange.sendResponseHeaders(204, -1);
  }

  private HttpSessions.@Nullable Entry find(HttpExchange exchange) throws IOException {
    String id = exchange.getRequestHeaders().getFirst("Mcp-Session-Id");
    HttpSessions.Entry entry = id == null ? null : sessions.find(id);
    if (id == null) {
      refuse(exchange, 400, "Mcp-Session-Id is missing; call initialize first");
    } else if (entry == null) {
      refuse(exchange, 404, "there is no such session, or it has expired; call initialize again");
    }
    return entry;
  }

  private static boolean refuse(HttpExchange exchange, int status, String why) throws IOException {
    answer(exchange, status, Messages.error(null, Messages.BUSY, why));
    return false;
  }

  static void answer(
      HttpExchange exchange, int status, Map<String, ? extends @Nullable Object> message)
      throws IOException {
    byte[] body = Json.write(message).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    sessions.close();
    server.stop(1);
  }
}
