package io.freightsdk.internal.call;

import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.call.AttemptClassifier.Attempt.Succeeded;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.Function;

/** What a call does next, as its {@link CallMachine} decides. */
sealed interface Action<T> {
  record AskPrice<T>() implements Action<T> {}

  /** Reserve the price; an earlier hold is booked and released first. */
  record Reserve<T>(BigDecimal amountUsd) implements Action<T> {}

  record Send<T>(Duration timeout) implements Action<T> {}

  record Pause<T>(Duration delay) implements Action<T> {}

  record AwaitTopUp<T>(InsufficientFundsException refusal) implements Action<T> {}

  record Succeed<T>(Succeeded<T> attempt) implements Action<T> {}

  /** {@code form} makes the same failure of other facts. */
  record Fail<T>(FreightException failure, Function<FailureFacts, FreightException> form)
      implements Action<T> {}
}
