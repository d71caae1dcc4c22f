package io.freightsdk.internal.ledger.rules;

import io.freightsdk.spend.SpendLimit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a request for a reservation. */
public sealed interface ReserveResult {
  /**
   * The price is set aside, and the call may be sent.
   *
   * @param loadId of the load that the key is known to have bought; null for none
   * @param sums of the limits in which it needed room, with its price
   */
  record Reserved(@Nullable String loadId, List<LimitSum> sums) implements ReserveResult {}

  /**
   * A limit has no room, and nothing is set aside.
   *
   * @param sum of the limit, without the call
   * @param price of the call, of which a repeat may be counted already
   * @param freesAt when enough has left its window for the call, if nothing else is paid meanwhile;
   *     null if only a higher limit helps
   */
  record Full(LimitSum sum, long price, @Nullable Long freesAt) implements ReserveResult {
    public SpendLimit limit() {
      return sum.limit();
    }

    /** What the limit still allows. */
    public long left() {
      return Math.max(0, sum.left());
    }
  }
}
