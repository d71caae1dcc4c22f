package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.json.Reading;
import io.freightsdk.internal.retry.FailureClass;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** How an attempt ended, with what it did to the balance by itself and in total. */
sealed interface Attempt<T> {
  Charge charge();

  /** What all attempts so far came to. */
  Charge total();

  /** HTTP status; null without an answer. */
  @Nullable Integer status();

  /** Headers of the answer; null without one. */
  @Nullable Headers headers();

  /** The load that the answer names; null when there is none. */
  @Nullable String loadNumber();

  /** What the attempt failed with; null when it succeeded. */
  @Nullable FreightException failure();

  /** The service's name for the answer; null without one. */
  default @Nullable String requestId() {
    Headers headers = headers();
    return headers == null ? null : headers.get("X-Request-Id");
  }

  record Succeeded<T>(
      Reading<T> reading, Charge charge, Charge total, Integer status, Headers headers)
      implements Attempt<T> {
    @Override
    public @Nullable String loadNumber() {
      return reading.loadNumber();
    }

    @Override
    public @Nullable FreightException failure() {
      return null;
    }
  }

  record Failed<T>(
      FailureClass failureClass,
      FreightException failure,
      @Nullable String loadNumber,
      Charge charge,
      Charge total,
      @Nullable Integer status,
      @Nullable Headers headers)
      implements Attempt<T> {}
}
