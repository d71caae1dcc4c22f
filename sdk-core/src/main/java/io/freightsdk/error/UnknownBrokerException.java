package io.freightsdk.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 422 {@code UNKNOWN_BROKER}: the broker of the key is not registered. API description,
 * section 5.
 */
public final class UnknownBrokerException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  private final @Nullable String brokerEmail;

  public UnknownBrokerException(
      FailureFacts facts, ApiAnswer answer, @Nullable String brokerEmail) {
    super(
        facts,
        answer,
        Answers.refused(answer)
            + "; the broker of this key is not registered; register the account or use another key");
    this.brokerEmail = brokerEmail;
  }

  @Override
  public UnknownBrokerException with(FailureFacts facts) {
    return new UnknownBrokerException(facts, answer(), brokerEmail);
  }

  /** E-mail address of the account that the key belongs to; null when the answer has none. */
  public @Nullable String brokerEmail() {
    return brokerEmail;
  }
}
