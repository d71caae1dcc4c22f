package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One paid attempt in the ledger. Each cent that was charged is in exactly one entry.
 *
 * @param id number within the ledger, in the order of booking; 0 before it is booked
 * @param at when it was booked, by the clock of the spend store
 * @param loadNumber the load; null while it is not known
 * @param idempotencyKey the key that the service charges once, of {@code createLoad}; null where
 *     each attempt is charged by itself, whatever key it was sent with
 * @param requestId the {@code X-Request-Id} of the answer; null when there was none
 * @param attempt number of the attempt within its call, from 1; 0 for a call that ended with its
 *     process, -1 for what a change of a price may have cost besides
 * @param amountUsd the most that it may have cost, in USD, which limits count: the price if charged
 *     or unknown, otherwise 0
 * @param scope path of the {@link SpendScope} of the call
 * @param leastUsd the least that it may have cost, in USD: 0 if unknown; the same as the amount if
 *     it is known, lower while a price changed
 */
public record SpendEntry(
    long id,
    Instant at,
    Operation operation,
    @Nullable String loadNumber,
    @Nullable String idempotencyKey,
    @Nullable String requestId,
    int attempt,
    Charge.Kind outcome,
    BigDecimal amountUsd,
    String scope,
    BigDecimal leastUsd) {}
