package io.freightsdk.error;

import java.io.Serial;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 400 without a list of fields: an invalid phone number, an unreadable date, or malformed
 * JSON. API description, section 7.
 */
public final class InvalidRequestException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public InvalidRequestException(
      FailureFacts facts,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers) {
    super(
        facts,
        400,
        error,
        code,
        headers,
        Answers.refused(400, code, headers) + "; fix the request, " + Answers.money(facts));
  }

  @Override
  public InvalidRequestException with(FailureFacts facts) {
    return new InvalidRequestException(facts, error(), code(), headers());
  }
}
