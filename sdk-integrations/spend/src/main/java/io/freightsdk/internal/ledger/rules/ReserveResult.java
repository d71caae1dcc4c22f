package io.freightsdk.internal.ledger.rules;

import io.freightsdk.spend.SpendLimit;
import org.jspecify.annotations.Nullable;

/** What became of a request for a reservation. */
public sealed interface ReserveResult {
  /**
   * The price is set aside, and the call may be sent.
   *
   * @param isNew whether nothing can have been bought under the key before, by what the ledger
   *     knows
   * @param loadId of the load that the key has bought; null if none is known
   */
  record Reserved(boolean isNew, @Nullable String loadId) implements ReserveResult {
    static final Reserved NEW = new Reserved(true, null);
  }

  /**
   * A limit has no room, and nothing is set aside.
   *
   * @param amount that it would have to count more
   * @param left what it still allows
   * @param freesAt when the oldest amount that it counts leaves its window; null if only a higher
   *     limit helps
   */
  record Full(SpendLimit limit, long amount, long left, @Nullable Long freesAt)
      implements ReserveResult {}
}
