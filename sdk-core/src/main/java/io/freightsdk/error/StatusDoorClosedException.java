package io.freightsdk.error;

import java.io.Serial;

/** HTTP 410: a status cannot be set, it follows the driver's GPS. API description, section 4.3. */
public final class StatusDoorClosedException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  public StatusDoorClosedException(FailureFacts facts, ApiAnswer answer) {
    super(
        facts,
        answer,
        Answers.refused(answer)
            + "; a status follows the driver's GPS and cannot be set; read it with getLoadPosition");
  }

  @Override
  public StatusDoorClosedException with(FailureFacts facts) {
    return new StatusDoorClosedException(facts, answer());
  }
}
