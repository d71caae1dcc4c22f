package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.internal.json.ResponseReader.Content;
import io.freightsdk.internal.json.ResponseReader.NamedLoad;
import io.freightsdk.internal.retry.RetryTable.FailureClass;
import io.freightsdk.internal.transport.WireResponse;
import org.jspecify.annotations.Nullable;

/** The result of one attempt of a call, with the charge of this attempt alone. */
sealed interface AttemptResult<T> {
  Charge charge();

  /** Whether a response proves that the service charged it, even if the amount is not known. */
  boolean wasCharged();

  /** The complete response; null without one. */
  @Nullable WireResponse response();

  /** The load that the response names; null for none. */
  @Nullable NamedLoad load();

  /** The failure of the attempt; null when it succeeded. */
  @Nullable Failure failure();

  /** The {@code X-Request-Id} of the response; null without one. */
  default @Nullable String requestId() {
    WireResponse response = response();
    return response == null ? null : response.requestId();
  }

  record Succeeded<T>(Content<T> content, Charge charge, boolean wasCharged, WireResponse response)
      implements AttemptResult<T> {
    @Override
    public @Nullable NamedLoad load() {
      return content.load();
    }

    @Override
    public @Nullable Failure failure() {
      return null;
    }
  }

  record Failed<T>(
      FailureClass failureClass,
      Failure failure,
      Charge charge,
      boolean wasCharged,
      @Nullable WireResponse response,
      @Nullable NamedLoad load)
      implements AttemptResult<T> {}
}
