package io.freightsdk.internal.agent;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;

/**
 * One call that would cost money.
 *
 * @param digest tool and arguments
 * @param priceUsd the live price
 * @param summary one line for the person who is asked to approve it
 */
record PaidCall(
    String tool, Operation operation, String digest, BigDecimal priceUsd, String summary) {}
