package io.freightsdk.spend;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call does not fit a limit; nothing was set aside.
 *
 * @param limit the limit it does not fit
 * @param amountUsd price of the call
 * @param remainingUsd what the limit still allows
 * @param freesAt when the window will have freed enough for the call, if nothing else is spent;
 *     null if time alone will not: the limit has no window, is smaller than the price, or is taken
 *     by calls still running
 */
public record SpendRefusal(
    SpendLimit limit, BigDecimal amountUsd, BigDecimal remainingUsd, @Nullable Instant freesAt) {}
