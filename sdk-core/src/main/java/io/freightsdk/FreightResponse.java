package io.freightsdk;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A result with the facts of its call: HTTP status, headers, attempts, charge and elapsed time.
 *
 * <p>In JSON a response is its value: Jackson writes none of the facts, which are about the
 * application's account and not for its callers.
 *
 * @param value the result
 * @param status HTTP status code of the answer
 * @param headers response headers, unmodifiable; look-up by name ignores case; none when another
 *     call's position was shared
 * @param attempts number of attempts, also of those that did not connect; 0 when another call's
 *     position was shared
 * @param charge what all attempts together took from the prepaid balance; for a position that is
 *     returned because of {@link CallOptions#staleIfError()}, what the failed read took
 * @param elapsed from the call to the answer, all attempts and waits included
 * @param idempotencyKey the key that all attempts were sent with; null for operations without one
 * @param readAt when the call began, by the client's clock; for a shared position, when the call
 *     that paid for it began. The value is at most as old as this
 * @param accountId of the agent key that was sent with the attempt that was answered, see {@link
 *     FreightClient#accountId()}; for a shared position, of the caller that asked for it
 */
public record FreightResponse<T>(
    T value,
    int status,
    Map<String, List<String>> headers,
    int attempts,
    Charge charge,
    Duration elapsed,
    @Nullable String idempotencyKey,
    Instant readAt,
    String accountId) {

  public FreightResponse {
    Objects.requireNonNull(value, "value");
    TreeMap<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    headers = Collections.unmodifiableMap(copy);
    Objects.requireNonNull(charge, "charge");
    Objects.requireNonNull(elapsed, "elapsed");
    Objects.requireNonNull(readAt, "readAt");
    Objects.requireNonNull(accountId, "accountId");
  }

  /** The result. */
  @JsonValue
  @Override
  public T value() {
    return value;
  }

  /** The first value of a response header, null when it is absent. */
  public @Nullable String header(String name) {
    List<String> values = headers.get(Objects.requireNonNull(name, "name"));
    return values == null || values.isEmpty() ? null : values.get(0);
  }

  /** The service's {@code X-Request-Id}, null when it sent none. */
  public @Nullable String requestId() {
    return header("X-Request-Id");
  }

  /** Status, attempts, charge and time: neither value nor headers. */
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
