package io.freightsdk.spend;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a limit leaves now, and what a call needs of it.
 *
 * @param usage of the limit, by all calls
 * @param requiredUsd for how much the call needs room, in USD: its price; for a repeat under a key,
 *     what the limit does not count of the key already, from zero
 * @param retryAt of a limit that would refuse the call: when it has room, if nothing else is paid
 *     meanwhile; null if it never has, or has now
 */
public record LimitPreview(LimitUsage usage, BigDecimal requiredUsd, @Nullable Instant retryAt) {
  /** Whether the limit would refuse the call now. */
  public boolean wouldExceed() {
    return requiredUsd.signum() > 0 && requiredUsd.compareTo(usage.remainingUsd()) > 0;
  }
}
