package io.freightsdk;

/**
 * Receives an event at the end of every attempt and every call, for metrics and budgets. For
 * traces, see {@link CallTracer}. A read that returned another call's position or failure sent
 * nothing, and has no event.
 *
 * <p>The client calls a listener on its own threads and on its callers' threads, concurrently.
 * Return quickly and do not block. A listener may call the client. However, during an event of a
 * position read, it must not read the same load with a {@code maxAge}, because it would wait for
 * itself. An exception of a listener is logged and does not change the call. Events contain no
 * agent key, body or link.
 */
@FunctionalInterface
public interface CallListener {
  /** Called when an attempt or a call has ended. */
  void onEvent(CallEvent event);
}
