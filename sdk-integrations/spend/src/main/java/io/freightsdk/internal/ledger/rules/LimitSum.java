package io.freightsdk.internal.ledger.rules;

import io.freightsdk.spend.SpendLimit;
import org.jspecify.annotations.Nullable;

/**
 * What a limit counts at a moment.
 *
 * @param begin of its window
 * @param amount in billionths of a USD
 */
public record LimitSum(SpendLimit limit, long begin, long amount) {
  public static LimitSum of(SpendLimit limit, LedgerRows rows) {
    long begin = Windows.begin(limit, rows.now());
    return new LimitSum(limit, begin, rows.sum(limit.scope(), operation(limit), begin));
  }

  /** The id of the operation that alone is counted; null for all. */
  static @Nullable String operation(SpendLimit limit) {
    return limit.operation() == null ? null : limit.operation().id();
  }

  /** What the limit still allows; below 0 if its cap was lowered. */
  long left() {
    return NanoUsd.cap(limit.capUsd()) - amount;
  }
}
