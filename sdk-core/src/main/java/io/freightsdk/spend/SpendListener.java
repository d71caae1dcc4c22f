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
}
