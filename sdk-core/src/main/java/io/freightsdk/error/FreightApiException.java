package io.freightsdk.error;

import io.freightsdk.internal.text.HeaderRules;
import java.io.Serial;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An error response: its status, its headers, and the error and code of its body. API description,
 * schemas {@code PlainError} and {@code CodedError}.
 *
 * <p>In the constructors of the subclasses, {@code error} and {@code code} are the members of the
 * response body. They are null if the body has none, for example because a proxy responded. Header
 * names ignore case.
 */
public abstract sealed class FreightApiException extends FreightException
    permits InvalidRequestException,
        AuthenticationException,
        InsufficientFundsException,
        PermissionDeniedException,
        LoadNotFoundException,
        StatusReadOnlyException,
        DeliveryNotReadyException,
        UnknownBrokerException,
        RateLimitedException,
        BillingUnavailableException,
        UnexpectedStatusException {
  @Serial private static final long serialVersionUID = 1;

  private final int status;
  private final @Nullable String error;
  private final @Nullable String code;
  private final TreeMap<String, List<String>> headers =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  FreightApiException(
      FailedCall call,
      int status,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      String factAndFix) {
    super(call, null, factAndFix);
    this.status = status;
    this.error = error;
    this.code = code;
    this.headers.putAll(HeaderRules.copyOf(headers));
  }

  /** The HTTP status code of the response. */
  public int status() {
    return status;
  }

  /**
   * The error text of the service; null if the body has none. Unlike the message of this exception,
   * it may contain personal data. Show it to your users, but do not log it.
   */
  public @Nullable String error() {
    return error;
  }

  /** The service's error code, such as {@code INSUFFICIENT_FUNDS}; null if the body has none. */
  public @Nullable String code() {
    return code;
  }

  /** All headers of the response, unmodifiable; names ignore case. */
  public Map<String, List<String>> headers() {
    return Collections.unmodifiableMap(headers);
  }

  /** The first value of a header of the response; null if the response does not have it. */
  public @Nullable String header(String name) {
    return HeaderRules.first(headers, name);
  }
}
