package io.freightsdk.error;

import java.io.Serial;

/**
 * 403: the load belongs to another broker, or the scope of the key does not cover the operation.
 */
public final class PermissionDeniedException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public PermissionDeniedException(FailureFacts facts, ApiAnswer answer) {
    super(
        facts,
        answer,
        Answers.refused(answer)
            + "; the key lacks the scope, or is of another broker than the load; use another key");
  }
}
