package io.freightsdk.internal.engine;

import io.freightsdk.CallOptions;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What one call is about to do, as known before anything is sent.
 *
 * @param operation the operation
 * @param loadNumber the load it names; null for operations without one
 * @param idempotencyKey the key all its attempts carry; null for operations without one
 * @param topUpUsd what it adds to the balance when it succeeds; null for all but top-ups
 * @param options the caller's options of this call
 */
public record CallPlan(
    Operation operation,
    @Nullable String loadNumber,
    @Nullable String idempotencyKey,
    @Nullable BigDecimal topUpUsd,
    CallOptions options) {

  /** A call that is no top-up. */
  public CallPlan(
      Operation operation,
      @Nullable String loadNumber,
      @Nullable String idempotencyKey,
      CallOptions options) {
    this(operation, loadNumber, idempotencyKey, null, options);
  }
}
