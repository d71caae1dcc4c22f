package io.freightsdk;

/**
 * Receives an event for every attempt and every call that ended, for metrics, traces and budgets.
 *
 * <p>Called on threads of the client and of its callers, concurrently: return quickly and do not
 * block. It may call the client, but not read a position with a {@code maxAge} of the load whose
 * read it is told of: that waits for itself. An exception that it throws is logged and does not
 * change the call. Events contain no key, no body and no link.
 */
@FunctionalInterface
public interface RequestListener {
  /** Called when an attempt or a call ended. */
  void on(RequestEvent event);
}
