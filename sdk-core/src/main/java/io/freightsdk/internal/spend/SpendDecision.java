package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendRefusal;

/** What the books say to a wish to spend: held or refused. */
public sealed interface SpendDecision
    permits SpendHold, SpendDecision.Refused, SpendDecision.KeyTooOld {
  /** It does not fit a limit; nothing was set aside. */
  record Refused(SpendRefusal refusal) implements SpendDecision {}

  /** The key was used so long ago that the service may have forgotten it; nothing was set aside. */
  record KeyTooOld() implements SpendDecision {}
}
