package io.freightsdk.internal.engine;

import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.json.Reading;
import io.freightsdk.internal.retry.FailureClass;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** How an attempt ended, with what it did to the balance by itself and in total. */
sealed interface AttemptResult<T> {
  Charge charge();

  /** What all attempts so far came to. */
  Charge total();

  /** HTTP status; null without an answer. */
  @Nullable Integer status();

  /** Headers of the answer; null without one. */
  @Nullable Headers headers();

  record Succeeded<T>(
      Reading<T> reading, Charge charge, Charge total, Integer status, Headers headers)
      implements AttemptResult<T> {}

  record Failed<T>(
      FailureClass failureClass,
      FreightException failure,
      @Nullable String loadNumber,
      Charge charge,
      Charge total,
      @Nullable Integer status,
      @Nullable Headers headers)
      implements AttemptResult<T> {}
}
