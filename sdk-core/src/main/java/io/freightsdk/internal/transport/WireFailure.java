package io.freightsdk.internal.transport;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Why no whole answer came, and whether the service can have the request.
 *
 * @param neverSent whether the service certainly did not get a whole request
 * @param status HTTP status, when the headers of an answer came before it broke; else null
 * @param cause what the transport threw
 */
public record WireFailure(boolean neverSent, @Nullable Integer status, IOException cause) {
  /** Whether the time of the attempt ran out; a connect that took too long is no connection. */
  public boolean timedOut() {
    boolean connectTimedOut = neverSent && cause instanceof SocketTimeoutException;
    return cause instanceof InterruptedIOException && !connectTimedOut;
  }

  /**
   * What an interceptor or another part of the caller's client threw; null when it was the wire.
   */
  public @Nullable Throwable foreign() {
    return ForeignFailures.unwrap(cause);
  }
}
