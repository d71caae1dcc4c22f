package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Network;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.Authenticator;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dispatcher;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** The connections of one client, its look-ups and their watch. */
final class Wire {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.http");

  /** Shorter than the idle timeouts of servers and load balancers, which start at 30 s. */
  private static final long KEEP_ALIVE_SECONDS = 20;

  /** Whether the connections are those of the caller's own client. */
  final boolean isCallers;

  final ExchangeWatch watch;

  /** Carries requests in place of sockets; null for sockets. */
  final @Nullable Network network;

  final Lookups lookups;
  private final WireGuards guards;
  private final OkHttpClient client;

  private volatile boolean closed;

  /**
   * @param base the caller's client; null for a new one
   * @param keptConnections how many idle connections a new client keeps
   */
  Wire(@Nullable OkHttpClient base, Threads threads, int keptConnections, Environment environment) {
    this.isCallers = base != null;
    this.watch = new ExchangeWatch(environment.machine(), threads);
    this.network = environment.network();
    OkHttpClient.Builder builder =
        base != null
            ? base.newBuilder()
            : new OkHttpClient.Builder()
                .connectionSpecs(List.of(ConnectionSpec.CLEARTEXT))
                .connectionPool(
                    new ConnectionPool(keptConnections, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS));
    this.lookups = new Lookups(base == null ? Dns.SYSTEM : base.dns(), threads);
    this.client =
        builder
            .dns(lookups)
            .dispatcher(new Dispatcher(threads))
            .retryOnConnectionFailure(false)
            .followRedirects(false)
            .followSslRedirects(false)
            .authenticator(Authenticator.NONE)
            .cache(null)
            // The watch ends attempts that time out; each of these timeouts would wake okio's
            // watchdog thread.
            .callTimeout(Duration.ZERO)
            .readTimeout(Duration.ZERO)
            .writeTimeout(Duration.ZERO)
            .build();
    this.guards = new WireGuards(watch, environment);
  }

  /** A client over these connections, with everything off that would send a request twice. */
  OkHttpClient client(TransportSettings settings) {
    OkHttpClient.Builder builder = client.newBuilder().connectTimeout(settings.connectTimeout());
    // Certificates take a while to read, so only who needs them does.
    if (settings.usesTls() && !isCallers) {
      builder.connectionSpecs(List.of(ConnectionSpec.MODERN_TLS, ConnectionSpec.CLEARTEXT));
    }
    // All calls share an HTTP/2 connection, which a timeout does not end: if its path has died
    // without a word, only a ping that is not answered keeps the next call from it.
    if (client.pingIntervalMillis() == 0) builder.pingInterval(settings.pingInterval());
    guards.install(builder);
    return builder.build();
  }

  /** The calls of the client have ended. Idempotent. */
  void close() {
    closed = true;
    evict();
    watch.close();
  }

  /** An exchange that ends after {@link #close} has put its connection back. */
  void exchangeEnded() {
    if (closed) evict();
  }

  private void evict() {
    if (isCallers) return;
    try {
      client.connectionPool().evictAll();
    } catch (Throwable thrown) {
      LOG.log(Level.WARNING, "a connection could not be closed", thrown);
    }
  }
}
