package io.freightsdk.internal.transport;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Why no whole answer came, and whether the service can have the request.
 *
 * @param neverSent whether the service certainly did not get a whole request, or said that it did
 *     not look at it
 * @param status HTTP status, when the headers of an answer came before it broke; else null
 * @param cause what the transport threw
 */
public record WireFailure(boolean neverSent, @Nullable Integer status, IOException cause) {
  /**
   * What OkHttp's failure means.
   *
   * @param abandoned whether the request was given up before it was written whole
   * @param status zero when no headers of an answer came
   */
  static WireFailure of(boolean abandoned, int status, IOException cause) {
    boolean refused = status == 0 && RefusedStream.is(cause);
    return new WireFailure(abandoned || refused, status == 0 ? null : status, cause);
  }

  /** The end of an attempt whose time ran out before OkHttp said so. */
  public static WireFailure timedOut(boolean neverSent) {
    return new WireFailure(neverSent, null, new InterruptedIOException("timeout"));
  }

  /** Whether the time of the attempt ran out; a connect that took too long is no connection. */
  public boolean timedOut() {
    boolean connectTimedOut = neverSent && cause instanceof SocketTimeoutException;
    return cause instanceof InterruptedIOException && !connectTimedOut;
  }

  /** Whether the server said that it did not look at the request. */
  public boolean refusedUnread() {
    return status == null && RefusedStream.is(cause);
  }

  /**
   * What an interceptor or another part of the caller's client threw; null when it was the wire.
   */
  public @Nullable Throwable foreign() {
    return ForeignFailures.unwrap(cause);
  }
}
