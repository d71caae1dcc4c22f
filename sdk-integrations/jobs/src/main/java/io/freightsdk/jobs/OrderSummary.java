package io.freightsdk.jobs;

import io.freightsdk.error.FieldProblem;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order in a list for dispatchers, without the content and links of {@link OrderDetails}: its
 * state, why and since when it waits, and its load. A load that is followed without an order is
 * listed as {@link OrderDetails.State#BOOKED BOOKED}.
 *
 * @param customer the customer of the order; null if it has none
 * @param waitingFor why the order is not sent, or its load is not read; null if neither waits
 * @param reason why the last attempt to send it failed, for operators only, because it may mention
 *     limits and configuration; null if it did not
 * @param problems the rejected fields, which you can show to whoever entered the order; empty for
 *     another cause
 * @param mayHaveLoad whether a lost attempt may have created a load
 * @param since when the wait started. If nothing waits, when the state started; for a load without
 *     an order, when following started
 * @param nextAttemptAt when the order is sent next, or its load is read next. A time in the past
 *     means now. Null if neither is planned
 * @param loadNumber the number of its load; null if it has none
 */
public record OrderSummary(
    String reference,
    @Nullable String customer,
    OrderDetails.State state,
    @Nullable WaitReason waitingFor,
    @Nullable String reason,
    List<FieldProblem> problems,
    boolean mayHaveLoad,
    Instant since,
    @Nullable Instant nextAttemptAt,
    @Nullable String loadNumber) {
  public OrderSummary {
    problems = List.copyOf(problems);
  }
}
