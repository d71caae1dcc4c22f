package io.freightsdk.jobs;

import io.freightsdk.error.FieldProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order that is no longer sent, because it would only be refused again. Fix the cause and book
 * it again, or withdraw it.
 *
 * @param customer given with the order; null for none
 * @param reason for the operators of the application: it may contain limits and configuration
 * @param problems the fields that the service refused, for whoever entered the order; empty if the
 *     reason is another one
 * @param mayHaveLoad whether a lost attempt may have created a load
 */
public record StoppedOrder(
    String reference,
    @Nullable String customer,
    String reason,
    List<FieldProblem> problems,
    boolean mayHaveLoad) {
  public StoppedOrder {
    problems = List.copyOf(problems);
  }
}
