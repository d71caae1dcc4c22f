package io.freightsdk.error;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import java.io.Serial;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a failed call that every {@link FreightException} contains. The client creates
 * one for each exception. In a test, create one to check how your application handles a failure:
 *
 * <pre>{@code
 * FailedCall call = FailedCall.of(Operation.CREATE_LOAD).withCharge(Charge.UNKNOWN);
 * when(client.createLoad(any()))
 *     .thenThrow(new FreightConnectionException(call, "connection reset", false, null));
 * }</pre>
 *
 * @param description the call in words, as in the message: {@code getLoadPosition LD-2026-0001}
 * @param charge the charge of all attempts together
 * @param nextStep the next step of the application
 * @param attempts the number of attempts, including attempts that did not connect
 * @param idempotencyKey the {@code Idempotency-Key} of the call; null for operations without a key
 * @param requestId the {@code X-Request-Id} of the last response; null if there is none
 * @param callId the client's identifier of the call
 */
public record FailedCall(
    Operation operation,
    String description,
    Charge charge,
    NextStep nextStep,
    int attempts,
    @Nullable String idempotencyKey,
    @Nullable String requestId,
    String callId)
    implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  public FailedCall {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(charge, "charge");
    Objects.requireNonNull(nextStep, "nextStep");
    Objects.requireNonNull(callId, "callId");
  }

  /**
   * Returns the facts of a call that sent nothing: no attempt, {@link Charge#NONE}, {@link
   * NextStep#NONE} and no key.
   */
  public static FailedCall of(Operation operation) {
    return new FailedCall(
        operation, operation.id(), Charge.NONE, NextStep.NONE, 0, null, null, "-");
  }

  /** Returns a copy with this charge. */
  public FailedCall withCharge(Charge charge) {
    return new FailedCall(
        operation, description, charge, nextStep, attempts, idempotencyKey, requestId, callId);
  }

  /** Returns a copy with this next step. */
  public FailedCall withNextStep(NextStep nextStep) {
    return new FailedCall(
        operation, description, charge, nextStep, attempts, idempotencyKey, requestId, callId);
  }

  /** Returns a copy with this number of attempts. */
  public FailedCall withAttempts(int attempts) {
    return new FailedCall(
        operation, description, charge, nextStep, attempts, idempotencyKey, requestId, callId);
  }

  /** Returns a copy with this idempotency key. */
  public FailedCall withIdempotencyKey(String idempotencyKey) {
    return new FailedCall(
        operation, description, charge, nextStep, attempts, idempotencyKey, requestId, callId);
  }
}
