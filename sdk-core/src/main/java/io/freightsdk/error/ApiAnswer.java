package io.freightsdk.error;

import java.io.Serial;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An error answer of the service: HTTP status, error text, code and headers. Header names ignore
 * case. Immutable.
 */
public final class ApiAnswer implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  private final int status;
  private final @Nullable String error;
  private final @Nullable String code;
  private final TreeMap<String, List<String>> headers =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /**
   * An answer with these parts; {@code error} and {@code code} are null when the body has none, for
   * example when a proxy answered.
   */
  public ApiAnswer(
      int status,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers) {
    Objects.requireNonNull(headers, "headers");
    this.status = status;
    this.error = error;
    this.code = code;
    headers.forEach((name, values) -> this.headers.put(name, List.copyOf(values)));
  }

  /** HTTP status code. */
  public int status() {
    return status;
  }

  /** The service's error text for people; null when the body has none. */
  public @Nullable String error() {
    return error;
  }

  /** The service's code for programs, such as {@code INSUFFICIENT_FUNDS}; null when absent. */
  public @Nullable String code() {
    return code;
  }

  /** All headers, unmodifiable; look-up by name ignores case. */
  public Map<String, List<String>> headers() {
    return Collections.unmodifiableMap(headers);
  }

  /** The first value of a header, null when it is absent. */
  public @Nullable String header(String name) {
    List<String> values = headers.get(Objects.requireNonNull(name, "name"));
    return values == null || values.isEmpty() ? null : values.get(0);
  }

  /** Status and code only: error texts and headers may contain what must not be logged. */
  @Override
  public String toString() {
    return code == null ? "HTTP " + status : "HTTP " + status + " " + code;
  }
}
