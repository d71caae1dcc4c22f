package io.freightsdk.error;

import io.freightsdk.internal.text.Redactor;
import java.io.Serial;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A field of a request that the service refused. It never has the value of a phone number.
 *
 * @param field dotted path, such as {@code pickups.0.zip}
 * @param problem such as {@code missing} or {@code expected a two-letter US state code, got
 *     "Ohio"}; null if the service does not say it and the API description has no form for it
 */
public record FieldProblem(String field, @Nullable String problem) implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  public FieldProblem {
    Objects.requireNonNull(field, "field");
  }

  /** As messages show it: {@code pickups.0.state (expected a two-letter US state code)}. */
  @Override
  public String toString() {
    String named = Redactor.quote(field);
    return problem == null ? named : named + " (" + problem + ")";
  }
}
