package io.freightsdk;

/**
 * Receives an event for every attempt and every call that ended, for metrics, traces and budgets. A
 * read that got the position or the failure of another caller's is not told: it sent nothing.
 *
 * <p>Called on threads of the client and of its callers, concurrently: return quickly and do not
 * block. It may call the client. But when it is told of the read of a load, it must not read that
 * load with a {@code maxAge}: that would wait for itself. An exception that it throws is logged and
 * does not change the call. Events contain no key, no body and no link.
 */
@FunctionalInterface
public interface CallListener {
  /** Called when an attempt or a call ended. */
  void onEvent(CallEvent event);
}
