package io.freightsdk.spend;

import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;

/**
 * Is told of every call of this process that is booked in the ledger, and of every call that a
 * limit refuses. It is not told of calls that died, nor of what becomes of an entry later: read
 * these from {@link SpendLedger}. Called on the thread of the call, or on a thread of the ledger
 * when it is in a file or a database: return quickly and do not block. An exception that it throws
 * is logged and changes nothing. After a database that hung, an entry may be told twice.
 */
public interface SpendListener {
  /** A call has ended, and this is its entry now. */
  default void onEntry(SpendEntry entry) {}

  /** A call was refused because it would exceed a limit. */
  default void onRefusal(Purchase purchase, LimitReached limit) {}

  /**
   * What became of a call could not be stored, for example because the database is not reachable.
   * It was logged, is kept in memory and is stored again every second, unless 10,000 calls are kept
   * already or the ledger is closed; {@link #onEntry} follows when that succeeds.
   */
  default void onUnstored(Purchase purchase, Outcome outcome, RuntimeException failure) {}
}
