package io.freightsdk.spend;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call would exceed a limit; nothing was reserved.
 *
 * @param limit the limit that it would exceed
 * @param amountUsd price of the call in USD; for a key that was lost at a higher price, that price,
 *     which counts until it is known what the key was charged
 * @param remainingUsd what the limit still allows, in USD
 * @param freesAt when the limit will allow the call if nothing else is spent; null if no time can
 *     be named: the limit has no time window, is lower than the price, or is used by calls in
 *     progress
 */
public record SpendRefusal(
    SpendLimit limit, BigDecimal amountUsd, BigDecimal remainingUsd, @Nullable Instant freesAt) {}
