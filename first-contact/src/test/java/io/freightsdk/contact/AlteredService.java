package io.freightsdk.contact;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.freightsdk.server.Broker;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The in-memory server behind a proxy that changes a response, a request or the balance. It
 * forwards everything else unchanged.
 */
final class AlteredService implements AutoCloseable {
  static final JsonMapper JSON = new JsonMapper();

  static {
    // Otherwise a response on a kept connection waits 40 ms for the client's acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /** Shared, because each new client reads the certificates of the machine. */
  private static final OkHttpClient HTTP = new OkHttpClient();

  final InMemoryFreightServer server = InMemoryFreightServer.start();

  /** Its key has characters with a meaning in patterns, as in base64. */
  final Broker broker =
      server.createBroker(
          BrokerSettings.DEFAULT.withBalance("25.00").withAgentKey("fak_0123+4567=="));

  final Time waits = new Time(true);
  final List<ReceivedRequest> requests = new ArrayList<>();

  /** The requests of the program itself, not of the client that it runs. */
  final List<Arrival> arrivals = new ArrayList<>();

  /** The number of requests of each kind. Guarded by the requests. */
  private final Map<String, Integer> counts = new HashMap<>();

  private final HttpServer proxy;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Moved> moves = new ArrayList<>();
  private Duration lag = Duration.ZERO;
  private Function<ReceivedRequest, SentResponse> alteration = this::forward;
  private BigDecimal others = BigDecimal.ZERO;
  private Duration otherBegins = Duration.ofDays(1);
  private Duration otherPause = Duration.ofDays(1);
  private final Instant start = waits.now();

  /** The time and connection of a request. */
  record Arrival(Instant at, int port, ReceivedRequest received) {}

  private record Moved(Instant at, BigDecimal balance) {}

  /**
   * A received request.
   *
   * @param nth its number among the requests with this method and kind of path, from 1
   */
  record ReceivedRequest(
      String method, String path, Map<String, String> headers, String body, int nth) {
    boolean isCreation(int number) {
      return method.equals("POST") && path.equals("/v1/agent/loads") && nth == number;
    }

    boolean isRead(int number) {
      return method.equals("GET") && path.startsWith("/v1/agent/loads/") && nth == number;
    }

    boolean isAnyRead() {
      return isRead(nth);
    }

    boolean isConfirmation(int number) {
      return method.equals("POST") && path.endsWith("/delivery-confirm") && nth == number;
    }

    boolean isStatusWrite(int number) {
      return method.equals("PATCH") && nth == number;
    }

    boolean isList() {
      return path.equals("/v1/agent/pricing");
    }

    boolean isBalance() {
      return path.equals("/v1/agent/balance");
    }

    /** A header; empty without one. */
    String header(String name) {
      return headers.getOrDefault(name, "");
    }

    ReceivedRequest with(Map<String, String> others) {
      return new ReceivedRequest(method, path, others, body, nth);
    }

    ReceivedRequest without(String header) {
      Map<String, String> rest = new LinkedHashMap<>(headers);
      rest.remove(header);
      return new ReceivedRequest(method, path, rest, body, nth);
    }
  }

  /** A response; status 0 closes the connection instead. */
  record SentResponse(int status, Map<String, String> headers, String body) {
    static final SentResponse NOTHING = new SentResponse(0, Map.of(), "");

    SentResponse withStatus(int other) {
      return new SentResponse(other, headers, body);
    }

    SentResponse with(String header, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(header, value);
      return new SentResponse(status, more, body);
    }

    SentResponse without(String header) {
      Map<String, String> fewer = new LinkedHashMap<>(headers);
      fewer.remove(header);
      return new SentResponse(status, fewer, body);
    }

    SentResponse withBody(String other) {
      return new SentResponse(status, headers, other);
    }

    SentResponse json(Consumer<ObjectNode> change) {
      ObjectNode object = (ObjectNode) JSON.readTree(body);
      change.accept(object);
      return withBody(JSON.writeValueAsString(object));
    }
  }

  AlteredService() {
    try {
      proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    proxy.setExecutor(threads);
    proxy.createContext("/", this::handle);
    proxy.start();
    moves.add(new Moved(start, broker.balanceUsd()));
  }

  String url() {
    return "http://127.0.0.1:" + proxy.getAddress().getPort();
  }

  /** Replaces {@link #forward}, which returns the response of the server. */
  AlteredService alter(Function<ReceivedRequest, SentResponse> to) {
    alteration = to;
    return this;
  }

  /** Shows charges in the balance so much later. */
  AlteredService lag(Duration by) {
    lag = by;
    return this;
  }

  /** Another program spends this amount at intervals, from a time on. */
  synchronized AlteredService otherProgram(String usd, Duration after, Duration every) {
    others = new BigDecimal(usd);
    otherBegins = after;
    otherPause = every;
    return this;
  }

  /** The time since its start. */
  Duration age() {
    return Duration.between(start, waits.now());
  }

  private BigDecimal extraCharges = BigDecimal.ZERO;

  /** Charges this amount without a request. */
  synchronized void take(String usd) {
    extraCharges = extraCharges.add(new BigDecimal(usd));
  }

  /** The amount that left the account, with all extra charges. */
  synchronized BigDecimal gone() {
    return new BigDecimal("25.00").subtract(broker.balanceUsd()).add(extraCharges);
  }

  Map<String, String> ourKey() {
    return Map.of(
        "Authorization", "Bearer " + broker.agentKey(), "Content-type", "application/json");
  }

  /** Creates a load for any request. */
  SentResponse sell(ReceivedRequest received) {
    String order = new RunContext(ProgramRun.PHONE, "lenient", "").orderWithoutReference();
    return forward(
        new ReceivedRequest(received.method(), received.path(), ourKey(), order, received.nth()));
  }

  SentResponse forward(ReceivedRequest received) {
    RequestBody body =
        received.method().equals("GET")
            ? null
            : RequestBody.create(received.body().getBytes(UTF_8));
    Request.Builder request =
        new Request.Builder()
            .url(server.baseUrl() + received.path())
            .method(received.method(), body);
    for (String name : List.of("Authorization", "Content-type", "Idempotency-key")) {
      String value = received.headers().get(name);
      if (value != null) request.header(name, value);
    }
    SentResponse sent;
    try (Response response = HTTP.newCall(request.build()).execute()) {
      Map<String, String> headers = new LinkedHashMap<>();
      for (String name :
          List.of("content-type", "x-request-id", "retry-after", "www-authenticate")) {
        String value = response.header(name);
        if (value != null) headers.put(name, value);
      }
      sent = new SentResponse(response.code(), headers, response.body().string());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean isBalance = received.isBalance() && sent.status() == 200;
    return isBalance ? sent.json(this::showBalance) : sent;
  }

  private synchronized void showBalance(ObjectNode body) {
    note();
    BigDecimal shown = moves.get(0).balance();
    for (Moved moved : moves) {
      if (!moved.at().isAfter(waits.now().minus(lag))) shown = moved.balance();
    }
    body.put("balanceUsd", shown);
  }

  private synchronized void note() {
    Duration spending = age().minus(otherBegins);
    long times = spending.isNegative() ? 0 : 1 + spending.dividedBy(otherPause);
    BigDecimal balance = broker.balanceUsd().subtract(extraCharges);
    balance = balance.subtract(others.multiply(BigDecimal.valueOf(times)));
    moves.add(new Moved(waits.now(), balance));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      ReceivedRequest received = received(exchange);
      SentResponse sent = alteration.apply(received);
      note();
      if (sent.status() == 0) return;
      sent.headers().forEach(exchange.getResponseHeaders()::set);
      byte[] body = sent.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(sent.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private ReceivedRequest received(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    Map<String, String> headers = new LinkedHashMap<>();
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
    String path = exchange.getRequestURI().getRawPath();
    String method = exchange.getRequestMethod();
    synchronized (requests) {
      int nth = counts.merge(kind(method, path), 1, Integer::sum);
      ReceivedRequest received = new ReceivedRequest(method, path, headers, body, nth);
      requests.add(received);
      boolean isFromSdkClient = !headers.getOrDefault("User-agent", "").startsWith("okhttp");
      if (!isFromSdkClient) {
        arrivals.add(new Arrival(waits.now(), exchange.getRemoteAddress().getPort(), received));
      }
      return received;
    }
  }

  private static String kind(String method, String path) {
    return method + path.replaceFirst("/loads/[^/]+", "/loads/*");
  }

  @Override
  public void close() {
    proxy.stop(0);
    threads.shutdown();
    server.close();
  }
}
