package io.freightsdk.server.support;

import io.freightsdk.server.http.JsonText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * A plain HTTP client for tests: what any caller without an SDK would do. Each has connections of
 * its own: the system gives a port again, and a kept connection to the server that had it before is
 * dropped by the JDK while the next request goes out on it.
 */
public final class Http {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Executor THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "test-http");
            thread.setDaemon(true);
            return thread;
          });

  private final HttpClient http;
  private final String baseUrl;
  private final String key;

  public Http(String baseUrl, String key) {
    this(
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .executor(THREADS)
            .build(),
        baseUrl,
        key);
  }

  private Http(HttpClient http, String baseUrl, String key) {
    this.http = http;
    this.baseUrl = baseUrl;
    this.key = key;
  }

  public static Http to(String baseUrl) {
    return new Http(baseUrl, null);
  }

  public Http as(String otherKey) {
    return new Http(http, baseUrl, otherKey);
  }

  public Reply get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  public Reply post(String path, String json, String... headers) {
    return send("POST", path, json, headers);
  }

  /** Sends one request; {@code headers} are alternating names and values. */
  public Reply send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(baseUrl + path)).timeout(TIMEOUT);
    if (body == null) {
      request.method(method, HttpRequest.BodyPublishers.noBody());
    } else {
      request.method(method, HttpRequest.BodyPublishers.ofString(body));
      request.setHeader("Content-Type", "application/json");
    }
    if (key != null) request.setHeader("Authorization", "Bearer " + key);
    for (int i = 0; i < headers.length; i += 2) request.setHeader(headers[i], headers[i + 1]);
    try {
      HttpResponse<byte[]> response =
          http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      Reply reply = new Reply(response);
      ResponseCheck.check(method, path, reply.answered());
      return reply;
    } catch (IOException e) {
      throw new ConnectionLost(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The connection ended without a whole answer. */
  public static final class ConnectionLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConnectionLost(IOException cause) {
      super(cause);
    }
  }

  /** One answer. */
  public static final class Reply {
    private final HttpResponse<byte[]> response;

    Reply(HttpResponse<byte[]> response) {
      this.response = response;
    }

    public int status() {
      return response.statusCode();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse(null);
    }

    public String text() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    public byte[] bytes() {
      return response.body();
    }

    /** The body as a tree. */
    public Tree json() {
      try {
        return new Tree(JsonText.parse(response.body()));
      } catch (IOException e) {
        throw new AssertionError("not JSON: " + text(), e);
      }
    }

    private ResponseCheck.Answered answered() {
      String type = header("Content-Type");
      return new ResponseCheck.Answered(status(), type == null ? "" : type, text());
    }

    @Override
    public String toString() {
      return status() + " " + text();
    }
  }
}
