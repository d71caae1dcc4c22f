package io.freightsdk.internal.call;

import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.call.AttemptClassifier.Attempt.Succeeded;
import java.time.Duration;
import java.util.function.Function;

/** What a call does next, as its {@link CallMachine} decides and its {@link Call} carries out. */
sealed interface Next<T> {
  record AskPrice<T>() implements Next<T> {}

  /** Reserve the price; an earlier reservation ends first. */
  record Reserve<T>() implements Next<T> {}

  /** Send the request, once there is a place for it. */
  record Send<T>() implements Next<T> {}

  record Pause<T>(Duration delay) implements Next<T> {}

  record AwaitTopUp<T>(InsufficientFundsException refusal) implements Next<T> {}

  record Succeed<T>(Succeeded<T> attempt) implements Next<T> {}

  /** {@code form} makes the same failure of other facts. */
  record Fail<T>(FreightException failure, Function<FailureFacts, FreightException> form)
      implements Next<T> {}
}
