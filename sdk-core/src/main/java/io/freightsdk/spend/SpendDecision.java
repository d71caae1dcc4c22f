package io.freightsdk.spend;

/** What a {@link SpendStore} says to a wish to spend: held or refused. */
public sealed interface SpendDecision permits SpendHold, SpendRefusal {}
