package io.freightsdk;

import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An event of a call, for a {@link CallListener}. The events of one call arrive in order. */
public sealed interface CallEvent {
  /** The identifier of the call, unique within the client, as in the log lines of its attempts. */
  String callId();

  /**
   * The {@code Idempotency-Key} of the call; null for operations without a key. It is the same for
   * all attempts until the call waits for a top-up.
   */
  @Nullable String idempotencyKey();

  /** The operation of the call. */
  Operation operation();

  /**
   * The number of the attempt, counted from 1. For {@link CallEnded}, the number of all attempts.
   */
  int attempt();

  /**
   * The end of one attempt.
   *
   * @param status the HTTP status; null if there was no response
   * @param elapsed the time from the start of the attempt to its end
   * @param charge the charge of this attempt alone. If two concurrent calls have the same key, both
   *     may report the charge here, but only one of them reports it in its {@link CallEnded}
   * @param failure the exception of the attempt; null if it succeeded
   */
  record AttemptEnded(
      String callId,
      @Nullable String idempotencyKey,
      Operation operation,
      int attempt,
      @Nullable Integer status,
      Duration elapsed,
      Charge charge,
      @Nullable FreightException failure)
      implements CallEvent {
    public AttemptEnded {
      Objects.requireNonNull(callId, "callId");
      Objects.requireNonNull(operation, "operation");
      Objects.requireNonNull(elapsed, "elapsed");
      Objects.requireNonNull(charge, "charge");
    }
  }

  /**
   * The end of a call, with a result or with a failure.
   *
   * @param elapsed the time from the call to its end, including all attempts and waits
   * @param charge the charge of all attempts together
   * @param failure the exception that the caller gets; null if the call succeeded
   */
  record CallEnded(
      String callId,
      @Nullable String idempotencyKey,
      Operation operation,
      int attempt,
      Duration elapsed,
      Charge charge,
      @Nullable FreightException failure)
      implements CallEvent {
    public CallEnded {
      Objects.requireNonNull(callId, "callId");
      Objects.requireNonNull(operation, "operation");
      Objects.requireNonNull(elapsed, "elapsed");
      Objects.requireNonNull(charge, "charge");
    }
  }
}
