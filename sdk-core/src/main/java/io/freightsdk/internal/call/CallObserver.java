package io.freightsdk.internal.call;

import io.freightsdk.CallEvent;
import io.freightsdk.CallListener;
import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.transport.WireResponse;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Reports calls to listeners and to the log. An exception of a listener does not end a call,
 * because the caller needs its result and charge. No log line contains an agent key, a body, a link
 * or a phone number.
 */
final class CallObserver {
  /** Attempts and retries at DEBUG; headers by allow-list only. */
  private static final Logger HTTP = System.getLogger("io.freightsdk.http");

  /** Calls with an unknown charge, unreadable members, and exceptions of the application's code. */
  private static final Logger CALLS = System.getLogger("io.freightsdk.calls");

  private static final Set<String> LOGGED_HEADERS =
      Set.of("content-type", "content-length", "date", "retry-after", "x-request-id");

  private final List<CallListener> listeners;

  /** Of a call with an unknown charge. A guard records such calls, so the log need not warn. */
  private final Level unknownCharge;

  /** The operations and paths of unreadable members, all from the API description. */
  private final Set<String> unreadableMembers = ConcurrentHashMap.newKeySet();

  CallObserver(List<CallListener> listeners, boolean hasGuard) {
    this.listeners = List.copyOf(listeners);
    this.unknownCharge = hasGuard ? Level.DEBUG : Level.WARNING;
  }

  /**
   * @param trace gets the event immediately
   * @param onListeners calls the listeners, now or later
   */
  void attemptEnded(
      CallSpec<?> spec,
      String callId,
      int attempt,
      AttemptResult<?> ended,
      Duration elapsed,
      CallTrace trace,
      Executor onListeners) {
    HTTP.log(Level.DEBUG, () -> attemptLine(spec, callId, attempt, ended, elapsed));
    if (listeners.isEmpty() && !trace.isTraced()) return;
    WireResponse response = ended.response();
    Integer status = response == null ? null : response.status();
    Failure failure = ended.failure();
    CallEvent.AttemptEnded event =
        new CallEvent.AttemptEnded(
            callId,
            spec.idempotencyKey(),
            spec.operation(),
            attempt,
            status,
            elapsed,
            ended.charge(),
            failure == null ? null : failure.exception());
    trace.attemptEnded(event);
    onListeners.execute(() -> callListeners(spec, callId, event));
  }

  void pauseStarted(CallSpec<?> spec, String callId, int attempt, Duration delay) {
    HTTP.log(
        Level.DEBUG,
        () ->
            description(spec, callId) + " attempt " + attempt + " in " + delay.toMillis() + " ms");
  }

  /**
   * @param onListeners calls the listeners, now or later
   */
  void callEnded(
      CallSpec<?> spec,
      String callId,
      int attempts,
      Duration elapsed,
      Charge charge,
      @Nullable BigDecimal priceUsd,
      @Nullable FreightException failure,
      Executor onListeners) {
    if (failure != null && charge.kind() == Charge.Kind.UNKNOWN) {
      CALLS.log(
          unknownCharge,
          () ->
              String.format(
                  Locale.ROOT,
                  "%s ended after %s and may have cost %s: %s%s%s: %s",
                  description(spec, callId),
                  attempts == 1 ? "1 attempt" : attempts + " attempts",
                  priceUsd == null
                      ? "an amount that is not known"
                      : priceUsd.toPlainString() + " USD",
                  failure.getClass().getSimpleName(),
                  ifKnown(", request id ", requestId(failure)),
                  ifKnown(", idempotency key ", spec.idempotencyKey()),
                  failure.getMessage()));
    }
    if (!listeners.isEmpty()) {
      CallEvent event =
          new CallEvent.CallEnded(
              callId, spec.idempotencyKey(), spec.operation(), attempts, elapsed, charge, failure);
      onListeners.execute(() -> callListeners(spec, callId, event));
    }
  }

  private static String ifKnown(String label, @Nullable String value) {
    return value == null ? "" : label + value;
  }

  private static @Nullable String requestId(FreightException failure) {
    String id = failure.requestId();
    return id == null ? null : Redactor.oneLine(id);
  }

  /** Warns once of each member of an operation. */
  void memberUnreadable(CallSpec<?> spec, String callId, String path) {
    if (!unreadableMembers.add(spec.operation().id() + path)) return;
    CALLS.log(
        Level.WARNING,
        () ->
            description(spec, callId)
                + ": "
                + path
                + " is not in the form of the API description, so the result lacks it; its value"
                + " is in FreightResponse.body(). This is logged once.");
  }

  void guardThrew(CallSpec<?> spec, String callId, Throwable thrown) {
    warn(spec, callId, ChargeRules.GUARD + " failed", thrown);
  }

  /** Logs an exception of the application's code, which does not change the result of the call. */
  private static void warn(CallSpec<?> spec, String callId, String fact, Throwable thrown) {
    CALLS.log(
        Level.WARNING, description(spec, callId) + ": " + fact + "; the call continues", thrown);
  }

  private void callListeners(CallSpec<?> spec, String callId, CallEvent event) {
    for (CallListener listener : listeners) {
      try {
        listener.onEvent(event);
      } catch (Throwable e) {
        warn(spec, callId, "a CallListener threw an exception", e);
      }
    }
  }

  private static String description(CallSpec<?> spec, String callId) {
    return spec.description() + " [" + callId + "]";
  }

  private static String attemptLine(
      CallSpec<?> spec, String callId, int attempt, AttemptResult<?> ended, Duration elapsed) {
    Failure failure = ended.failure();
    WireResponse response = ended.response();
    String outcome =
        response != null
            ? "HTTP " + response.status()
            : failure == null ? "no response" : failure.exception().getClass().getSimpleName();
    return String.format(
        Locale.ROOT,
        "%s attempt %d: %s in %d ms, charge %s%s",
        description(spec, callId),
        attempt,
        outcome,
        elapsed.toMillis(),
        ended.charge(),
        response == null ? "" : " " + allowedHeaders(response.headers()));
  }

  private static String allowedHeaders(Headers headers) {
    StringJoiner line = new StringJoiner(", ", "{", "}");
    for (int i = 0; i < headers.size(); i++) {
      if (LOGGED_HEADERS.contains(headers.name(i).toLowerCase(Locale.ROOT))) {
        line.add(headers.name(i) + "=" + Redactor.oneLine(headers.value(i)));
      }
    }
    return line.toString();
  }
}
