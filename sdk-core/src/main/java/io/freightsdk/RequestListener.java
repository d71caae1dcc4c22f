package io.freightsdk;

import org.jspecify.annotations.Nullable;

/**
 * Hears what the client does on the wire, for metrics, traces and budgets.
 *
 * <p>Called on threads of the client and of its callers, from many at once: be quick and do not
 * block. What it throws is logged and changes nothing. Events carry no key, no body, no link.
 */
@FunctionalInterface
public interface RequestListener {
  /** Something happened: an attempt ended, a retry was scheduled, a call ended. */
  void on(RequestEvent event);

  /**
   * Asked on the caller's thread when a call begins: what interceptors should know of the caller,
   * such as its trace. Requests carry it in their {@link CallTag}, whichever thread sends them.
   * Null, the default, for nothing.
   */
  default @Nullable Object callContext() {
    return null;
  }
}
