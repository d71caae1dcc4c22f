package io.freightsdk.error;

import java.io.Serial;

/** 404: no load has this number. */
public final class LoadNotFoundException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public LoadNotFoundException(FailureFacts facts, ApiAnswer answer) {
    super(
        facts,
        answer,
        Answers.refused(answer) + "; check the load number, it is the one returned at creation");
  }
}
