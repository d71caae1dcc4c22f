package io.freightsdk.internal.call;

import io.freightsdk.CallOptions;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
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

  public CallPlan {
    Objects.requireNonNull(options, "options");
  }

  /** A call that is no top-up. */
  public CallPlan(
      Operation operation,
      @Nullable String loadNumber,
      @Nullable String idempotencyKey,
      CallOptions options) {
    this(operation, loadNumber, idempotencyKey, null, options);
  }

  /**
   * Whether the service may take the price of the operation from the balance. Every status write is
   * refused (API description, section 4.3), and a top-up adds to the balance.
   */
  boolean mayCost() {
    return operation.priceKey() != null
        && operation != Operation.UPDATE_LOAD_STATUS
        && topUpUsd == null;
  }

  /** What money is set aside for. Only a creation's key is promised to be charged once (4.1). */
  Purchase purchase(Duration atMost) {
    boolean chargedOnce = operation == Operation.CREATE_LOAD;
    return new Purchase(operation, chargedOnce ? idempotencyKey : null, options.scope(), atMost);
  }
}
