package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reports the events of one call. The log has them immediately. Listeners get the events of a call
 * that the client itself needs after its result is complete. Otherwise a listener that requests
 * this result would wait for itself. Not safe for concurrent use.
 */
final class CallReporter {
  private final CallObserver observer;
  private final String callId;

  /** Whether listeners wait for {@link #runDeferred()}. */
  private final boolean isDeferred;

  private final CallTrace trace;
  private final List<Runnable> deferred = new ArrayList<>();

  CallReporter(CallObserver observer, String callId, boolean isDeferred, CallTrace trace) {
    this.observer = observer;
    this.callId = callId;
    this.isDeferred = isDeferred;
    this.trace = trace;
  }

  void attemptEnded(CallSpec<?> spec, int attempt, AttemptResult<?> result, Duration elapsed) {
    observer.attemptEnded(spec, callId, attempt, result, elapsed, trace, this::callListeners);
  }

  /** Only the log has it. */
  void pauseStarted(CallSpec<?> spec, int nextAttempt, Duration pause) {
    observer.pauseStarted(spec, callId, nextAttempt, pause);
  }

  void callEnded(
      CallSpec<?> spec,
      int attempts,
      Duration elapsed,
      Charge charge,
      @Nullable BigDecimal priceUsd,
      @Nullable FreightException failure) {
    observer.callEnded(
        spec, callId, attempts, elapsed, charge, priceUsd, failure, this::callListeners);
  }

  /** The guard did not record the outcome, which does not change the result of the call. */
  void guardThrew(CallSpec<?> spec, Throwable thrown) {
    observer.guardThrew(spec, callId, thrown);
  }

  /** Members of the response have values that could not be read, and are not in the result. */
  void membersUnreadable(CallSpec<?> spec, Set<String> paths) {
    for (String path : paths) observer.memberUnreadable(spec, callId, path);
  }

  private void callListeners(Runnable listeners) {
    if (isDeferred) {
      deferred.add(listeners);
    } else {
      listeners.run();
    }
  }

  /** Calls the listeners that were deferred. */
  void runDeferred() {
    deferred.forEach(Runnable::run);
  }
}
