package io.freightsdk.spend;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The usage of a limit, and the amount that a call requires from it.
 *
 * @param usage usage of the limit by all calls
 * @param requiredUsd the amount that the limit must have left, in USD: the price of the call. For a
 *     repeat under its key, less what the limit already counts
 * @param retryAt when the limit has enough left, if nothing else is spent until then; null if it
 *     has enough now, or never will
 */
public record LimitPreview(LimitUsage usage, BigDecimal requiredUsd, @Nullable Instant retryAt) {
  /** Whether the limit would refuse the call now. */
  public boolean wouldExceed() {
    return requiredUsd.signum() > 0 && requiredUsd.compareTo(usage.remainingUsd()) > 0;
  }
}
