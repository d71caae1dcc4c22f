package io.freightsdk.mcp;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Streamable HTTP. Requests with a foreign Origin or Host header, which another web page could
 * make, and requests without the bearer token are refused before their body is read.
 */
final class HttpEndpoint implements AutoCloseable {
  static final String PATH = "/mcp";
  private static final int MAX_BODY_BYTES = StandardStreams.MAX_LINE_BYTES;

  /**
   * Who is at the other end.
   *
   * @param name null where all hosts are one user's
   */
  record User(@Nullable String name) {}

  /**
   * Who may connect.
   *
   * @param tokens the users by their bearer tokens; empty to admit everybody who can reach the port
   * @param origins further origins of web pages, such as {@code https://chat.example.com}
   * @param hosts further names in the Host header, without port
   * @param oauth whose access tokens are taken instead of those; null for none
   */
  record Access(
      Map<String, User> tokens, List<String> origins, List<String> hosts, @Nullable OAuth oauth) {
    /** The user who presents his token; null if there is none. Takes the same time for each. */
    @Nullable User user(@Nullable String authorization) throws IOException {
      if (tokens.isEmpty() && oauth == null) return new User(null);
      String given = String.valueOf(authorization);
      boolean bearer = given.regionMatches(true, 0, "Bearer ", 0, 7);
      String presented = bearer ? given.substring(7).strip() : "";
      if (oauth != null) {
        String name = oauth.user(presented);
        return name == null ? null : new User(name);
      }
      byte[] token = presented.getBytes(StandardCharsets.UTF_8);
      User found = null;
      for (Map.Entry<String, User> one : tokens.entrySet()) {
        byte[] expected = one.getKey().getBytes(StandardCharsets.UTF_8);
        if (MessageDigest.isEqual(expected, token)) found = one.getValue();
      }
      return found;
    }
  }

  private final HttpServer server;

