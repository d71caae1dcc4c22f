package io.freightsdk.internal.ledger;

import io.freightsdk.Charge;
import org.jspecify.annotations.Nullable;

/** What a call says of how it ended. */
public record SpendOutcome(
    Charge.Kind kind, @Nullable String loadNumber, @Nullable String requestId) {}
