package io.freightsdk.spend;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The usage of a limit, and the amount that a call requires from it.
 *
 * @param usage the usage of the limit by all calls
 * @param requiredUsd the amount in USD that the limit must have left. This is the price of the
 *     call; for a repeat with the same idempotency key, it excludes the amount that the limit
 *     already counts
 * @param retryAt when the limit has enough left, if nothing else is spent until then. Null if it
 *     has enough now, or never will
 */
public record LimitPreview(LimitUsage usage, BigDecimal requiredUsd, @Nullable Instant retryAt) {
  /** Whether the limit would refuse the call now. */
  public boolean wouldExceed() {
    return requiredUsd.signum() > 0 && requiredUsd.compareTo(usage.remainingUsd()) > 0;
  }
}
