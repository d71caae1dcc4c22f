package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendRefusal;

/** What the books say to a wish to spend: held or refused. */
public sealed interface SpendDecision
    permits SpendHold,
        SpendDecision.Refused,
        SpendDecision.KeyTooOld,
        SpendDecision.KeyOfAnotherBody,
        SpendDecision.PriceNeeded {
  /** It does not fit a limit; nothing was set aside. */
  record Refused(SpendRefusal refusal) implements SpendDecision {}

  /** The key was used so long ago that the service may have forgotten it; nothing was set aside. */
  record KeyTooOld() implements SpendDecision {}

  /** The key was used with another body, in whatever process; nothing was set aside. */
  record KeyOfAnotherBody() implements SpendDecision {}

  /**
   * The books remember a limit for the scope, and the price is not known or too old for it; nothing
   * was set aside.
   */
  record PriceNeeded() implements SpendDecision {}
}
