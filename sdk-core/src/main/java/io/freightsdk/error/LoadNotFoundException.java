package io.freightsdk.error;

import java.io.Serial;

/**
 * HTTP 404: no load has this number. API description, section 7.
 *
 * <p>A 404 whose text does not speak of a load is an {@link UnexpectedStatusException}: the base
 * URL is probably wrong.
 */
public final class LoadNotFoundException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public LoadNotFoundException(FailureFacts facts, ApiAnswer answer) {
    super(
        facts,
        answer,
        Answers.refused(answer)
            + "; check the load number, it was returned when the load was created");
  }

  @Override
  public LoadNotFoundException with(FailureFacts facts) {
    return new LoadNotFoundException(facts, answer());
  }
}
