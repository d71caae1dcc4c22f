package io.freightsdk.internal.ledger.rules;

import io.freightsdk.spend.SpendLimit;

/**
 * What a limit counts at a moment.
 *
 * @param begin of its window
 * @param amount in billionths of a USD
 */
public record LimitSum(SpendLimit limit, long begin, long amount) {
  /** What the limit still allows; below 0 if its cap was lowered. */
  long left() {
    return NanoUsd.cap(limit.capUsd()) - amount;
  }
}
