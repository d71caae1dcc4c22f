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
 * One request and its answer. A call of OkHttp fails with an {@link IOException} whatever has
 * happened; an exchange also says whether the service can have the request. Created and executed on
 * one thread; may be cancelled from any.
 */
public class Exchange {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.http");

  final Call call;
  final RequestProgress progress = new RequestProgress();
  private final HttpTransport transport;
  private volatile @Nullable Thread thread;

  /** Whether it is getting a connection: neither before nor after that does a proxy fail. */
  private volatile boolean isConnecting;

  /** Over which it gets one; null for none. */
  private volatile @Nullable Proxy proxy;

  /** The HTTP/1.1 connection that carries it; null before, and with HTTP/2. */
  private volatile @Nullable Connection connection;

  private volatile boolean timedOut;
  private volatile long dueNanos;

  /** Asked right before the request is written. */
  private volatile BooleanSupplier isInTime = () -> true;

  Exchange(Call call, HttpTransport transport) {
    this.call = call;
    this.transport = transport;
  }

  Request request() {
    return call.request();
  }

  /**
   * Sends the request only if this is still true when it is about to be written: the machine may be
   * suspended while it connects, and no timeout notices that.
   */
  public Exchange onlyIf(BooleanSupplier isInTime) {
    this.isInTime = isInTime;
    return this;
  }

  /** Claims the right to write the request; false if it is not sent any more. */
  boolean startWriting() {
    if (!isInTime.getAsBoolean()) {
      boolean unused = progress.cancel();
    }
    return progress.startWriting();
  }

  /** How an exchange ended: with a complete answer or without one. */
  public sealed interface Result permits WireAnswer, WireFailure {}

  /**
   * Sends the request and reads the answer on this thread. Whatever OkHttp or an interceptor of the
   * caller throws becomes a {@link WireFailure}. An interrupt of the thread ends it within a tenth
   * of a second; the flag of the thread stays set.
   *
   * @param timeout from here to the last byte of the answer
   */
  public Result execute(Duration timeout) {
    boolean interrupted = false;
    Exchange before = transport.dnsLookups.setCurrent(this);
    try {
      dueNanos = transport.watch.now() + Math.max(1, timeout.toNanos());
      thread = Thread.currentThread();
      transport.watch.add(this);
      Response response = call.execute();
      return checked(WireAnswer.read(response), response.networkResponse() != null);
    } catch (Throwable e) {
      // OkHttp throws an undeclared InterruptedException and clears the flag of the thread.
      interrupted = e instanceof InterruptedException || isInterrupt(e);
      return failure(e);
    } finally {
      transport.watch.remove(this);
      transport.dnsLookups.restore(before);
      thread = null;
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  /**
   * The answer, if the network gave it to this exchange and nothing has changed it; otherwise a
   * failure.
   *
   * @param cameOverNetwork whether any network gave it, also to another client
   */
  Result checked(WireAnswer answer, boolean cameOverNetwork) {
    int came = progress.networkStatus;
    if (came == answer.status()) return answer;
    boolean neverSent = progress.cancel() && !cameOverNetwork;
    String problem =
        came != 0
            ? "changed the answer from " + came + " to " + answer.status()
            : "answered by itself with "
                + answer.status()
                + (neverSent ? ", nothing was sent" : "; the service may have the request");
    return failure(new AlteredAnswerException("an interceptor " + problem), neverSent);
  }

  /** An interceptor made or changed the answer. */
  private static final class AlteredAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    AlteredAnswerException(String message) {
      super(message, null, false, false);
    }
  }

  private boolean isInterrupt(Throwable e) {
    return e instanceof InterruptedIOException && !timedOut && "interrupted".equals(e.getMessage());
  }

  /** It begins to get a connection. */
  void connects() {
    isConnecting = true;
    connectsOver(transport.client.proxy());
  }

  /**
   * @param proxy that was chosen; null or a direct one for none
   */
  void connectsOver(@Nullable Proxy proxy) {
    this.proxy = proxy == null || proxy.type() == Proxy.Type.DIRECT ? null : proxy;
  }

  /** It has a connection. */
  void connected() {
    isConnecting = false;
  }

  /** It is about to be written to a connection that carries nothing else meanwhile. */
  void uses(Connection own) {
    connection = own;
  }

  WireFailure failure(Throwable e) {
    return failure(e, progress.cancel());
  }

  private WireFailure failure(Throwable e, boolean neverSent) {
    if (timedOut) return WireFailure.timedOut(neverSent);
    if (progress.repeated) return WireFailure.localFault(neverSent, e, repeater());
    if (e instanceof IOException broken) return broken(neverSent, broken);
    boolean interrupt = e instanceof InterruptedException;
    return interrupt
        ? broken(neverSent, new IOException("interrupted", e))
        : WireFailure.localFault(neverSent, e, culprit(e));
  }

  private String repeater() {
    return "an interceptor of the OkHttpClient that repeated the request after HTTP "
        + progress.networkStatus;
  }

  /** Names the code that failed, as the start of a message. */
  private String culprit(Throwable thrown) {
    boolean unlinked = thrown instanceof LinkageError;
    if (unlinked) return "a library on the class path that does not fit OkHttp or this client";
    return transport.isCallers ? "an interceptor of the OkHttpClient" : "the HTTP library";
  }

  private WireFailure broken(boolean neverSent, IOException thrown) {
    HttpUrl url = request().url();
    String service = url.host() + ":" + url.port();
    Proxy connecting = isConnecting && neverSent ? proxy : null;
    return WireFailure.of(
        neverSent, progress.interceptedStatus, thrown, service, connecting, this::culprit);
  }

  /**
   * Cancels the request. True if the service certainly does not get it; false if it may already
   * have it.
   */
  public boolean cancel() {
    boolean neverSent = progress.cancel();
    cancelRequest();
    return neverSent;
  }

  /** Never throws, although it calls event listeners of the caller. */
  private void cancelRequest() {
    Connection own = connection;
    if (own != null) StaleConnectionCheck.cancels(own);
    try {
      call.cancel();
    } catch (Throwable ofListener) {
      LOG.log(
          Level.WARNING,
          "an event listener of the caller's OkHttpClient threw an exception when a call was"
              + " cancelled",
          ofListener);
    }
    // The thread may be waiting for a name look-up.
    Thread busy = thread;
    if (busy != null) LockSupport.unpark(busy);
  }

  /** Whether it was cancelled, or its time is up. */
  boolean isOver() {
    return call.isCanceled();
  }

  long dueNanos() {
    return dueNanos;
  }

  /** Cancels the request if its time is up or its thread was interrupted. Called by the watch. */
  void endIfDue(long now) {
    Thread busy = thread;
    if (dueNanos - now <= 0) {
      timedOut = true;
      cancelRequest();
    } else if (busy != null && busy.isInterrupted()) {
      cancelRequest();
    }
  }
}
