package io.freightsdk.error;

import java.io.Serial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 400 with the list of fields that are missing or invalid. API description, section 7. The
 * message says what is wrong with each, as far as the API description does.
 */
public final class MissingFieldsException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;
  private static final int FIELDS_IN_MESSAGE = 10;

  private final ArrayList<String> fields;
  private final ArrayList<String> described;

  /**
   * @param described each of the fields as the message tells it, with what is wrong with it
   */
  public MissingFieldsException(
      FailureFacts facts,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      List<String> fields,
      List<String> described) {
    super(facts, 400, error, code, headers, message(facts, code, headers, described));
    this.fields = new ArrayList<>(fields);
    this.described = new ArrayList<>(described);
  }

  @Override
  public MissingFieldsException with(FailureFacts facts) {
    return new MissingFieldsException(facts, error(), code(), headers(), fields, described);
  }

  /** Dotted paths of the fields to fix, such as {@code pickups.0.zip}; unmodifiable. */
  public List<String> fields() {
    return Collections.unmodifiableList(fields);
  }

  private static String message(
      FailureFacts facts,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      List<String> described) {
    int unnamed = described.size() - FIELDS_IN_MESSAGE;
    return Answers.refused(400, code, headers)
        + "; fix "
        + String.join(", ", described.subList(0, Math.min(described.size(), FIELDS_IN_MESSAGE)))
        + (unnamed > 0 ? " and " + unnamed + " more" : "")
        + ", "
        + Answers.money(facts);
  }
}
