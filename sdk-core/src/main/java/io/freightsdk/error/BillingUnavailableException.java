package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 503 {@code BILLING_UNAVAILABLE}: the service cannot reach its billing. This attempt charged
 * nothing. API description, response {@code BillingUnavailable}.
 */
public final class BillingUnavailableException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public BillingUnavailableException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers) {
    super(
        call,
        503,
        error,
        code,
        headers,
        MessageParts.refused(503, code, headers) + "; " + MessageParts.chargeAndNextStep(call));
  }
}
