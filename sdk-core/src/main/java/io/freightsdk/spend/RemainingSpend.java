package io.freightsdk.spend;

import java.math.BigDecimal;

/**
 * What a limit still allows.
 *
 * @param remainingUsd zero or more, at most the limit's cap
 */
public record RemainingSpend(SpendLimit limit, BigDecimal remainingUsd) {}
