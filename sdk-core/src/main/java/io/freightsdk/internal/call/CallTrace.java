package io.freightsdk.internal.call;

import io.freightsdk.CallEvent;
import io.freightsdk.CallTracer;
import io.freightsdk.CallTracer.TracedCall;
import io.freightsdk.FreightResponse;
import io.freightsdk.internal.call.CallRunner.CallResult;
import java.lang.System.Logger.Level;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reports one call to the application's tracer, whose exceptions do not change the call. */
final class CallTrace {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.calls");

  /** Of a call that no tracer traces. */
  private static final CallTrace NONE = new CallTrace(null, () -> "");

  private final @Nullable TracedCall traced;
  private final Supplier<String> description;

  private CallTrace(@Nullable TracedCall traced, Supplier<String> description) {
    this.traced = traced;
    this.description = description;
  }

  /**
   * @param tracer null for none
   */
  static CallTrace start(@Nullable CallTracer tracer, CallSpec<?> spec) {
    if (tracer == null) return NONE;
    Supplier<String> description = spec::description;
    TracedCall traced =
        orNull(() -> tracer.start(spec.operation(), spec.loadNumber()), description);
    return traced == null ? NONE : new CallTrace(traced, description);
  }

  boolean isTraced() {
    return traced != null;
  }

  /** Makes the call in its scope, and reports its end. */
  <T> CallResult<T> run(Call<T> call, Function<Call<T>, CallResult<T>> body) {
    if (traced == null) return body.apply(call);
    AutoCloseable scope = orNull(traced::openScope, description);
    CallResult<T> result;
    try {
      result = body.apply(call);
    } catch (Throwable thrown) {
      close(scope);
      failed(thrown);
      throw thrown;
    }
    close(scope);
    succeeded(result);
    return result;
  }

  private void close(@Nullable AutoCloseable scope) {
    if (scope != null) quietly(scope::close);
  }

  void attemptStarted() {
    if (traced != null) quietly(traced::attemptStarted);
  }

  void attemptEnded(CallEvent.AttemptEnded attempt) {
    TracedCall call = traced;
    if (call != null) quietly(() -> call.attemptEnded(attempt));
  }

  void succeeded(CallResult<?> result) {
    TracedCall call = traced;
    if (call == null) return;
    FreightResponse<?> response = result.withoutBody();
    quietly(
        () -> {
          if (result.received() != null) {
            call.succeeded(response);
          } else if (result.isStale()) {
            call.stale(response);
          } else {
            call.shared(response);
          }
        });
  }

  void failed(Throwable thrown) {
    TracedCall call = traced;
    if (call == null) return;
    Throwable failure = thrown instanceof Failure internal ? internal.exception() : thrown;
    quietly(() -> call.failed(failure));
  }

  /** A report to the tracer, which may throw anything. */
  private interface Report {
    void run() throws Exception;
  }

  private void quietly(Report report) {
    orNull(
        () -> {
          report.run();
          return null;
        },
        description);
  }

  private static <R> @Nullable R orNull(
      Callable<@Nullable R> report, Supplier<String> description) {
    try {
      return report.call();
    } catch (Throwable thrown) {
      LOG.log(
          Level.WARNING,
          description.get() + ": a CallTracer threw an exception; the call continues",
          thrown);
      return null;
    }
  }
}
