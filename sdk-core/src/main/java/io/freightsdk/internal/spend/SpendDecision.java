package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendRefusal;

/** What the books say to a wish to spend: held or refused. */
public sealed interface SpendDecision permits SpendHold, SpendDecision.Refused {
  /** It does not fit a limit; nothing was set aside. */
  record Refused(SpendRefusal refusal) implements SpendDecision {}
}
