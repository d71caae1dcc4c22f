package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger knows of an order, whoever has sent it.
 *
 * @param loadNumber of its load, which it has for ever; null while none is known
 * @param key under which it may have been charged in the last day: sent again with it, the order
 *     counts once in every limit, and its answer says what the first one cost; null for none
 */
record KnownOrder(@Nullable String loadNumber, @Nullable String key) {
  private static final int ENTRIES = 100;

  /** The service forgets a key after a day; clocks differ. */
  private static final Duration KEPT = Duration.ofHours(23);

  /**
   * @throws Refusal if the ledger cannot say it
   */
  static KnownOrder find(SpendLedger ledger, String customerRef, Instant now) {
    SpendFilter creations =
        SpendFilter.all().operation(Operation.CREATE_LOAD).customerRef(customerRef);
    String loadNumber = null;
    String key = null;
    try {
      for (SpendEntry entry : ledger.entries(creations, 0, ENTRIES)) {
        if (loadNumber == null) loadNumber = ServiceText.identifier(entry.loadNumber());
        boolean mayBeCharged = entry.outcome() != Charge.Kind.NONE;
        if (mayBeCharged && entry.at().plus(KEPT).isAfter(now)) key = entry.idempotencyKey();
      }
    } catch (SpendLedgerException e) {
      throw Failures.booksAway();
    }
    return new KnownOrder(loadNumber, key);
  }

  /** Whether the ledger knows nothing that it may have cost. */
  boolean isNew() {
    return loadNumber == null && key == null;
  }
}
