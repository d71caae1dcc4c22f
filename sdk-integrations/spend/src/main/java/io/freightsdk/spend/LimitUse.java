package io.freightsdk.spend;

import java.math.BigDecimal;

/**
 * How much of a limit is used now.
 *
 * @param usedUsd charged and perhaps charged in the time of the limit
 * @param reservedUsd set aside for calls on their way
 * @param remainingUsd what it still allows: zero or more, at most its cap
 * @param share of the cap that is used or set aside: 1 when nothing is left, more if the cap was
 *     lowered since; 1 for a cap of 0
 */
public record LimitUse(
    SpendLimit limit,
    BigDecimal usedUsd,
    BigDecimal reservedUsd,
    BigDecimal remainingUsd,
    double share) {}
