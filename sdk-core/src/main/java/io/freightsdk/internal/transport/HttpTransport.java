package io.freightsdk.internal.transport;

import io.freightsdk.CallTag;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.SocketFactory;
import okhttp3.Authenticator;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * The way to the service over OkHttp, with everything switched off that sends a request a second
 * time. Safe for concurrent use.
 */
public final class HttpTransport implements AutoCloseable {
  /**
   * The limits of a transport.
   *
   * @param connectTimeout for one TCP connect
   * @param maxConcurrentRequests wire requests at once; more wait
   * @param maxResponseBytes longest body read, after decompression
   * @param interceptors of the caller, after those of its client
   */
  public record TransportSettings(
      Duration connectTimeout,
      int maxConcurrentRequests,
      long maxResponseBytes,
      List<Interceptor> interceptors) {}

  private static final System.Logger LOG = System.getLogger(HttpTransport.class.getName());

  /** Shorter than the idle timeouts of servers and load balancers, which start at 30 s. */
  private static final long KEEP_ALIVE_SECONDS = 20;

  /** Of a body over the cap, a start for the excerpt; the rest is not worth its memory. */
  private static final long EXCERPT_BYTES = 4096;

  private final OkHttpClient client;
  private final boolean ownsConnections;

  /** Whether code of the caller may look at requests. */
  public final boolean isWatched;

  private final long maxResponseBytes;

  /** Who may be on the wire. Every exchange needs a place before it is executed. */
  public final Limiter limiter;

  final ExchangeWatch watch = new ExchangeWatch();
  volatile boolean closed;

  /**
   * A transport.
   *
   * @param base the caller's client, whose interceptors, listeners, proxy, TLS and pool are used;
   *     null for a client of our own
   * @param threads for what OkHttp runs in the background; not shut down here
   * @param nanoTime tells how long a pooled connection was idle
   */
  public HttpTransport(
      @Nullable OkHttpClient base,
      ExecutorService threads,
      TransportSettings settings,
      LongSupplier nanoTime) {
    this.ownsConnections = base == null;
    this.isWatched = base != null || !settings.interceptors().isEmpty();
    this.maxResponseBytes = settings.maxResponseBytes();
    this.limiter = new Limiter(settings.maxConcurrentRequests());
    OkHttpClient.Builder builder =
        base != null
            ? base.newBuilder()
            : new OkHttpClient.Builder()
                .connectionPool(
                    new ConnectionPool(
                        settings.maxConcurrentRequests(), KEEP_ALIVE_SECONDS, TimeUnit.SECONDS));
    builder
        .dispatcher(new Dispatcher(threads))
        .retryOnConnectionFailure(false)
        .followRedirects(false)
        .followSslRedirects(false)
        .authenticator(Authenticator.NONE)
        .cache(null)
        .connectTimeout(settings.connectTimeout())
        // The watch ends an attempt whose time is up; each of these would wake okio's watchdog.
        .callTimeout(Duration.ZERO)
        .readTimeout(Duration.ZERO)
        .writeTimeout(Duration.ZERO);
    settings.interceptors().forEach(builder::addInterceptor);
    boolean ownSockets =
        base == null || base.socketFactory().getClass() == SocketFactory.getDefault().getClass();
    new WireGuards(watch, nanoTime).install(builder, ownSockets);
    this.client = builder.build();
  }

  /**
   * Makes a request ready to be sent, once.
   *
   * @param body the JSON bytes, never changed; null for no body
   * @param tag tells interceptors what the request is for; null when there are none
   */
  public Exchange exchange(
      String method, HttpUrl url, Headers headers, byte @Nullable [] body, @Nullable CallTag tag) {
    WireTrace trace = new WireTrace(body != null);
    Request.Builder request =
        new Request.Builder()
            .url(url)
            .headers(headers)
            .method(method, body == null ? null : trace.new OneShotBody(body));
    if (tag != null) request.tag(CallTag.class, tag);
    return new Exchange(client.newCall(request.build()), trace, this);
  }

  /** Reads an answer whole, up to a cap counted after decompression, and closes it. */
  WireAnswer read(Response response) throws IOException {
    try (ResponseBody body = response.body()) {
      BufferedSource source = body.source();
      boolean oversized = source.request(maxResponseBytes + 1);
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

  /** Where a connection to this URL goes first, for messages: the proxy if one is set. */
  String target(HttpUrl url) {
    Proxy proxy = client.proxy();
    return proxy == null || proxy.type() == Proxy.Type.DIRECT
        ? url.host() + ":" + url.port()
        : "proxy " + proxy.address();
  }

  /** Ends what is on the wire and closes connections of our own. Idempotent. */
  @Override
  public void close() {
    closed = true;
    evict();
    watch.close();
  }

  /** An exchange that ends after {@link #close} has put its connection back into the pool. */
  void evict() {
    if (!ownsConnections) return;
    try {
      client.connectionPool().evictAll();
    } catch (Throwable thrown) {
      LOG.log(Level.WARNING, "a connection could not be closed", thrown);
    }
  }
}
