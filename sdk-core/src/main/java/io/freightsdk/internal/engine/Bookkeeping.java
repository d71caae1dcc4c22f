package io.freightsdk.internal.engine;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.freightsdk.internal.engine.AttemptResult.Failed;
import io.freightsdk.internal.engine.AttemptResult.Succeeded;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** Tells an account what happened. A book that cannot be written must not cost a paid result. */
final class Bookkeeping {
  private static final Logger LOG = System.getLogger(Bookkeeping.class.getName());

  private static final String UNWRITTEN = "the spend ledger could not be written; the call goes on";
  private static final long SETTLE_SECONDS = 5;

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

  /** The price of an attempt; null when it is not known or cannot be told. */
  static @Nullable BigDecimal price(CallAccount account) {
    try {
      return account.priceUsd();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "the price of a call could not be read; its charge is unknown", e);
      return null;
    }
  }

  static void attempted(CallAccount account, AttemptReport report) {
    try {
      account.attempted(report);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, UNWRITTEN, e);
    }
  }

  /** Completes when the account is settled, or when that takes longer than a result may wait. */
  static CompletableFuture<Void> close(CallAccount account, CallReport report) {
    try {
      CompletableFuture<Void> settled = account.close(report);
      return settled.isDone() ? settled : settled.copy().orTimeout(SETTLE_SECONDS, SECONDS);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, UNWRITTEN, e);
      return CompletableFuture.completedFuture(null);
    }
  }

  private static @Nullable String namedLoad(AttemptResult<?> result) {
    if (result instanceof Succeeded<?> success) {
      return success.reading().loadNumber();
    }
    return result instanceof Failed<?> failed ? failed.loadNumber() : null;
  }
}