  /** Held by each request that is being answered. */
  private final ReadWriteLock underWay = new ReentrantReadWriteLock();

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
    underWay.readLock().lock();
    try {
      User user = allowed(exchange);
      if (user == null) return;
      switch (exchange.getRequestMethod()) {
        case "POST" -> post(exchange, user);
        case "GET" -> listen(exchange, user);
        case "DELETE" -> end(exchange, user);
        default -> {
          exchange.getResponseHeaders().set("Allow", "GET, POST, DELETE");
          refuse(exchange, 405, "expected GET, POST or DELETE");
        }
      }
    } catch (RuntimeException e) {
      // If the answer has not begun, this is the answer; otherwise the connection is closed.
      if (exchange.getResponseCode() < 0) refuse(exchange, 500, "the server failed unexpectedly");
    } finally {
      exchange.close();
      underWay.readLock().unlock();
    }
  }

  /** Who may go on; null if the request was answered. */
  private @Nullable User allowed(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    String host = headers.getFirst("Host");
    String origin = headers.getFirst("Origin");
    if (host == null || !isOurs(host)) {
      return refuse(exchange, 403, "this Host is not served; see --allow-host");
    }
    boolean foreign = origin != null && !access.origins().contains(origin) && !isLoopback(origin);
    if (foreign) return refuse(exchange, 403, "this Origin may not connect; see --allow-origin");
    if (origin != null) allowOrigin(exchange, origin);
    // A browser asks first, without the token.
    boolean asks = exchange.getRequestMethod().equals("OPTIONS");
    if (asks && origin != null) {
      exchange.sendResponseHeaders(204, -1);
      return null;
    }
    String path = exchange.getRequestURI().getPath();
    OAuth oauth = access.oauth();
    Map<String, Object> metadata = oauth == null ? null : oauth.metadata(path);
    if (metadata != null) {
      answer(exchange, 200, metadata);
      return null;
    }
    String authorization = headers.getFirst("Authorization");
    User user;
    try {
      user = access.user(authorization);
    } catch (IOException e) {
      exchange.getResponseHeaders().set("Retry-After", "60");
      return refuse(exchange, 503, "the authorization server does not tell its keys; try again");
    }
    if (user == null) {
      String realm = "Bearer realm=\"freight-mcp-server\"";
      String challenge = oauth == null ? realm : oauth.challenge(authorization != null);
      exchange.getResponseHeaders().set("WWW-Authenticate", challenge);
      return refuse(
          exchange,
          401,
          oauth == null
              ? "expected the bearer token: FREIGHT_MCP_TOKEN, or the one that the server printed at its start"
              : "expected an access token of the authorization server");
    }
    boolean elsewhere = !path.equals(PATH);
    if (elsewhere) return refuse(exchange, 404, "MCP is served at " + PATH);
    String revision = headers.getFirst("MCP-Protocol-Version");
    boolean known = revision == null || Session.REVISIONS.contains(revision);
    if (!known && !Modern.REVISION.equals(revision)) {
      answer(exchange, 400, Modern.unsupported(null, revision));
      return null;
    }
    return user;
  }

  /** Lets the page of this origin read the answers, as browsers demand. */
  private static void allowOrigin(HttpExchange exchange, String origin) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Vary", "Origin");
    headers.set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate, Retry-After");
    if (exchange.getRequestHeaders().getFirst("Access-Control-Request-Method") == null) return;
    headers.set("Access-Control-Allow-Methods", "GET, POST, DELETE");
    headers.set(
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id,"
            + " MCP-Protocol-Version, Mcp-Method, Mcp-Name");
    headers.set("Access-Control-Max-Age", "600");
    if (exchange.getRequestHeaders().getFirst("Access-Control-Request-Private-Network") != null) {
      headers.set("Access-Control-Allow-Private-Network", "true");
    }
  }

  private boolean isOurs(String host) {
    String name = host.replaceFirst(":[0-9]{1,5}$", "");
    return List.of("127.0.0.1", "localhost", "[::1]").contains(name)
        || access.hosts().contains(name);
  }

  private static boolean isLoopback(String origin) {
    return origin.matches("https?://(127\\.0\\.0\\.1|localhost|\\[::1])(:[0-9]{1,5})?");
  }

  private void post(HttpExchange exchange, User user) throws IOException {
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
    if (message instanceof Map<?, ?> m && isModern(exchange, m)) {
      modern(exchange, user, m);
      return;
    }
    boolean opens = message instanceof Map<?, ?> m && "initialize".equals(m.get("method"));
    if (opens && message instanceof Map<?, ?> m) {
      // Before it opens a session, which would stay.
      Map<?, ?> params = m.get("params") instanceof Map<?, ?> p ? p : Map.of();
      Object id = m.get("id");
      boolean usable = id instanceof String || id instanceof BigDecimal;
      String problem = usable ? Session.problem(params) : "id: expected a string or an integer";
      if (problem != null) {
        answer(exchange, 400, Messages.error(usable ? id : null, Messages.INVALID_PARAMS, problem));
        return;
      }
    }
    HttpSessions.Entry entry = opens ? sessions.open(user) : find(exchange, user);
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

  /** Whether a request belongs to no session: by its header, by what it says, or by its method. */
  private static boolean isModern(HttpExchange exchange, Map<?, ?> message) {
    Map<?, ?> params = message.get("params") instanceof Map<?, ?> p ? p : Map.of();
    return Modern.REVISION.equals(exchange.getRequestHeaders().getFirst("MCP-Protocol-Version"))
        || Modern.revision(params) != null;
  }

  /** Answers one request, of which nothing is left behind. */
  private void modern(HttpExchange exchange, User user, Map<?, ?> message) throws IOException {
    Object id = message.get("id");
    boolean usable = id instanceof String || id instanceof BigDecimal;
    if (!usable || !(message.get("method") instanceof String method)) {
      boolean notifies = message.get("method") instanceof String && !message.containsKey("id");
      if (notifies) exchange.sendResponseHeaders(202, -1);
      else {
        String why = "expected a request with a method, and an id that is a string or an integer";
        answer(exchange, 400, Messages.error(null, Messages.INVALID_REQUEST, why));
      }
      return;
    }
    Map<?, ?> params = message.get("params") instanceof Map<?, ?> p ? p : Map.of();
    String mismatch = mismatch(exchange.getRequestHeaders(), method, params);
    if (mismatch != null) {
      answer(exchange, 400, Messages.error(id, Modern.HEADER_MISMATCH, mismatch));
      return;
    }
    HttpSessions.Entry alone = sessions.alone(user);
    Reply reply = new Reply(exchange, alone, id);
    alone.session().receive(message, reply);
    reply.await();
  }

  /** What a header says otherwise than the body; null if they agree. */
  private static @Nullable String mismatch(Headers headers, String method, Map<?, ?> params) {
    Object revision = Modern.revision(params);
    if (revision == null) return "_meta: io.modelcontextprotocol/protocolVersion is missing";
    String problem = differs(headers, "MCP-Protocol-Version", revision);
    if (problem == null) problem = differs(headers, "Mcp-Method", method);
    if (problem == null && method.equals("tools/call")) {
      problem = differs(headers, "Mcp-Name", params.get("name"));
    }
    return problem;
  }

  private static @Nullable String differs(Headers headers, String name, @Nullable Object body) {
    String value = headers.getFirst(name);
    if (value != null && value.startsWith("=?base64?") && value.endsWith("?=")) {
      try {
        byte[] bytes = Base64.getDecoder().decode(value.substring(9, value.length() - 2));
        value = new String(bytes, StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        return "Header mismatch: " + name + " is not Base64";
      }
    }
    return String.valueOf(body).equals(value)
        ? null
        : "Header mismatch: " + name + " is missing or differs from the body";
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

  private void listen(HttpExchange exchange, User user) throws IOException {
    HttpSessions.Entry entry = find(exchange, user);
    if (entry == null) return;
    if (!entry.listen(exchange))
      refuse(exchange, 409, "this session has an open stream already; close it first");
  }

  private void end(HttpExchange exchange, User user) throws IOException {
    HttpSessions.Entry entry = find(exchange, user);
    if (entry == null) return;
    sessions.end(entry.id());
    exchange.sendResponseHeaders(204, -1);
  }

  private HttpSessions.@Nullable Entry find(HttpExchange exchange, User user) throws IOException {
    String id = exchange.getRequestHeaders().getFirst("Mcp-Session-Id");
    HttpSessions.Entry entry = id == null ? null : sessions.find(id, user);
    if (id == null) {
      refuse(exchange, 400, "Mcp-Session-Id is missing; call initialize first");
    } else if (entry == null) {
      refuse(exchange, 404, "there is no such session, or it has expired; call initialize again");
    }
    return entry;
  }

  private static @Nullable User refuse(HttpExchange exchange, int status, String why)
      throws IOException {
    answer(exchange, status, Messages.error(null, Messages.BUSY, why));
    return null;
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
    // The server itself would wait a whole second, also with nothing to wait for.
    try {
      if (underWay.writeLock().tryLock(1, TimeUnit.SECONDS)) underWay.writeLock().unlock();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop(0);
  }
}
