package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Threads;
import java.io.IOException;
import java.net.Proxy;
import java.time.Duration;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over OkHttp, with everything switched off that would send a request a second time.
 * Safe for concurrent use.
 */
public final class HttpTransport implements AutoCloseable {
  /**
   * The limits of a transport.
   *
   * @param connectTimeout for one TCP connect
   * @param maxConcurrentRequests the most requests in flight at once; more wait
   * @param usesTls false if only plain text is ever sent
   * @param pingInterval how often an HTTP/2 connection is asked whether it is alive, if the
   *     caller's client does not say
   */
  public record TransportSettings(
      Duration connectTimeout, int maxConcurrentRequests, boolean usesTls, Duration pingInterval) {
    /**
     * A third of the usual time of an attempt: a dead connection is known after two intervals at
     * most, before the attempt that found it dead has timed out.
     */
    public static final Duration PING_INTERVAL = Duration.ofSeconds(10);
  }

  /** Of a body that is read, in bytes after decompression. */
  private static final long LONGEST_BODY = 8L * 1024 * 1024;

  /** How much is kept of a body over the cap, for the excerpt. */
  private static final long EXCERPT_BYTES = 4096;

  private final OkHttpClient client;

  /**
   * Limits the requests in flight. Every exchange needs an admitted ticket before it is executed.
   */
  public final Limiter limiter;

  final Wire wire;

  /**
   * @param base the caller's client, whose interceptors, listeners, proxy, TLS and pool are used;
   *     null for a new client
   * @param threads for background work of OkHttp; not shut down here
   */
  public HttpTransport(
      @Nullable OkHttpClient base,
      Threads threads,
      TransportSettings settings,
      Environment environment) {
    this.wire = new Wire(base, threads, settings.maxConcurrentRequests(), environment);
    this.limiter = new Limiter(settings.maxConcurrentRequests());
    this.client = wire.client(settings);
  }

  /**
   * Prepares a request, which can be sent once.
   *
   * @param body the JSON bytes, never changed; null for no body, which not every method may do
   *     without; none for an empty one
   */
  public Exchange exchange(String method, HttpUrl url, Headers headers, byte @Nullable [] body) {
    WireTrace trace = new WireTrace(body != null && body.length > 0);
    Request.Builder request =
        new Request.Builder()
            .url(url)
            .headers(headers)
            .method(method, body == null ? null : trace.new OneShotBody(body));
    return new Exchange(client.newCall(request.build()), trace, this);
  }

  /** Reads the complete answer, up to a cap that counts decompressed bytes, and closes it. */
  WireAnswer read(Response response) throws IOException {
    try (ResponseBody body = response.body()) {
      BufferedSource source = body.source();
      boolean oversized = source.request(LONGEST_BODY + 1);
      Buffer bytes = new Buffer();
      if (oversized) {
        source.read(bytes, EXCERPT_BYTES);
      } else {
        source.readAll(bytes);
      }
      return new WireAnswer(
          response.request().url(), response.code(), response.headers(), bytes, oversized);
    }
  }

  /**
   * The address that a connection to this URL goes to first, for messages: the proxy if one is set.
   */
  String target(HttpUrl url) {
    Proxy proxy = client.proxy();
    return proxy == null || proxy.type() == Proxy.Type.DIRECT
        ? url.host() + ":" + url.port()
        : "proxy " + proxy.address();
  }

  /** Closes the connections, if they are its own. Idempotent. */
  @Override
  public void close() {
    wire.close();
  }
}
