package io.freightsdk.internal.engine;

import io.freightsdk.CallOptions;
import io.freightsdk.model.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What one call is about to do, as known before anything is sent.
 *
 * @param operation the operation
 * @param loadNumber the load it names; null for operations without one
 * @param idempotencyKey the key all its attempts carry; null for operations without one
 * @param options the caller's options of this call
 */
public record CallPlan(
    Operation operation,
    @Nullable String loadNumber,
    @Nullable String idempotencyKey,
    CallOptions options) {}
