package io.freightsdk.error;

import io.freightsdk.internal.text.Redactor;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The service responded with success, but the body does not match the API description.
 *
 * <p>The exception has the JSON path of the fault, and the start of the body with links, phone
 * numbers and keys masked. It also has the load number of the body, because that load may have been
 * paid for.
 */
public final class FreightDecodingException extends FreightException {
  @Serial private static final long serialVersionUID = 2;

  private final int status;
  private final @Nullable String path;
  private final String bodyExcerpt;
  private final @Nullable String loadNumber;

  /**
   * A body that cannot be read. {@code fact} says why, without quoting the body; {@code path} is a
   * JSON path such as {@code $.stops[0].sequence}; {@code bodyExcerpt} is shortened and masked
   * already.
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
    this.bodyExcerpt = bodyExcerpt;
    this.loadNumber = loadNumber;
  }

  /** HTTP status code of the response. */
  public int status() {
    return status;
  }

  /**
   * JSON path of the fault, such as {@code $.stops[0].sequence}; null when the fault is not at one
   * place.
   */
  public @Nullable String path() {
    return path;
  }

  /** The start of the body, at most 512 characters, with links, phone numbers and keys masked. */
  public String bodyExcerpt() {
    return bodyExcerpt;
  }

  /** The load number in the body; null when none could be read. */
  public @Nullable String loadNumber() {
    return loadNumber;
  }

  private static String message(
      FailedCall call, int status, String fact, @Nullable String loadNumber) {
    return "the response (HTTP "
        + status
        + ") cannot be read: "
        + fact
        + (loadNumber == null ? "; " : "; load " + Redactor.quote(loadNumber) + " exists, ")
        + MessageParts.goOn(call);
  }
}
