package io.freightsdk;

import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An event of a call, reported to a {@link CallListener}. The events of one call come in order. */
public sealed interface CallEvent {
  /** The client's identifier of the call, as in the log lines of its attempts. */
  String callId();

  /**
   * The {@code Idempotency-Key} of the call, the same for all attempts until a wait for a top-up;
   * null for operations without one.
   */
  @Nullable String idempotencyKey();

  /** The operation that the event is about. */
  Operation operation();

  /**
   * Number of the attempt, counted from 1; for {@link CallEnded} the number of attempts that were
   * made.
   */
  int attempt();

  /**
   * One attempt ended.
   *
   * @param status HTTP status; null when no answer came
   * @param elapsed from the start of the attempt to its end
   * @param charge what this attempt alone took from the balance. Of two calls at once under one
   *     key, both may report the charge here; only one of them does in its {@link CallEnded}
   * @param failure why the attempt failed; null when it succeeded
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
      implements CallEvent {}

  /**
   * A call ended, with a result or with a failure.
   *
   * @param elapsed from the call to its end, all attempts and waits included
   * @param charge what all attempts together took from the balance
   * @param failure the exception that the caller gets; null when the call succeeded
   */
  record CallEnded(
      String callId,
      @Nullable String idempotencyKey,
      Operation operation,
      int attempt,
      Duration elapsed,
      Charge charge,
      @Nullable FreightException failure)
      implements CallEvent {}
}
