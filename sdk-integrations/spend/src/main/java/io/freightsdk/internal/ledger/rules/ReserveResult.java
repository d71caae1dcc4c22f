package io.freightsdk.internal.ledger.rules;

import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.spend.LimitUsage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a reservation request.
 *
 * @param refusal null if the price was reserved
 * @param usages usage of the limit that refused the call, without the call; otherwise of each limit
 *     that the call takes budget from, including the call, and none if the request is repeated
 * @param decidedAt time of the ledger
 */
public record ReserveResult(
    @Nullable LimitExceeded refusal, List<LimitUsage> usages, Instant decidedAt) {}
