package io.freightsdk.spend;

/**
 * Is told of every attempt of this client that is booked in the ledger, and of every call that a
 * limit refuses. It is not told of entries for calls that ended with their process, nor of what
 * becomes of an entry later: read these from {@link SpendLedger}. Called on the thread of the call,
 * or on a thread of the client when the books are in a database: return quickly and do not block.
 * An exception that it throws is logged and does not change the call. After a store that hung, an
 * entry may be told twice.
 */
@FunctionalInterface
public interface SpendListener {
  /** An attempt was booked in the ledger. */
  void onEntry(SpendEntry entry);

  /** A call was refused because it would exceed a limit. */
  default void onRefusal(SpendRefusal refusal) {}

  /**
   * An attempt could not be stored, for example because the database is not reachable. It was
   * logged, is kept in memory and is stored again in the background, unless 10,000 calls are kept
   * already or the client is closed; {@link #onEntry} follows when that succeeds. If another call
   * of the same key was booked meanwhile, at a price that it did not know, that entry is unknown.
   *
   * @param attempt the entry before its booking, without a number
   */
  default void onUnstored(SpendEntry attempt, RuntimeException failure) {}
}
