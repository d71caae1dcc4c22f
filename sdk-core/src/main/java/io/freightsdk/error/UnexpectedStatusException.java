package io.freightsdk.error;

import java.io.Serial;

/** A status that the API description does not list for the operation, such as 500 or a redirect. */
public final class UnexpectedStatusException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public UnexpectedStatusException(FailureFacts facts, ApiAnswer answer) {
    super(facts, answer, Answers.refused(answer) + "; " + Answers.goOn(facts));
  }
}
