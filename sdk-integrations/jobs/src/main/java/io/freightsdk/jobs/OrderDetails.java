package io.freightsdk.jobs;

import io.freightsdk.error.FieldProblem;
import io.freightsdk.model.CreateLoadInput;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A stored order.
 *
 * <p>You can show {@code state}, {@code loadNumber}, {@code trackingLink}, {@code problems} and the
 * times to a customer. Show {@code waitingFor} and {@code reason} only to operators, because they
 * mention balances and limits. Also {@code input}, because it has the phone number of the driver.
 * {@code toString} masks phone numbers and the link.
 *
 * @param customer the customer of the order; null if it has none
 * @param loadNumber the number of the order's load; null while it has no load
 * @param trackingLink the public tracking page of the load, a secret; null while the order has no
 *     load
 * @param problems the rejected fields; empty unless the order is {@link State#STOPPED} because of
 *     them
 * @param waitingFor the reason for which the order waits; null if it does not wait, and before its
 *     first attempt
 * @param reason why the last attempt failed; null if it did not
 * @param mayHaveLoad whether a lost attempt may have created a load
 * @param input the content of the order, with the reference as {@code customerRef}
 * @param storedAt when the order was booked or last replaced
 * @param changedAt when the row of the order changed last
 */
public record OrderDetails(
    String reference,
    @Nullable String customer,
    State state,
    @Nullable String loadNumber,
    @Nullable String trackingLink,
    List<FieldProblem> problems,
    @Nullable WaitReason waitingFor,
    @Nullable String reason,
    boolean mayHaveLoad,
    CreateLoadInput input,
    Instant storedAt,
    Instant changedAt) {
  public OrderDetails {
    problems = List.copyOf(problems);
  }

  /** The state of an order. */
  public enum State {
    /** The order waits to be sent, for the first time or again after a failure. */
    WAITING,
    /** The order is being sent. If its instance crashes, the response may be lost. */
    SENDING,
    /** The order is not sent until you book or retry it, see {@link FreightJobs#stoppedOrders}. */
    STOPPED,
    /** The order has its load. */
    BOOKED,
    /** The order was withdrawn before it had a load. */
    WITHDRAWN
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "OrderDetails[reference=%s, customer=%s, state=%s, loadNumber=%s, trackingLink=***, problems=%s, waitingFor=%s, reason=%s, mayHaveLoad=%s, input=%s, storedAt=%s, changedAt=%s]",
        reference,
        customer,
        state,
        loadNumber,
        problems,
        waitingFor,
        reason,
        mayHaveLoad,
        input,
        storedAt,
        changedAt);
  }
}
