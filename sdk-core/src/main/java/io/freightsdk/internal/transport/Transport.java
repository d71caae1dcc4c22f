package io.freightsdk.internal.transport;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends wire requests, each at most once. Safe for concurrent use. */
public interface Transport extends AutoCloseable {
  /**
   * Sends one request. Never throws for a failure of the wire: the callback hears it, on a thread
   * of the transport or on the lent one.
   *
   * @param timeout for the whole request, from its first connect to the last byte of its answer
   * @param lent may carry the request out after this method has returned; null for no such thread
   */
  WireCall send(
      WireRequest request, Duration timeout, WireCallback callback, @Nullable LentThread lent);

  /** Whether requests wait for others to end, so that a timeout has to count the waiting too. */
  boolean busy();

  /** Cancels what runs and frees threads and connections that the transport owns. Idempotent. */
  @Override
  void close();
}
