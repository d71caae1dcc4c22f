package io.freightsdk.spend;

/**
 * Hears of money as it is booked and refused. Called on the thread of the call: be quick, do not
 * block. What it throws is logged and goes no further.
 */
@FunctionalInterface
public interface SpendListener {
  /** An attempt was booked. */
  void onEntry(SpendEntry entry);

  /** A call was refused because it does not fit a limit. */
  default void onRefusal(SpendRefusal refusal) {}

  /**
   * An attempt could not be stored, for example because the database is away. It was logged, is
   * kept in memory and stored again in the background; {@link #onEntry} follows when that succeeds.
   *
   * @param attempt as the call saw it, not numbered yet
   */
  default void onUnstored(SpendEntry attempt, RuntimeException failure) {}
}
