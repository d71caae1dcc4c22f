package io.freightsdk.internal.engine;

import io.freightsdk.internal.engine.AttemptResult.Failed;
import io.freightsdk.internal.engine.AttemptResult.Succeeded;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** Tells an account what happened. A book that cannot be written must not cost a paid result. */
final class Bookkeeping {
  private static final Logger LOG = System.getLogger(Bookkeeping.class.getName());

  private Bookkeeping() {}

  static AttemptReport report(
      CallPlan plan, int attempt, AttemptResult<?> result, Instant at, Duration elapsed) {
    Headers headers = result.headers();
    return new AttemptReport(
        plan.operation(),
        plan.loadNumber() != null ? plan.loadNumber() : namedLoad(result),
        plan.idempotencyKey(),
        headers == null ? null : headers.get("X-Request-Id"),
        attempt,
        result.charge(),
        result.status(),
        at,
        elapsed);
  }

  static void attempted(CallAccount account, AttemptReport report) {
    guarded(() -> account.attempted(report));
  }

  static void close(CallAccount account, CallReport report) {
    guarded(() -> account.close(report));
  }

  private static @Nullable String namedLoad(AttemptResult<?> result) {
    if (result instanceof Succeeded<?> success) {
      return success.reading().loadNumber();
    }
    return result instanceof Failed<?> failed ? failed.loadNumber() : null;
  }

  private static void guarded(Runnable entry) {
    try {
      entry.run();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "the spend ledger could not be written; the call goes on", e);
    }
  }
}
