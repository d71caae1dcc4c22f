package io.freightsdk.error;

import java.io.Serial;

/**
 * 503 {@code BILLING_UNAVAILABLE}: the billing backend cannot be reached; nothing was charged. API
 * description, section 7.
 */
public final class BillingUnavailableException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public BillingUnavailableException(FailureFacts facts, ApiAnswer answer) {
    super(facts, answer, Answers.refused(answer) + "; " + Answers.goOn(facts));
  }
}
