package io.freightsdk.spend;

/**
 * Money set aside for one call until {@link SpendStore#settle} says what became of it. A store
 * implements it to find the hold again.
 */
public non-sealed interface SpendHold extends SpendDecision {
  /** What the money was set aside for. */
  SpendRequest request();
}
