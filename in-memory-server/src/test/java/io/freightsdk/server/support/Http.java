package io.freightsdk.server.support;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.ServerInProcess.Delivery;
import io.freightsdk.server.ServerInProcess.Received;
import io.freightsdk.server.http.JsonText;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * A plain HTTP client for tests, like a caller without the SDK. Calls a server in this process
 * without a connection, or an address over a connection. Checks each response against its
 * description. Thread-safe.
 */
public final class Http {
  private static final byte[] NOTHING = {};

  private final Transport transport;
  private final String key;

  /** Calls a server in this process, without a connection. */
  public Http(InMemoryFreightServer server, String key) {
    this(new InProcess(server), key);
  }

  /** Calls an address over connections. */
  public Http(String baseUrl, String key) {
    this(new Connections(baseUrl), key);
  }

  private Http(Transport transport, String key) {
    this.transport = transport;
    this.key = key;
  }

  public static Http to(InMemoryFreightServer server) {
    return new Http(server, null);
  }

  public static Http to(String baseUrl) {
    return new Http(baseUrl, null);
  }

  public Http as(String otherKey) {
    return new Http(transport, otherKey);
  }

  public Reply get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  public Reply post(String path, String json, String... headers) {
    return send("POST", path, json, headers);
  }

  /**
   * Sends a request. {@code headers} are alternating names and values, which replace the content
   * type and the key.
   */
  public Reply send(String method, String path, String body, String... headers) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (body != null) all.put("Content-Type", "application/json");
    if (key != null) all.put("Authorization", "Bearer " + key);
    for (int i = 0; i < headers.length; i += 2) all.put(headers[i], headers[i + 1]);
    byte[] sent = body == null ? NOTHING : body.getBytes(StandardCharsets.UTF_8);
    return checked(method, path, List.copyOf(all.entrySet()), sent);
  }

  /**
   * Sends a request with these header lines, such as {@code Host: localhost}, and the headers of
   * its framing.
   */
  public Reply sendOnly(String method, String path, byte[] body, String... lines) {
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    for (String line : lines) {
      String[] parts = line.split(": ", 2);
      headers.add(Map.entry(parts[0], parts[1]));
    }
    return checked(method, path, headers, body);
  }

  private Reply checked(
      String method, String path, List<Map.Entry<String, String>> headers, byte[] body) {
    try {
      Reply reply = transport.pass(method, path, headers, body);
      ResponseCheck.check(method, path, reply.received());
      return reply;
    } catch (IOException e) {
      throw new ConnectionLost(e);
    }
  }

  /** Thrown if the connection ended before the response was complete. */
  public static final class ConnectionLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConnectionLost(IOException cause) {
      super(cause);
    }
  }

  /** A way to a server. */
  private interface Transport {
    Reply pass(String method, String path, List<Map.Entry<String, String>> headers, byte[] body)
        throws IOException;
  }

  private record InProcess(InMemoryFreightServer server) implements Transport {
    @Override
    public Reply pass(
        String method, String path, List<Map.Entry<String, String>> headers, byte[] body)
        throws IOException {
      Received response = ServerInProcess.call(server, method, path, headers, body);
      if (response.delivery() != Delivery.WHOLE) throw new EOFException(response.delivery().name());
      return new Reply(response.status(), response.headers(), response.body());
    }
  }

  /**
   * The connections to one server. Servers share none, because the operating system reuses ports: a
   * kept connection to a port's earlier server would fail the next request.
   */
  private static final class Connections implements Transport {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Executor THREADS =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "test-http");
              thread.setDaemon(true);
              return thread;
            });

    private final HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .executor(THREADS)
            .build();
    private final String baseUrl;

    Connections(String baseUrl) {
      this.baseUrl = baseUrl;
    }

    @Override
    public Reply pass(
        String method, String path, List<Map.Entry<String, String>> headers, byte[] body)
        throws IOException {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(baseUrl + path))
              .timeout(TIMEOUT)
              .method(
                  method,
                  body.length == 0
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofByteArray(body));
      headers.forEach(header -> request.header(header.getKey(), header.getValue()));
      try {
        HttpResponse<byte[]> response =
            http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        Map<String, String> came = new TreeMap<>();
        response.headers().map().forEach((name, values) -> came.put(name, values.get(0)));
        return new Reply(response.statusCode(), came, response.body());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** A response. */
  public static final class Reply {
    private final int status;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final byte[] body;

    Reply(int status, Map<String, String> headers, byte[] body) {
      this.status = status;
      this.headers.putAll(headers);
      this.body = body;
    }

    public int status() {
      return status;
    }

    /** The value of a header; null if it is absent. In process, there are no headers of framing. */
    public String header(String name) {
      return headers.get(name);
    }

    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    public byte[] bytes() {
      return body;
    }

    /** The body as a tree. */
    public Tree json() {
      try {
        return new Tree(JsonText.parse(body));
      } catch (IOException e) {
        throw new AssertionError("not JSON: " + text(), e);
      }
    }

    private ResponseCheck.ReceivedResponse received() {
      String type = header("Content-Type");
      return new ResponseCheck.ReceivedResponse(status(), type == null ? "" : type, text());
    }

    @Override
    public String toString() {
      return status() + " " + text();
    }
  }
}
