package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.TopUpPolicy;
import java.time.Duration;
import java.util.List;

/**
 * How a client looks after money.
 *
 * @param priceLife how long a price is used before it is read again
 * @param maxPriceAge how long a price is used under a limit while it cannot be read
 */
public record SpendSettings(
    SpendLimits limits,
    SpendStore store,
    List<SpendListener> listeners,
    TopUpPolicy topUp,
    Duration priceLife,
    Duration maxPriceAge) {}
