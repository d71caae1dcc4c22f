package io.freightsdk.internal.engine;

import io.freightsdk.Charge;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.error.FreightException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** Tells listeners and the log what happens. Nothing a listener throws reaches a call. */
public final class CallObserver {
  /** Debug lines of attempts; headers by allow-list only. */
  static final String LOGGER_NAME = "io.freightsdk.http";

  private static final Logger LOG = System.getLogger(LOGGER_NAME);

  private static final Set<String> LOGGED_HEADERS =
      Set.of("content-type", "content-length", "date", "retry-after", "x-request-id");

  private final List<RequestListener> listeners;

  public CallObserver(List<RequestListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  void attemptEnded(
      CallPlan plan,
      int attempt,
      @Nullable Integer status,
      @Nullable Headers headers,
      Duration elapsed,
      Charge charge,
      @Nullable FreightException failure) {
    if (LOG.isLoggable(Level.DEBUG)) {
      LOG.log(Level.DEBUG, line(plan, attempt, status, headers, elapsed, charge, failure));
    }
    if (!listeners.isEmpty()) {
      tell(
          new RequestEvent.AttemptEnded(
              plan.operation(), attempt, status, elapsed, charge, failure));
    }
  }

  void retryScheduled(CallPlan plan, int attempt, Duration delay) {
    LOG.log(
        Level.DEBUG,
        () -> "%s attempt %d in %d ms".formatted(plan.operation().id(), attempt, delay.toMillis()));
    if (!listeners.isEmpty()) {
      tell(new RequestEvent.RetryScheduled(plan.operation(), attempt, delay));
    }
  }

  void callEnded(
      CallPlan plan,
      int attempts,
      Duration elapsed,
      Charge charge,
      @Nullable FreightException failure) {
    if (!listeners.isEmpty()) {
      tell(new RequestEvent.CallEnded(plan.operation(), attempts, elapsed, charge, failure));
    }
  }

  private void tell(RequestEvent event) {
    for (RequestListener listener : listeners) {
      try {
        listener.on(event);
      } catch (RuntimeException | Error e) {
        LOG.log(Level.WARNING, "a RequestListener failed; the call goes on", e);
      }
    }
  }

  private static String line(
      CallPlan plan,
      int attempt,
      @Nullable Integer status,
      @Nullable Headers headers,
      Duration elapsed,
      Charge charge,
      @Nullable FreightException failure) {
    String outcome =
        status != null
            ? "HTTP " + status
            : failure == null ? "no answer" : failure.getClass().getSimpleName();
    return "%s attempt %d: %s in %d ms, charge %s %s"
        .formatted(
            plan.operation().id(), attempt, outcome, elapsed.toMillis(), charge, allowed(headers));
  }

  private static String allowed(@Nullable Headers headers) {
    StringJoiner line = new StringJoiner(", ", "{", "}");
    for (int i = 0; headers != null && i < headers.size(); i++) {
      if (LOGGED_HEADERS.contains(headers.name(i).toLowerCase(Locale.ROOT))) {
        line.add(headers.name(i) + "=" + headers.value(i));
      }
    }
    return line.toString();
  }
}
