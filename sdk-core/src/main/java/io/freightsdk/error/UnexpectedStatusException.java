package io.freightsdk.error;

import java.io.Serial;
import java.util.Objects;

/**
 * An HTTP status that the API description does not list for the operation, such as 500 or a
 * redirect, or an error answer that is not the service's.
 */
public final class UnexpectedStatusException extends FreightApiException {
  @Serial private static final long serialVersionUID = 2;

  /** Who may have answered, as a part of the message. */
  final String whose;

  public UnexpectedStatusException(FailureFacts facts, ApiAnswer answer) {
    this(facts, answer, "");
  }

  UnexpectedStatusException(FailureFacts facts, ApiAnswer answer, String whose) {
    super(facts, answer, Answers.refused(answer) + whose + "; " + Answers.goOn(facts));
    this.whose = whose;
  }

  /** A 404 that does not speak of a load: the base URL is probably wrong. */
  public static UnexpectedStatusException ofWrongPath(
      FailureFacts facts, ApiAnswer answer, String askedUrl) {
    Objects.requireNonNull(facts, "facts");
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(askedUrl, "askedUrl");
    return new UnexpectedStatusException(
        facts, answer, ", the base URL is probably wrong: asked " + askedUrl);
  }

  /**
   * An error answer whose body is not the service's: a gateway, a proxy or another server answered.
   */
  public static UnexpectedStatusException ofStranger(
      FailureFacts facts, ApiAnswer answer, String askedUrl) {
    Objects.requireNonNull(facts, "facts");
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(askedUrl, "askedUrl");
    String guess =
        answer.status() == 404
            ? ", the base URL is probably wrong"
            : ", a gateway or proxy may have answered";
    return new UnexpectedStatusException(
        facts, answer, " by something that is not the service" + guess + ": asked " + askedUrl);
  }
}
