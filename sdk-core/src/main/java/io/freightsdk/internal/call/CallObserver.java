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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
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

  /** Creates the reporter of one call, which its tracer traces. */
  CallReporter reporter(String callId, CallTrace trace, boolean isDeferred) {
    return new CallReporter(callId, trace, isDeferred);
  }

  /**
   * Reports the events of one call. The log has them immediately. Listeners get the events of a
   * call that the client itself needs after its result is complete. Otherwise a listener that
   * requests this result would wait for itself. Not safe for concurrent use.
   */
  final class CallReporter {
    private final String callId;
    private final CallTrace trace;

    /** Whether listeners wait for {@link #runDeferred()}. */
    private final boolean isDeferred;

    private final List<Runnable> deferred = new ArrayList<>();

    private CallReporter(String callId, CallTrace trace, boolean isDeferred) {
      this.callId = callId;
      this.trace = trace;
      this.isDeferred = isDeferred;
    }

    void attemptEnded(CallSpec<?> spec, int attempt, AttemptResult<?> ended, Duration elapsed) {
      HTTP.log(Level.DEBUG, () -> attemptLine(description(spec), attempt, ended, elapsed));
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
      callListeners(spec, event);
    }

    /** Only the log has it. */
    void pauseStarted(CallSpec<?> spec, int nextAttempt, Duration pause) {
      HTTP.log(
          Level.DEBUG,
          () -> description(spec) + " attempt " + nextAttempt + " in " + pause.toMillis() + " ms");
    }

    void callEnded(
        CallSpec<?> spec,
        int attempts,
        Duration elapsed,
        Charge charge,
        @Nullable BigDecimal priceUsd,
        @Nullable FreightException failure) {
      if (failure != null && charge.kind() == Charge.Kind.UNKNOWN) {
        CALLS.log(
            unknownCharge,
            () ->
                String.format(
                    Locale.ROOT,
                    "%s ended after %s and may have cost %s: %s%s%s: %s",
                    description(spec),
                    attempts == 1 ? "1 attempt" : attempts + " attempts",
                    priceUsd == null
                        ? "an amount that is not known"
                        : priceUsd.toPlainString() + " USD",
                    failure.getClass().getSimpleName(),
                    ifKnown(", request id ", requestId(failure)),
                    ifKnown(", idempotency key ", spec.idempotencyKey()),
                    failure.getMessage()));
      }
      if (listeners.isEmpty()) return;
      callListeners(
          spec,
          new CallEvent.CallEnded(
              callId, spec.idempotencyKey(), spec.operation(), attempts, elapsed, charge, failure));
    }

    /**
     * Members of the response have values that could not be read, and are not in the result. Warns
     * once of each member of an operation.
     */
    void membersUnreadable(CallSpec<?> spec, Set<String> paths) {
      for (String path : paths) {
        if (!unreadableMembers.add(spec.operation().id() + path)) continue;
        CALLS.log(
            Level.WARNING,
            () ->
                description(spec)
                    + ": "
                    + path
                    + " is not in the form of the API description, so the result lacks it; its"
                    + " value is in FreightResponse.body(). This is logged once.");
      }
    }

    /** The guard did not record the outcome, which does not change the result of the call. */
    void outcomeNotRecorded(CallSpec<?> spec, Throwable thrown) {
      warn(spec, ChargeRules.GUARD + " failed", thrown);
    }

    /** Calls the listeners that were deferred. */
    void runDeferred() {
      deferred.forEach(Runnable::run);
    }

    private void callListeners(CallSpec<?> spec, CallEvent event) {
      for (CallListener listener : listeners) {
        Runnable report = () -> callListener(listener, spec, event);
        if (isDeferred) {
          deferred.add(report);
        } else {
          report.run();
        }
      }
    }

    private void callListener(CallListener listener, CallSpec<?> spec, CallEvent event) {
      try {
        listener.onEvent(event);
      } catch (Throwable e) {
        warn(spec, "a CallListener threw an exception", e);
      }
    }

    /** Logs an exception of the application's code, which does not change the result. */
    private void warn(CallSpec<?> spec, String fact, Throwable thrown) {
      CALLS.log(Level.WARNING, description(spec) + ": " + fact + "; the call continues", thrown);
    }

    private String description(CallSpec<?> spec) {
      return spec.description() + " [" + callId + "]";
    }
  }

  private static String ifKnown(String label, @Nullable String value) {
    return value == null ? "" : label + value;
  }

  private static @Nullable String requestId(FreightException failure) {
    String id = failure.requestId();
    return id == null ? null : Redactor.oneLine(id);
  }

  private static String attemptLine(
      String description, int attempt, AttemptResult<?> ended, Duration elapsed) {
    Failure failure = ended.failure();
    WireResponse response = ended.response();
    String outcome =
        response != null
            ? "HTTP " + response.status()
            : failure == null ? "no response" : failure.exception().getClass().getSimpleName();
    return String.format(
        Locale.ROOT,
        "%s attempt %d: %s in %d ms, charge %s%s",
        description,
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
