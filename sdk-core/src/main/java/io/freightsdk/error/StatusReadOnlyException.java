package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 410 {@code STATUS_DOOR_CLOSED}: a status cannot be set, because it follows the driver's GPS.
 * API description, operation {@code updateLoadStatus}.
 */
public final class StatusReadOnlyException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public StatusReadOnlyException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers) {
    super(
        call,
        410,
        error,
        code,
        headers,
        MessageParts.refused(410, code, headers)
            + "; a status follows the driver's GPS and cannot be set; read it with getLoadPosition");
  }
}
