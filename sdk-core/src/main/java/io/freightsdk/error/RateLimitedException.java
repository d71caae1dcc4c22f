package io.freightsdk.error;

import java.io.Serial;

/** 429: too many calls. Whether a paid call was charged is not known. */
public final class RateLimitedException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public RateLimitedException(FailureFacts facts, ApiAnswer answer) {
    super(facts, answer, Answers.refused(answer) + "; send fewer calls, " + Answers.goOn(facts));
  }
}
