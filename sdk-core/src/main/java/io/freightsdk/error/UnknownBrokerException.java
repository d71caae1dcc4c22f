package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 422 {@code UNKNOWN_BROKER}: the broker of the key is not registered. API description, schema
 * {@code UnknownBrokerError}.
 */
public final class UnknownBrokerException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  private final @Nullable String brokerEmail;

  public UnknownBrokerException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      @Nullable String brokerEmail) {
    super(
        call,
        422,
        error,
        code,
        headers,
        MessageParts.refused(422, code, headers)
            + "; the broker of this key is not registered; register the account or use another key");
    this.brokerEmail = brokerEmail;
  }

  /** The e-mail address of the account that the key belongs to; null if the response has none. */
  public @Nullable String brokerEmail() {
    return brokerEmail;
  }
}
