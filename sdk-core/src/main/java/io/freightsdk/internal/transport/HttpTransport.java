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
import okhttp3.Dns;
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
 * Sends requests over OkHttp, with everything switched off that would send a request a second time.
 * Safe for concurrent use.
 */
public final class HttpTransport implements AutoCloseable {
  /**
   * The limits of a transport.
   *
   * @param connectTimeout for one TCP connect
   * @param maxConcurrentRequests the most requests in flight at once; more wait
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

  /** How much is kept of a body over the cap, for the excerpt. */
  private static final long EXCERPT_BYTES = 4096;

  private final OkHttpClient client;
  private final boolean ownsConnections;

  /** Whether code of the caller may see requests. */
  public final boolean isWatched;

  private final long maxResponseBytes;

  /**
   * Limits the requests in flight. Every exchange needs an admitted ticket before it is executed.
   */
  public final Limiter limiter;

  private final WireGuards guards;
  final ExchangeWatch watch = new ExchangeWatch();
  final Lookups lookups;
  volatile boolean closed;

  /**
   * @param base the caller's client, whose interceptors, listeners, proxy, TLS and pool are used;
   *     null for a new client
   * @param threads for background work of OkHttp; not shut down here
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
    this.lookups = new Lookups(base == null ? Dns.SYSTEM : base.dns(), threads);
    builder
        .dns(lookups)
        .dispatcher(new Dispatcher(threads))
        .retryOnConnectionFailure(false)
        .followRedirects(false)
        .followSslRedirects(false)
        .authenticator(Authenticator.NONE)
        .cache(null)
        .connectTimeout(settings.connectTimeout())
        // The watch ends attempts that time out; each of these timeouts would wake okio's watchdog
        // thread.
        .callTimeout(Duration.ZERO)
        .readTimeout(Duration.ZERO)
        .writeTimeout(Duration.ZERO);
    settings.interceptors().forEach(builder::addInterceptor);
    boolean ownSockets =
        base == null || base.socketFactory().getClass() == SocketFactory.getDefault().getClass();
    this.guards = new WireGuards(watch, nanoTime);
    guards.install(builder, ownSockets);
    this.client = builder.build();
  }

  /**
   * Prepares a request, which can be sent once.
   *
   * @param body the JSON bytes, never changed; null for no body
   * @param tag tells interceptors which call the request belongs to; null when there are none
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

  /** Reads the complete answer, up to a cap that counts decompressed bytes, and closes it. */
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

  /**
   * The address that a connection to this URL goes to first, for messages: the proxy if one is set.
   */
  String target(HttpUrl url) {
    Proxy proxy = client.proxy();
    return proxy == null || proxy.type() == Proxy.Type.DIRECT
        ? url.host() + ":" + url.port()
        : "proxy " + proxy.address();
  }

  /** Closes connections, if they are the client's own. Its calls have ended. Idempotent. */
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
      // The pool keeps a connection for ever whose call OkHttp did not see end.
      guards.closeSockets();
    } catch (Throwable thrown) {
      LOG.log(Level.WARNING, "a connection could not be closed", thrown);
    }
  }
}
