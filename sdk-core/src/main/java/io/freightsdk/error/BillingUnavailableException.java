package io.freightsdk.error;

import java.io.Serial;

/**
 * HTTP 503 {@code BILLING_UNAVAILABLE}: the service cannot reach its billing; this attempt charged
 * nothing. API description, section 7.
 */
public final class BillingUnavailableException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public BillingUnavailableException(FailureFacts facts, ApiAnswer answer) {
    super(facts, answer, Answers.refused(answer) + "; " + Answers.goOn(facts));
  }

  @Override
  public BillingUnavailableException with(FailureFacts facts) {
    return new BillingUnavailableException(facts, answer());
  }
}
