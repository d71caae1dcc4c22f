package io.freightsdk;

import io.freightsdk.model.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Traces the calls of a client. {@code FreightObservations} of {@code freight-micrometer} is a
 * tracer. Return quickly, and do not call the client. An exception of a tracer is logged and does
 * not change the call. Safe for concurrent use.
 */
@FunctionalInterface
public interface CallTracer {
  /**
   * Called at the start of a call, on the thread that called the client, also for futures.
   *
   * @param loadNumber the load that the call names; null for a creation, and for calls without a
   *     load
   * @return null to ignore this call
   */
  @Nullable TracedCall start(Operation operation, @Nullable String loadNumber);

  /**
   * A call in progress. The client calls these methods on the thread of the call. A call that is
   * refused, or finds its position in memory, has only an end, on the thread of its caller.
   */
  interface TracedCall {
    /** Makes the call current on its thread. The client closes the scope on the same thread. */
    AutoCloseable openScope();

    /** Called before an attempt. */
    void attemptStarted();

    /**
     * Called after the response or the failure of an attempt. A call that is cancelled before its
     * request was written ends without it.
     */
    void attemptEnded(CallEvent.AttemptEnded attempt);

    /**
     * Called when the call succeeded.
     *
     * @param response without the body. Its value may contain links and phone numbers
     */
    void succeeded(FreightResponse<?> response);

    /** Called when the call returns another call's position, and sent nothing. */
    default void shared(FreightResponse<?> response) {
      succeeded(response);
    }

    /**
     * Called when the call failed, and returns an older position because of {@link
     * CallOptions#staleIfError()}.
     */
    default void stale(FreightResponse<?> response) {
      succeeded(response);
    }

    /** Called when the call failed, with the exception that the caller gets. */
    void failed(Throwable failure);
  }
}
