package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 404: no load has this number. API description, response {@code LoadNotFound}.
 *
 * <p>A 404 whose text does not mention a load is an {@link UnexpectedStatusException}: the base URL
 * is probably wrong.
 */
public final class LoadNotFoundException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public LoadNotFoundException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers) {
    super(
        call,
        404,
        error,
        code,
        headers,
        MessageParts.refused(404, code, headers)
            + "; check the load number, it was returned when the load was created");
  }
}
