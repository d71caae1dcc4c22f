package io.freightsdk.error;

import java.io.Serial;

/** HTTP 429: too many calls. This one was not processed, and nothing was charged for it. */
public final class RateLimitedException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public RateLimitedException(FailureFacts facts, ApiAnswer answer) {
    super(facts, answer, Answers.refused(answer) + "; send fewer calls, " + Answers.goOn(facts));
  }

  @Override
  public RateLimitedException with(FailureFacts facts) {
    return new RateLimitedException(facts, answer());
  }
}
