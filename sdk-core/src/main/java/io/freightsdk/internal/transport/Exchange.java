package io.freightsdk.internal.transport;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.net.Proxy;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response. When a call of OkHttp fails, its {@link IOException} does not say
 * whether the service can have the request; an exchange does. Created and executed on one thread;
 * any thread may cancel it.
 */
public class Exchange {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.http");

  final Call call;
  final RequestProgress progress = new RequestProgress();
  private final HttpTransport transport;
  private volatile @Nullable Thread thread;

  /** Whether it is waiting for a connection, the only time when a failure can be the proxy's. */
  private volatile boolean isConnecting;

  /** The proxy of the connection that it is waiting for; null for none. */
  private volatile @Nullable Proxy proxy;

  /** The HTTP/1.1 connection that carries it; null before it has one, and with HTTP/2. */
  private volatile @Nullable Connection connection;

  private volatile boolean timedOut;
  private volatile long dueNanos;

  /** Checked right before the request is written. */
  private volatile BooleanSupplier sendCondition = () -> true;

  Exchange(Call call, HttpTransport transport) {
    this.call = call;
    this.transport = transport;
  }

  Request request() {
    return call.request();
  }

  /**
   * Sends the request only if this condition is true when it is about to be written. The machine
   * may be suspended while it connects, and no timeout notices that.
   */
  public Exchange sendOnlyIf(BooleanSupplier sendCondition) {
    this.sendCondition = sendCondition;
    return this;
  }

  /**
   * Claims the right to write the request, or cancels it if its condition is false. Returns false
   * if it must not be sent any more.
   */
  boolean startWriting() {
    if (!sendCondition.getAsBoolean()) {
      progress.cancel();
    }
    return progress.startWriting();
  }

  /** The end of an exchange: a complete response, or a failure. */
  public sealed interface Result permits WireResponse, WireFailure {}

  /**
   * Sends the request and reads the response on this thread. Exceptions of OkHttp and of the
   * caller's interceptors become a {@link WireFailure}. An interrupt of the thread ends it within a
   * tenth of a second; the flag of the thread stays set.
   *
   * @param timeout from here to the last byte of the response
   */
  public Result execute(Duration timeout) {
    boolean interrupted = false;
    // Not null if an interceptor of another exchange makes this call.
    Exchange previous = transport.dnsLookups.current();
    transport.dnsLookups.setCurrent(this);
    try {
      dueNanos = transport.watch.now() + Math.max(1, timeout.toNanos());
      thread = Thread.currentThread();
      transport.watch.add(this);
      Response response = call.execute();
      return unaltered(WireResponse.read(response), response.networkResponse() != null);
    } catch (Throwable e) {
      // OkHttp throws an undeclared InterruptedException and clears the flag of the thread.
      interrupted = e instanceof InterruptedException || isInterrupt(e);
      return fail(e);
    } finally {
      transport.watch.remove(this);
      transport.dnsLookups.setCurrent(previous);
      thread = null;
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the response if it came from the network for this exchange and nothing has changed it;
   * otherwise a failure.
   *
   * @param fromNetwork whether it came from any network, even for another client
   */
  Result unaltered(WireResponse response, boolean fromNetwork) {
    int received = progress.networkStatus;
    if (received == response.status()) {
      transport.hasResponded = true;
      return response;
    }
    boolean isUnprocessed = progress.cancel() && !fromNetwork;
    String problem =
        received != 0
            ? "changed the response from " + received + " to " + response.status()
            : "responded on its own with "
                + response.status()
                + (isUnprocessed ? ", nothing was sent" : "; the service may have the request");
    return failure(new IllegalStateException("an interceptor " + problem), isUnprocessed);
  }

  private boolean isInterrupt(Throwable e) {
    return e instanceof InterruptedIOException && !timedOut && "interrupted".equals(e.getMessage());
  }

  /** Called when it starts to wait for a connection. */
  void connectionRequested() {
    isConnecting = true;
    proxySelected(transport.client.proxy());
  }

  /**
   * Called when the proxy of its connection is known.
   *
   * @param proxy null or a direct one for none
   */
  void proxySelected(@Nullable Proxy proxy) {
    this.proxy = proxy == null || proxy.type() == Proxy.Type.DIRECT ? null : proxy;
  }

  /** Called when it has a connection. */
  void connectionAcquired() {
    isConnecting = false;
  }

  /**
   * Called before it is written to a connection that carries only this exchange. A cancel then
   * marks the connection as unusable.
   */
  void connectionUsed(Connection carrier) {
    connection = carrier;
  }

  /** Cancels what is not written yet, and returns the failure. */
  WireFailure fail(Throwable e) {
    return failure(e, progress.cancel());
  }

  private WireFailure failure(Throwable e, boolean isUnprocessed) {
    if (timedOut) return WireFailure.timedOut(isUnprocessed);
    if (progress.repeated) return WireFailure.localFault(isUnprocessed, e, repeatingInterceptor());
    if (e instanceof IOException exception) return connectionFailure(isUnprocessed, exception);
    boolean isInterruption = e instanceof InterruptedException;
    return isInterruption
        ? connectionFailure(isUnprocessed, new IOException("interrupted", e))
        : WireFailure.localFault(isUnprocessed, e, failedCode(e));
  }

  private String repeatingInterceptor() {
    return "an interceptor of the OkHttpClient that repeated the request after HTTP "
        + progress.networkStatus;
  }

  /** The code that failed, as the start of a message. */
  private String failedCode(Throwable thrown) {
    boolean isLinkageError = thrown instanceof LinkageError;
    if (isLinkageError)
      return "a library on the class path that is incompatible with OkHttp or this client";
    return transport.usesCallersClient ? "an interceptor of the OkHttpClient" : "the HTTP library";
  }

  private WireFailure connectionFailure(boolean isUnprocessed, IOException thrown) {
    HttpUrl url = request().url();
    String service = url.host() + ":" + url.port();
    Proxy failedProxy = isConnecting && isUnprocessed ? proxy : null;
    return WireFailure.of(
        isUnprocessed,
        progress.interceptedStatus,
        thrown,
        service,
        failedProxy,
        transport.hasResponded,
        this::failedCode);
  }

  /** Cancels the request; the service may already have it. */
  public void cancel() {
    progress.cancel();
    cancelRequest();
  }

  /** Never throws, although it calls event listeners of the caller. */
  private void cancelRequest() {
    Connection carrier = connection;
    if (carrier != null) StaleConnectionCheck.markUnusable(carrier);
    try {
      call.cancel();
    } catch (Throwable listenerFailure) {
      LOG.log(
          Level.WARNING,
          "an event listener of the caller's OkHttpClient threw an exception when a call was"
              + " cancelled",
          listenerFailure);
    }
    // The thread may be waiting for a DNS lookup.
    Thread executing = thread;
    if (executing != null) LockSupport.unpark(executing);
  }

  /** Whether it was cancelled or has timed out. */
  boolean isCancelled() {
    return call.isCanceled();
  }

  long dueNanos() {
    return dueNanos;
  }

  /** Cancels the request if it has timed out or its thread was interrupted. */
  void cancelIfDueOrInterrupted(long now) {
    Thread executing = thread;
    if (dueNanos - now <= 0) {
      timedOut = true;
      cancelRequest();
    } else if (executing != null && executing.isInterrupted()) {
      cancelRequest();
    }
  }
}
