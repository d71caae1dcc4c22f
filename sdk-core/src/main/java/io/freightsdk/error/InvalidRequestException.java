package io.freightsdk.error;

import io.freightsdk.model.internal.Members;
import java.io.Serial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 400: a field is missing or not valid, such as a phone number or a date, or the JSON is
 * malformed. API description, schema {@code MissingFieldsError}. The message has each field that
 * the service names, and its problem if the API description has a rule for the field.
 */
public final class InvalidRequestException extends FreightApiException {
  @Serial private static final long serialVersionUID = 2;
  private static final int FIELDS_IN_MESSAGE = 10;

  private final ArrayList<FieldProblem> problems;

  /**
   * Creates the exception.
   *
   * @param problems the fields that the response names, or the field that its code is about; empty
   *     if there are none
   */
  public InvalidRequestException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      List<FieldProblem> problems) {
    super(
        call,
        400,
        error,
        code,
        headers,
        message(call, code, headers, Members.copyList("problems", problems)));
    this.problems = new ArrayList<>(problems);
  }

  /**
   * The dotted paths of the fields to fix, such as {@code pickups.0.zip}, or the field that the
   * error code is about, such as {@code driverPhone}. Unmodifiable; empty if the response is about
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
        + MessageParts.chargeText(call);
  }
}
