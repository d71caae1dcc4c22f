package io.freightsdk.internal.ledger.rules;

import io.freightsdk.spend.SpendLimit;
import org.jspecify.annotations.Nullable;

/** What became of a request for a reservation. */
public sealed interface ReserveResult {
  /**
   * The price is set aside, and the call may be sent.
   *
   * @param loadId of the load that the key is known to have bought; null for none
   */
  record Reserved(@Nullable String loadId) implements ReserveResult {}

  /**
   * A limit has no room, and nothing is set aside.
   *
   * @param price of the call, of which a repeat may be counted already
   * @param left what it still allows
   * @param freesAt when enough has left its window for the call, if nothing else is paid meanwhile;
   *     null if only a higher limit helps
   */
  record Full(SpendLimit limit, long price, long left, @Nullable Long freesAt)
      implements ReserveResult {}
}
