package io.freightsdk.spend;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Money set aside for one call until {@link SpendStore#settle} says what became of it. A store
 * implements it to find the hold again.
 */
public non-sealed interface SpendHold extends SpendDecision {
  /** What the money was set aside for. */
  SpendRequest request();

  /** What the key is known to have cost before, in USD; null when nothing is known. */
  default @Nullable BigDecimal chargedBefore() {
    return null;
  }

  /** Whether the service may have forgotten the key, whose money may be out. */
  default boolean keyTooOld() {
    return false;
  }
}
