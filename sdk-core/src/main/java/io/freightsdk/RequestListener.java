package io.freightsdk;

import org.jspecify.annotations.Nullable;

/**
 * Is told of every attempt and ended call, for metrics, traces and budgets.
 *
 * <p>Called on threads of the client and of its callers, on several at once: return quickly and do
 * not block. An exception that it throws is logged and does not change the call. Events contain no
 * key, no body and no link.
 */
@FunctionalInterface
public interface RequestListener {
  /** Called when an attempt or a call ended. */
  void on(RequestEvent event);

  /**
   * Returns what interceptors should know of the caller, such as its trace. Called on the caller's
   * thread when a call begins; the {@link CallTag} of each request has the value, whichever thread
   * sends the request. Default: null, nothing.
   */
  default @Nullable Object callContext() {
    return null;
  }
}
