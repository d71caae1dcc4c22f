package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.TimeSource;
import java.net.ProxySelector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import okhttp3.Authenticator;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dispatcher;
import okhttp3.Dns;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of a client over OkHttp, each at most once. By default, OkHttp repeats
 * requests that were lost, redirected or refused, and its settings alone do not stop all repeats.
 * Safe for concurrent use.
 */
public class HttpTransport implements AutoCloseable {
  private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");

  /** Shorter than the idle timeouts of servers and load balancers, which start at 30 s. */
  private static final long KEEP_ALIVE_SECONDS = 20;

  /**
   * A third of the default attempt timeout. A dead connection is found after two intervals at most,
   * before the attempt that uses it has timed out.
   */
  private static final Duration PING_INTERVAL = Duration.ofSeconds(10);

  final ExchangeWatch watch;
  final DnsLookups dnsLookups;

  /** Limits the number of requests in flight. */
  public final RequestSlots slots;

  /** Whether it uses interceptors, listeners and connections of the caller's own client. */
  final boolean usesCallersClient;

  /** Whether the service has responded, so that its name and the proxy are right. */
  volatile boolean hasResponded;

  final OkHttpClient client;

  /**
   * @param base the caller's client, whose interceptors, listeners, proxy, TLS and pool are used;
   *     null for a new client
   * @param connectTimeout for one TCP connect
   * @param maxConcurrentRequests the maximum number of requests in flight; more wait
   * @param usesTls false if only plain text is ever sent
   * @param threads for DNS lookups; not shut down here
   */
  public HttpTransport(
      @Nullable OkHttpClient base,
      Duration connectTimeout,
      int maxConcurrentRequests,
      boolean usesTls,
      Executor threads,
      TimeSource time) {
    this.slots = new RequestSlots(maxConcurrentRequests);
    this.usesCallersClient = base != null;
    this.watch = new ExchangeWatch(time);
    this.dnsLookups = new DnsLookups(base == null ? Dns.SYSTEM : base.dns(), threads);
    OkHttpClient.Builder builder =
        base == null ? ownConnections(maxConcurrentRequests, usesTls) : base.newBuilder();
    // All calls share an HTTP/2 connection, which a timeout does not close. If its path dies
    // silently, only an unanswered ping keeps the next call from using it.
    boolean callerPings = base != null && base.pingIntervalMillis() != 0;
    if (!callerPings) builder.pingInterval(PING_INTERVAL);
    new SendOnceInterceptors(watch, time).install(builder);
    ProxySelector proxies = base == null ? ProxySelector.getDefault() : base.proxySelector();
    if (proxies != null) builder.proxySelector(new ReportingProxySelector(proxies, dnsLookups));
    this.client =
        builder
            .dns(dnsLookups)
            // Not the caller's dispatcher: calls are executed on their own threads.
            .dispatcher(new Dispatcher())
            .retryOnConnectionFailure(false)
            .followRedirects(false)
            .followSslRedirects(false)
            .authenticator(Authenticator.NONE)
            .cache(null)
            .connectTimeout(connectTimeout)
            // The watch ends attempts that time out; each of these timeouts would wake okio's
            // watchdog thread.
            .callTimeout(Duration.ZERO)
            .readTimeout(Duration.ZERO)
            .writeTimeout(Duration.ZERO)
            .build();
  }

  private static OkHttpClient.Builder ownConnections(int maxConcurrentRequests, boolean usesTls) {
    // Reading the certificates takes a while, so a client without TLS does not read them.
    List<ConnectionSpec> specs =
        usesTls
            ? List.of(ConnectionSpec.MODERN_TLS, ConnectionSpec.CLEARTEXT)
            : List.of(ConnectionSpec.CLEARTEXT);
    return new OkHttpClient.Builder()
        .connectionSpecs(specs)
        .connectionPool(
            new ConnectionPool(maxConcurrentRequests, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS));
  }

  /**
   * Prepares a request, which can be sent once.
   *
   * @param body the JSON bytes, which must not be changed; null for no body
   */
  public Exchange exchange(String method, HttpUrl url, Headers headers, byte @Nullable [] body) {
    RequestBody json = body == null ? null : RequestBody.create(body, JSON);
    Request request = new Request.Builder().url(url).headers(headers).method(method, json).build();
    return new Exchange(client.newCall(request), this);
  }

  /** Closes the connections, unless they are the caller's. Idempotent. */
  @Override
  public void close() {
    watch.close();
    if (!usesCallersClient) client.connectionPool().evictAll();
  }
}
