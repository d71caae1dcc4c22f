package io.freightsdk.error;

import java.io.Serial;

/** 400 without a list of fields: a phone that is none, a date that cannot be read, broken JSON. */
public final class InvalidRequestException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public InvalidRequestException(FailureFacts facts, ApiAnswer answer) {
    super(facts, answer, Answers.refused(answer) + "; fix the request, " + Answers.money(facts));
  }
}
