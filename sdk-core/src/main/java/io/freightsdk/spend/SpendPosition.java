package io.freightsdk.spend;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The books at one moment, as {@link SpendLedger#reconcile()} compares them with the balance.
 *
 * @param version changes with every change of the books
 * @param openingUsd balance from which the books were opened; null before the first reconciliation
 * @param adjustedUsd top-ups less spending elsewhere, as told by {@link SpendLedger#adjust}
 * @param chargedUsd everything charged since the books exist
 * @param unknown every entry with unknown outcome, oldest first
 * @param holds calls that have money set aside
 */
public record SpendPosition(
    long version,
    @Nullable BigDecimal openingUsd,
    BigDecimal adjustedUsd,
    BigDecimal chargedUsd,
    List<SpendEntry> unknown,
    int holds) {}
