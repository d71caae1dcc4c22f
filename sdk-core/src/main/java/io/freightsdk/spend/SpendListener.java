package io.freightsdk.spend;

/**
 * Is told of every ledger entry and of every call that a limit refuses. Called on the thread of the
 * call, or on a background thread when an entry is stored later: return quickly and do not block.
 * An exception that it throws is logged and does not change the call.
 */
@FunctionalInterface
public interface SpendListener {
  /** An attempt was booked in the ledger. */
  void onEntry(SpendEntry entry);

  /** A call was refused because it would exceed a limit. */
  default void onRefusal(SpendRefusal refusal) {}

  /**
   * An attempt could not be stored, for example because the database is not reachable. It was
   * logged, is kept in memory and is stored again in the background; {@link #onEntry} follows when
   * that succeeds.
   *
   * @param attempt the entry before its booking, without a number
   */
  default void onUnstored(SpendEntry attempt, RuntimeException failure) {}
}
