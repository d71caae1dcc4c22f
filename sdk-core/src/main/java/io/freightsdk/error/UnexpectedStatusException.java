package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP status that the API description does not list for the operation, such as 500 or a
 * redirect, or an error response that is not the service's.
 */
public final class UnexpectedStatusException extends FreightApiException {
  @Serial private static final long serialVersionUID = 2;

  /** {@code whose} is the part of the message about another sender; empty for the service. */
  public UnexpectedStatusException(
      FailedCall call,
      int status,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      String whose) {
    super(
        call,
        status,
        error,
        code,
        headers,
        MessageParts.refused(status, code, headers) + whose + "; " + MessageParts.goOn(call));
  }
}
