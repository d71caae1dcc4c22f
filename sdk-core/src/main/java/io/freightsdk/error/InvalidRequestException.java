package io.freightsdk.error;

import java.io.Serial;

/**
 * HTTP 400 without a list of fields: an invalid phone number, an unreadable date, or malformed
 * JSON. API description, section 7.
 */
public final class InvalidRequestException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public InvalidRequestException(FailureFacts facts, ApiAnswer answer) {
    super(facts, answer, Answers.refused(answer) + "; fix the request, " + Answers.money(facts));
  }

  @Override
  public InvalidRequestException with(FailureFacts facts) {
    return new InvalidRequestException(facts, answer());
  }
}
