package io.freightsdk;

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
}
