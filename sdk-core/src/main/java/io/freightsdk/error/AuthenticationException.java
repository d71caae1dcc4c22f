package io.freightsdk.error;

import java.io.Serial;

/** HTTP 401: the agent key is missing or invalid. API description, section 5. */
public final class AuthenticationException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public AuthenticationException(FailureFacts facts, ApiAnswer answer) {
    super(
        facts,
        answer,
        Answers.refused(answer)
            + "; check the agent key in the broker console (Integrations, Agent API)");
  }

  @Override
  public AuthenticationException with(FailureFacts facts) {
    return new AuthenticationException(facts, answer());
  }
}
