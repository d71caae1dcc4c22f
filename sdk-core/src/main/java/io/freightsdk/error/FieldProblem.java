package io.freightsdk.error;

import io.freightsdk.internal.text.Redactor;
import java.io.Serial;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A field that the service refused in a request, and the reason. Never contains a phone number.
 *
 * @param field the dotted path, such as {@code pickups.0.zip}
 * @param problem the reason, such as {@code missing} or {@code expected a two-letter US state code,
 *     got "Ohio"}; null if neither the response nor the API description states it
 */
public record FieldProblem(String field, @Nullable String problem) implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  public FieldProblem {
    Objects.requireNonNull(field, "field");
  }

  /**
   * Returns field and problem as in messages: {@code pickups.0.state (expected a two-letter US
   * state code)}.
   */
  @Override
  public String toString() {
    String named = Redactor.quote(field);
    return problem == null ? named : named + " (" + problem + ")";
  }
}
