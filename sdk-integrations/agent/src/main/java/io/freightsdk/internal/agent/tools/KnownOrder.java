package io.freightsdk.internal.agent.tools;

import io.freightsdk.Charge;
import io.freightsdk.internal.agent.answers.ToolErrorException;
import io.freightsdk.internal.retry.KeyValidity;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger knows of an order in one account, also of calls by other programs. What another
 * account has bought under the same reference is another load.
 *
 * @param load the entry that {@link Entries#ofTheLoad tells of its load}; null while none is known
 * @param key under which it may have been charged in the last day: sent again with it, the order
 *     counts once in every limit, and its answer says what the first one cost; null for none
 */
record KnownOrder(@Nullable SpendEntry load, @Nullable String key) {
  private static final KnownOrder NEW = new KnownOrder(null, null);

  /**
   * @throws ToolErrorException if the ledger cannot be read
   */
  static KnownOrder find(SpendLedger ledger, String account, String customerRef, Instant now) {
    SpendFilter creations =
        SpendFilter.all()
            .accountId(account)
            .operation(Operation.CREATE_LOAD)
            .customerRef(customerRef);
    KnownOrder[] known = {NEW};
    Entries.each(ledger, creations, entry -> known[0] = known[0].and(entry, now));
    return known[0];
  }

  private KnownOrder and(SpendEntry entry, Instant now) {
    boolean mayBeCharged = entry.outcome() != Charge.Kind.NONE;
    boolean isKept = mayBeCharged && entry.createdAt().plus(KeyValidity.ASSUMED).isAfter(now);
    return new KnownOrder(
        Entries.namesALoad(entry) ? Entries.ofTheLoad(load, entry) : load,
        isKept ? entry.idempotencyKey() : key);
  }
}
