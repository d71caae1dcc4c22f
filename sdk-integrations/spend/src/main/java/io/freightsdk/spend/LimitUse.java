package io.freightsdk.spend;

import java.math.BigDecimal;

/**
 * How much of a limit is used now.
 *
 * @param usedUsd what it counts, in USD: charged, unknown, and set aside for calls on their way
 * @param remainingUsd what it still allows: zero or more, at most its cap
 * @param share of the cap that is used: 1 when nothing is left, more if the cap was lowered since;
 *     1 for a cap of 0
 */
public record LimitUse(
    SpendLimit limit, BigDecimal usedUsd, BigDecimal remainingUsd, double share) {}
