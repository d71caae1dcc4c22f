package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 429 for too many calls; {@link #header(String) header("Retry-After")} is the requested wait,
 * or null. The service did not process this attempt and charged nothing for it.
 */
public final class RateLimitedException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public RateLimitedException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers) {
    super(
        call,
        429,
        error,
        code,
        headers,
        MessageParts.refused(429, code, headers)
            + "; send fewer calls, "
            + MessageParts.chargeAndNextStep(call));
  }
}
