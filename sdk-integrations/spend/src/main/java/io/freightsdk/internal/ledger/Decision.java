package io.freightsdk.internal.ledger;

import io.freightsdk.spend.SpendLimit;
import org.jspecify.annotations.Nullable;

/** What the rules say to a request for a reservation. */
public sealed interface Decision {
  /** The price is set aside, and the call may be sent. */
  record Reserved() implements Decision {}

  /**
   * A limit has no room, and nothing is set aside.
   *
   * @param amount that it would have to count more
   * @param left what it still allows
   * @param freesAt when the oldest amount that it counts leaves its window; null if only a higher
   *     limit helps
   */
  record Full(SpendLimit limit, long amount, long left, @Nullable Long freesAt)
      implements Decision {}
}
