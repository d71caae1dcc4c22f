package io.freightsdk.internal.engine;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How one wire attempt ended.
 *
 * @param operation the operation
 * @param loadNumber the load it names, or that its answer named; null when there is none
 * @param idempotencyKey the key it carried; null when it carried none
 * @param requestId the {@code X-Request-Id} of the answer; null when absent
 * @param attempt number of the attempt in its call, from 1
 * @param charge what this attempt alone did to the balance
 * @param status HTTP status; null when no answer came
 * @param at when the attempt ended
 * @param elapsed from its start to its end
 */
public record AttemptReport(
    Operation operation,
    @Nullable String loadNumber,
    @Nullable String idempotencyKey,
    @Nullable String requestId,
    int attempt,
    Charge charge,
    @Nullable Integer status,
    Instant at,
    Duration elapsed) {}
