package io.freightsdk.internal.transport;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Why no whole answer came, and whether the service can have the request.
 *
 * @param neverSent whether the service certainly did not get a whole request
 * @param status HTTP status, when the headers of an answer came before it broke; else null
 * @param cause what the transport threw
 */
public record WireFailure(boolean neverSent, @Nullable Integer status, IOException cause) {
  /** Whether time ran out, while connecting or while waiting for the answer. */
  public boolean timedOut() {
    return cause instanceof InterruptedIOException;
  }

  /**
   * What an interceptor or another part of the caller's client threw; null when it was the wire.
   */
  public @Nullable Throwable foreign() {
    return ForeignFailures.unwrap(cause);
  }
}
