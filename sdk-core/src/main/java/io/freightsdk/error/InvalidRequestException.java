package io.freightsdk.error;

import java.io.Serial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 400: a field is missing or not valid, such as a phone number or a date, or the JSON is
 * malformed. API description, schema {@code MissingFieldsError}. The message says what is wrong
 * with each field that the service names, as far as the API description does.
 */
public final class InvalidRequestException extends FreightApiException {
  @Serial private static final long serialVersionUID = 2;
  private static final int FIELDS_IN_MESSAGE = 10;

  private final ArrayList<FieldProblem> problems;

  /**
   * @param problems of the fields that the response names, or its code is about; empty if there are
   *     none
   */
  public InvalidRequestException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      List<FieldProblem> problems) {
    super(call, 400, error, code, headers, message(call, code, headers, problems));
    this.problems = new ArrayList<>(problems);
  }

  /**
   * Dotted paths of the fields to fix, such as {@code pickups.0.zip}, or the field that the code of
   * the refusal is about, such as {@code driverPhone}. Unmodifiable; empty if the refusal is about
   * no field.
   */
  public List<String> fields() {
    return problems.stream().map(FieldProblem::field).toList();
  }

  /** The same fields, each with its problem if that is known; unmodifiable. */
  public List<FieldProblem> problems() {
    return Collections.unmodifiableList(problems);
  }

  private static String message(
      FailedCall call,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      List<FieldProblem> problems) {
    int unnamed = problems.size() - FIELDS_IN_MESSAGE;
    List<String> shown =
        problems.stream().limit(FIELDS_IN_MESSAGE).map(FieldProblem::toString).toList();
    return MessageParts.refused(400, code, headers)
        + "; fix "
        + (shown.isEmpty() ? "the request" : String.join(", ", shown))
        + (unnamed > 0 ? " and " + unnamed + " more" : "")
        + ", "
        + MessageParts.money(call);
  }
}
