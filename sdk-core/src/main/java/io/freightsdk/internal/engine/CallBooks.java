package io.freightsdk.internal.engine;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.engine.AttemptResult.Failed;
import io.freightsdk.internal.engine.AttemptResult.Succeeded;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Tells the account of a call, its listeners and the log what happened. A book that cannot be
 * written must not cost a paid result, so nothing an account throws leaves this class.
 */
final class CallBooks {
  private static final Logger LOG = System.getLogger(CallBooks.class.getName());
  private static final String UNWRITTEN = "the spend ledger could not be written; the call goes on";

  /** How long a result waits for an account that settles slowly. */
  private static final long SETTLE_SECONDS = 5;

  private final CallPlan plan;
  private final CallObserver observer;
  private final Clock clock;
  private CallAccount account = CallAccount.NONE;

  CallBooks(CallPlan plan, CallObserver observer, Clock clock) {
    this.plan = plan;
    this.observer = observer;
    this.clock = clock;
  }

  void use(CallAccount opened) {
    account = opened;
  }

  CallAccount account() {
    return account;
  }

  /** The price of an attempt; null when it is not known or cannot be told. */
  @Nullable BigDecimal price() {
    try {
      return account.priceUsd();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "the price of a call could not be read; its charge is unknown", e);
      return null;
    }
  }

  void attempted(int attempt, AttemptResult<?> result, Duration elapsed) {
    try {
      account.attempted(report(attempt, result, elapsed));
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, UNWRITTEN, e);
    }
    observer.attemptEnded(
        plan,
        attempt,
        result.status(),
        result.headers(),
        elapsed,
        result.charge(),
        result instanceof Failed<?> failed ? failed.failure() : null);
  }

  /** Completes when the account is settled, or when that takes longer than a result may wait. */
  CompletableFuture<Void> close(CallReport report, Duration elapsed) {
    CompletableFuture<Void> settled = settle(account, report);
    observer.callEnded(
        plan,
        report.attempts(),
        elapsed,
        report.charge(),
        report.failure() instanceof FreightException failure ? failure : null);
    return settled;
  }

  /** An account that was opened too late for its call gives back what it has set aside. */
  static void giveBack(@Nullable CallAccount late) {
    if (late != null) {
      CompletableFuture<Void> unused = settle(late, new CallReport(0, Charge.NONE, null));
    }
  }

  private static CompletableFuture<Void> settle(CallAccount account, CallReport report) {
    try {
      CompletableFuture<Void> settled = account.close(report);
      return settled.isDone() ? settled : settled.copy().orTimeout(SETTLE_SECONDS, SECONDS);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, UNWRITTEN, e);
      return CompletableFuture.completedFuture(null);
    }
  }

  private AttemptReport report(int attempt, AttemptResult<?> result, Duration elapsed) {
    Headers headers = result.headers();
    return new AttemptReport(
        plan.operation(),
        plan.loadNumber() != null ? plan.loadNumber() : namedLoad(result),
        plan.idempotencyKey(),
        headers == null ? null : headers.get("X-Request-Id"),
        attempt,
        result.charge(),
        result.status(),
        clock.instant(),
        elapsed);
  }

  private static @Nullable String namedLoad(AttemptResult<?> result) {
    if (result instanceof Succeeded<?> success) {
      return success.reading().loadNumber();
    }
    return result instanceof Failed<?> failed ? failed.loadNumber() : null;
  }
}
