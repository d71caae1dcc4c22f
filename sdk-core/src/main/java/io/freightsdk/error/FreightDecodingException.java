package io.freightsdk.error;

import io.freightsdk.internal.text.Redactor;
import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A success response whose body does not match the API description.
 *
 * <p>The exception has the JSON path of the fault, and the start of the body with links, phone
 * numbers and keys masked. If the body has a load number, the exception has it too, because you may
 * have paid for that load.
 */
public final class FreightDecodingException extends FreightException {
  @Serial private static final long serialVersionUID = 2;

  private final int status;
  private final @Nullable String path;
  private final String bodyExcerpt;
  private final @Nullable String loadNumber;

  /**
   * Creates the exception.
   *
   * @param fact the reason in the message, without any text of the body
   * @param path the JSON path of the fault, such as {@code $.stops[0].sequence}
   * @param bodyExcerpt the start of the body, already shortened and masked
   */
  public FreightDecodingException(
      FailedCall call,
      int status,
      String fact,
      @Nullable String path,
      String bodyExcerpt,
      @Nullable String loadNumber,
      @Nullable Throwable cause) {
    super(call, cause, message(call, status, fact, loadNumber));
    this.status = status;
    this.path = path;
    this.bodyExcerpt = Objects.requireNonNull(bodyExcerpt, "bodyExcerpt");
    this.loadNumber = loadNumber;
  }

  /** The HTTP status code of the response. */
  public int status() {
    return status;
  }

  /**
   * The JSON path of the fault, such as {@code $.stops[0].sequence}; null if the fault is not at a
   * single place.
   */
  public @Nullable String path() {
    return path;
  }

  /** The start of the body, at most 512 characters, with links, phone numbers and keys masked. */
  public String bodyExcerpt() {
    return bodyExcerpt;
  }

  /** The load number in the body; null if none could be read. */
  public @Nullable String loadNumber() {
    return loadNumber;
  }

  private static String message(
      FailedCall call, int status, String fact, @Nullable String loadNumber) {
    return "the response (HTTP "
        + status
        + ") cannot be read: "
        + Objects.requireNonNull(fact, "fact")
        + (loadNumber == null ? "; " : "; load " + Redactor.quote(loadNumber) + " exists, ")
        + MessageParts.chargeAndNextStep(call);
  }
}
