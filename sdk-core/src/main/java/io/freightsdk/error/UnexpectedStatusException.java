package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP status that the API description does not list for the operation, such as 500 or a
 * redirect. Also an error response that is not from the service, such as the page of a proxy.
 */
public final class UnexpectedStatusException extends FreightApiException {
  @Serial private static final long serialVersionUID = 2;

  /**
   * Creates the exception.
   *
   * @param detail the text after the status in the message, such as {@code , the base URL is
   *     probably wrong}; empty if there is none
   */
  public UnexpectedStatusException(
      FailedCall call,
      int status,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      String detail) {
    super(
        call,
        status,
        error,
        code,
        headers,
        MessageParts.refused(status, code, headers)
            + Objects.requireNonNull(detail, "detail")
            + "; "
            + MessageParts.chargeAndNextStep(call));
  }
}
