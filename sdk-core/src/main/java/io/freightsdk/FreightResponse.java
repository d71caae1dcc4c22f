package io.freightsdk;

import com.fasterxml.jackson.annotation.JsonValue;
import io.freightsdk.internal.text.HeaderRules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A result with HTTP status, headers, body, attempts, charge and elapsed time of its call.
 *
 * <p>Jackson writes only the value, because the other members are not meant for your application's
 * own callers.
 *
 * @param value the result
 * @param status the HTTP status code of the response
 * @param headers the response headers, unmodifiable. Names ignore case. Empty if the client
 *     returned another call's position
 * @param body the response body as text, such as for members that this version does not know. A
 *     secret, because it may contain links. Null if the client returned another call's position
 * @param attempts the number of attempts, including attempts that did not connect; 0 if the client
 *     returned another call's position
 * @param charge the charge of all attempts together. For a position that is returned because of
 *     {@link CallOptions#staleIfError()}, the charge of the failed read
 * @param elapsed the time from the call to the response, including all attempts and waits
 * @param idempotencyKey the key of all attempts; null for operations without a key
 * @param readAt when the call started, by the client's clock. For another call's position, when
 *     that call started. The value is from this time or later
 * @param accountId the {@link FreightClient#accountId() account} of the agent key that was sent
 *     with the successful attempt. For another call's position, the account of this call
 */
public record FreightResponse<T>(
    T value,
    int status,
    Map<String, List<String>> headers,
    @Nullable String body,
    int attempts,
    Charge charge,
    Duration elapsed,
    @Nullable String idempotencyKey,
    Instant readAt,
    String accountId) {

  public FreightResponse {
    Objects.requireNonNull(value, "value");
    headers = HeaderRules.copyOf(headers);
    Objects.requireNonNull(charge, "charge");
    Objects.requireNonNull(elapsed, "elapsed");
    Objects.requireNonNull(readAt, "readAt");
    Objects.requireNonNull(accountId, "accountId");
  }

  /** The result; the only member in JSON. */
  @JsonValue
  @Override
  public T value() {
    return value;
  }

  /** Returns the first value of a response header; null if there is none. */
  public @Nullable String header(String name) {
    return HeaderRules.first(headers, name);
  }

  /** The service's {@code X-Request-Id}; null if the response has none. */
  public @Nullable String requestId() {
    return header("X-Request-Id");
  }

  /** Returns status, attempts, charge and time, without value, headers and body. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "FreightResponse[status=%d, attempts=%d, charge=%s, elapsed=%s]",
        status,
        attempts,
        charge,
        elapsed);
  }
}
