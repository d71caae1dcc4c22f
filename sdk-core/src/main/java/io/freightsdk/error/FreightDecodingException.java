package io.freightsdk.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The service answered with success, but the body is not what the API description states.
 *
 * <p>What could be read is kept: the JSON path of the fault, a bounded copy of the body with links,
 * phones and keys masked, and the load number where one was found, for a load that was paid for.
 */
public final class FreightDecodingException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private final int status;
  private final @Nullable String path;
  private final String bodyExcerpt;
  private final @Nullable String loadNumber;

  /**
   * A body that cannot be read, where {@code fact} says why without quoting it, {@code path} is
   * such as {@code $.stops[0].sequence} and {@code bodyExcerpt} is bounded and masked already.
   */
  public FreightDecodingException(
      FailureFacts facts,
      int status,
      String fact,
      @Nullable String path,
      String bodyExcerpt,
      @Nullable String loadNumber,
      @Nullable Throwable cause) {
    super(facts, message(facts, status, fact, loadNumber), cause);
    this.status = status;
    this.path = path;
    this.bodyExcerpt = bodyExcerpt;
    this.loadNumber = loadNumber;
  }

  /** HTTP status code of the answer. */
  public int status() {
    return status;
  }

  /** JSON path of the fault, such as {@code $.stops[0].sequence}; null when it is not JSON. */
  public @Nullable String path() {
    return path;
  }

  /** The start of the body, at most 512 characters, with links, phones and keys masked. */
  public String bodyExcerpt() {
    return bodyExcerpt;
  }

  /** The number of the load that the answer names; null when none could be read. */
  public @Nullable String loadNumber() {
    return loadNumber;
  }

  private static String message(
      FailureFacts facts, int status, String fact, @Nullable String loadNumber) {
    return "the answer (HTTP "
        + status
        + ") cannot be read: "
        + fact
        + (loadNumber == null ? "; " : "; load " + loadNumber + " exists, ")
        + Answers.goOn(facts);
  }
}
