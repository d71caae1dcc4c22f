package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import java.time.Duration;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** A result with how it came; headers stay as they are until somebody asks for a response. */
public record CallResult<T>(
    T value,
    int status,
    Headers headers,
    int attempts,
    Charge charge,
    Duration elapsed,
    @Nullable String idempotencyKey) {

  /** The public form. */
  public FreightResponse<T> toResponse() {
    return new FreightResponse<>(
        value, status, headers.toMultimap(), attempts, charge, elapsed, idempotencyKey);
  }
}
