package io.freightsdk.error;

import java.io.Serial;

/**
 * HTTP 403: the load belongs to another broker, or the scopes of the key do not cover the
 * operation. API description, section 5.
 */
public final class PermissionDeniedException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public PermissionDeniedException(FailureFacts facts, ApiAnswer answer) {
    super(
        facts,
        answer,
        Answers.refused(answer)
            + "; the load belongs to another broker, or the key lacks the scope; use another key");
  }

  @Override
  public PermissionDeniedException with(FailureFacts facts) {
    return new PermissionDeniedException(facts, answer());
  }
}
