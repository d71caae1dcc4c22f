package io.freightsdk.spend;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A price that the service states differently than before.
 *
 * @param priceKey name in the price list, for example {@code load_create}
 * @param beforeUsd null if the list did not have it
 * @param nowUsd null if the list no longer has it
 * @param at when the new list was read; the service changed it at some time since the last reading
 */
public record PriceChange(
    String priceKey, @Nullable BigDecimal beforeUsd, @Nullable BigDecimal nowUsd, Instant at) {}
