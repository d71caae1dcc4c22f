package io.freightsdk.internal.engine;

import io.freightsdk.error.FreightException;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.retry.RetryBudget;
import io.freightsdk.retry.RetryPolicy;
import io.github.resilience4j.retry.Retry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** When a call may be sent again: the policy's attempts and waits, and the client's budget. */
final class Repeats {
  private final Retries retries;
  private final RetryBudget budget;
  private final RetryPolicy policy;
  private Retry.@Nullable AsyncContext<Object> context;

  Repeats(Retries retries, RetryBudget budget, RetryPolicy policy) {
    this.retries = retries;
    this.budget = budget;
    this.policy = policy;
  }

  RetryPolicy policy() {
    return policy;
  }

  /** How long to wait before the next attempt; null if there is none, or no time for it. */
  @Nullable Duration delayAfter(FreightException failure, Duration left) {
    if (context == null) {
      context = retries.context(policy);
    }
    long millis = context.onError(failure);
    boolean allowed = millis >= 0;
    Duration delay = Duration.ofMillis(Math.max(0, millis));
    boolean inTime = delay.compareTo(left) < 0;
    return allowed && inTime && budget.tryTake() ? delay : null;
  }

  void succeeded() {
    budget.succeeded();
  }
}
