package io.freightsdk.internal.transport;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import okhttp3.Authenticator;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** The transport over OkHttp, with everything switched off that sends a request a second time. */
public final class OkHttpTransport implements Transport {
  /** Shorter than the idle timeouts of servers and load balancers, which start at 30 s. */
  private static final long KEEP_ALIVE_SECONDS = 20;

  private final OkHttpClient client;
  private final PoolSize pool;
  private final ExecutorService threads;
  private final boolean ownsConnections;
  private final long maxResponseBytes;
  private final Turnstile turnstile;
  private volatile boolean closed;

  /**
   * A transport.
   *
   * @param base the caller's client, whose interceptors, listeners, proxy, TLS and pool are used;
   *     null for a client of our own
   * @param threads runs the calls; shut down by {@link #close}
   * @param nanoTime tells how long a pooled connection was idle
   */
  public OkHttpTransport(
      @Nullable OkHttpClient base,
      ExecutorService threads,
      TransportSettings settings,
      LongSupplier nanoTime) {
    this.threads = threads;
    this.ownsConnections = base == null;
    this.turnstile = new Turnstile(settings.maxConcurrentRequests());
    this.maxResponseBytes = settings.maxResponseBytes();
    this.client = guard(base, settings, new StaleConnections(nanoTime));
    this.pool = new PoolSize(client.connectionPool());
  }

  private OkHttpClient guard(
      @Nullable OkHttpClient base, TransportSettings settings, StaleConnections stale) {
    OkHttpClient.Builder builder =
        base != null
            ? base.newBuilder()
            : new OkHttpClient.Builder()
                .connectionPool(
                    new ConnectionPool(
                        settings.maxConcurrentRequests(), KEEP_ALIVE_SECONDS, TimeUnit.SECONDS));
    builder
        .dispatcher(dispatcher())
        .retryOnConnectionFailure(false)
        .followRedirects(false)
        .followSslRedirects(false)
        .authenticator(Authenticator.NONE)
        .cache(null)
        .connectTimeout(settings.connectTimeout())
        // The timeout of the attempt covers reading and writing; shorter ones would cut it.
        .readTimeout(Duration.ZERO)
        .writeTimeout(Duration.ZERO)
        .addInterceptor(new LiveConnection());
    builder.networkInterceptors().add(0, StatusMask::hide);
    return builder.addNetworkInterceptor(new WireGate(stale)).build();
  }

  private Dispatcher dispatcher() {
    Dispatcher dispatcher = new Dispatcher(threads);
    // The turnstile counts; the dispatcher would not see requests on lent threads.
    dispatcher.setMaxRequests(Integer.MAX_VALUE);
    dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
    dispatcher.setIdleCallback(
        () -> {
          // A call that ended after close() has put its connection back into the pool.
          if (closed) {
            evict();
          }
        });
    return dispatcher;
  }

  @Override
  public WireCall send(
      WireRequest request, Duration timeout, WireCallback callback, @Nullable LentThread lent) {
    byte[] body = request.body();
    WireTrace trace = new WireTrace(body != null);
    Request okRequest =
        new Request.Builder()
            .url(request.url())
            .headers(request.headers())
            .method(request.method(), body == null ? null : new OneShotBody(body, trace))
            .tag(WireTrace.class, trace)
            .build();
    WatchdogShift.call();
    Call call = client.newCall(okRequest);
    call.timeout().timeout(Math.max(1, timeout.toMillis()), TimeUnit.MILLISECONDS);
    Answering answering = new Answering(trace, callback, lent);
    turnstile.enter(() -> start(call, answering, lent));
    return new WireCall(call, trace);
  }

  private void start(Call call, Answering answering, @Nullable LentThread lent) {
    boolean onLentThread = lent != null && mayLend() && lent.takes(() -> answering.execute(call));
    if (!onLentThread) {
      call.enqueue(answering);
    }
  }

  /**
   * Whether a request may run on the thread of its caller, who must get away from it at once when
   * the call is cancelled. Reading and writing end then; looking up a name does not, so there must
   * be an idle connection, and an interceptor of the caller's client need not.
   */
  private boolean mayLend() {
    return ownsConnections && !closed && pool.isAtLeast(turnstile.inside());
  }

  @Override
  public boolean busy() {
    return turnstile.hasLine();
  }

  @Override
  public void close() {
    closed = true;
    client.dispatcher().cancelAll();
    threads.shutdown();
    evict();
  }

  private void evict() {
    if (ownsConnections) {
      client.connectionPool().evictAll();
    }
  }

  private final class Answering implements Callback {
    private final WireTrace trace;
    private final WireCallback callback;
    private final @Nullable LentThread lent;

    Answering(WireTrace trace, WireCallback callback, @Nullable LentThread lent) {
      this.trace = trace;
      this.callback = callback;
      this.lent = lent;
    }

    /** Makes the call on this thread, with the same end as on one of the dispatcher's. */
    void execute(Call call) {
      Response response;
      try {
        response = call.execute();
      } catch (IOException e) {
        onFailure(call, e);
        return;
      } catch (RuntimeException | Error e) {
        onFailure(call, ForeignFailures.wrap(e));
        return;
      }
      onResponse(call, response);
    }

    @Override
    public void onResponse(Call call, Response response) {
      WireAnswer answer;
      try {
        answer = BodyReader.read(response, maxResponseBytes);
      } catch (IOException e) {
        onFailure(call, e);
        return;
      } catch (RuntimeException | Error e) {
        // OkHttp counts the callback as made: without this nobody would hear of it.
        onFailure(call, ForeignFailures.wrap(e));
        return;
      }
      leave();
      callback.answered(answer);
    }

    @Override
    public void onFailure(Call call, IOException e) {
      if (lent != null) {
        lent.heedInterrupt();
      }
      leave();
      callback.failed(WireFailure.of(trace.abandon(), trace.status(), e));
    }

    private void leave() {
      turnstile.leave();
      // On a lent thread the dispatcher was idle before the connection went back into the pool.
      if (closed) {
        evict();
      }
    }
  }
}
