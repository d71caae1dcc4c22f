package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 403: the load belongs to another broker, or the scopes of the key do not cover the
 * operation. API description, response {@code Forbidden}.
 */
public final class PermissionDeniedException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public PermissionDeniedException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers) {
    super(
        call,
        403,
        error,
        code,
        headers,
        MessageParts.refused(403, code, headers)
            + "; the load belongs to another broker, or the key lacks the scope; use another key");
  }
}
