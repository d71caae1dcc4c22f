package io.freightsdk.spend;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What the first of the waiting calls lacks, as the service stated it (API description, section 7).
 *
 * @param priceUsd price of the refused call; null if the service did not say
 * @param balanceUsd balance at the refusal; null if the service did not say
 * @param billingUrl page of the broker console where a person tops up; null if not said
 */
public record TopUpNeed(
    Operation operation,
    @Nullable BigDecimal priceUsd,
    @Nullable BigDecimal balanceUsd,
    @Nullable String billingUrl) {}
