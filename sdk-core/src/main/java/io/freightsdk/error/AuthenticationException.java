package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 401: the agent key is missing or invalid. API description, response {@code Unauthorized}.
 */
public final class AuthenticationException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public AuthenticationException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers) {
    super(
        call,
        401,
        error,
        code,
        headers,
        MessageParts.refused(401, code, headers)
            + "; check the agent key in the broker console (Integrations, Agent API)");
  }
}
