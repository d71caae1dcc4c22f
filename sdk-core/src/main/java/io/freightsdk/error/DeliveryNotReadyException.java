package io.freightsdk.error;

import io.freightsdk.internal.text.Redactor;
import io.freightsdk.model.LoadStatus;
import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 422 {@code bol_received_before_geofence_arrive}: the driver has not arrived at the delivery
 * stop. Not retried. API description, schema {@code DeliveryNotReadyError}.
 */
public final class DeliveryNotReadyException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  private final @Nullable String status;

  public DeliveryNotReadyException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      @Nullable LoadStatus loadStatus) {
    super(
        call,
        422,
        error,
        code,
        headers,
        (loadStatus == null
                ? "the load"
                : "the load is " + Redactor.quote(loadStatus.value()) + " and")
            + " has not arrived at its delivery stop; confirm once the driver is there");
    this.status = loadStatus == null ? null : loadStatus.value();
  }

  /** The current status of the load; null if the response has none. */
  public @Nullable LoadStatus loadStatus() {
    return status == null ? null : LoadStatus.of(status);
  }
}
