package io.freightsdk.error;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What every failed call states: which operation, what it cost, whether and how to go on.
 *
 * @param operation the operation that failed
 * @param charge what all attempts together did to the balance
 * @param retryable whether the same call may be made again without a risk of paying twice
 * @param nextStep the one thing to do now
 * @param attempts wire attempts made, zero when the call was refused before the first
 * @param idempotencyKey the {@code Idempotency-Key} of the call, null for operations without one
 */
public record FailureFacts(
    Operation operation,
    Charge charge,
    boolean retryable,
    NextStep nextStep,
    int attempts,
    @Nullable String idempotencyKey)
    implements Serializable {

  public FailureFacts {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(charge, "charge");
    Objects.requireNonNull(nextStep, "nextStep");
    if (attempts < 0) {
      throw new IllegalArgumentException("attempts is not negative, but was " + attempts);
    }
  }

  /** The facts of a call refused before anything was sent: no attempt, no charge, no retry. */
  public static FailureFacts refused(
      Operation operation, NextStep nextStep, @Nullable String idempotencyKey) {
    return new FailureFacts(operation, Charge.NONE, false, nextStep, 0, idempotencyKey);
  }
}
