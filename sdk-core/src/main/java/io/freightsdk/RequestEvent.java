package io.freightsdk;

import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a {@link RequestListener} hears. Events of one call come in order. */
public sealed interface RequestEvent {
  /** The operation that the event is about. */
  Operation operation();

  /** Number of the attempt from 1; for {@link CallEnded} the attempts made in all. */
  int attempt();

  /**
   * One wire attempt ended.
   *
   * @param status HTTP status; null when no answer came
   * @param elapsed from the start of the attempt to its end
   * @param charge what this attempt alone did to the balance
   * @param failure what the attempt failed with; null when it succeeded
   */
  record AttemptEnded(
      Operation operation,
      int attempt,
      @Nullable Integer status,
      Duration elapsed,
      Charge charge,
      @Nullable FreightException failure)
      implements RequestEvent {}

  /**
   * Another attempt will be made.
   *
   * @param attempt number of the attempt to come
   * @param delay how long the client waits before it
   */
  record RetryScheduled(Operation operation, int attempt, Duration delay) implements RequestEvent {}

  /**
   * A call ended, with a result or without.
   *
   * @param elapsed from the call to its end, all attempts and waits included
   * @param charge what all attempts together did to the balance
   * @param failure what the caller gets instead of a result; null on success
   */
  record CallEnded(
      Operation operation,
      int attempt,
      Duration elapsed,
      Charge charge,
      @Nullable FreightException failure)
      implements RequestEvent {}
}
