package io.freightsdk.jobs;

import io.freightsdk.error.FieldProblem;
import io.freightsdk.model.CreateLoadInput;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A stored order. Customers may see {@code state}, {@code loadNumber}, {@code trackingLink}, {@code
 * problems} and the times. Only operators may see {@code waitingFor} and {@code reason}, which
 * mention balances and limits, and {@code input}, which has the phone number of the driver. {@code
 * toString} masks phone numbers and the link.
 *
 * @param customer given with the order; null for none
 * @param loadNumber null while there is none
 * @param trackingLink public page of the load, a secret; null while there is no load
 * @param problems the rejected fields; empty unless it is {@link State#STOPPED} for this reason
 * @param waitingFor null if it does not wait, and before its first attempt
 * @param reason why its last attempt failed; null for none
 * @param mayHaveLoad whether a lost attempt may have created a load
 * @param input its content, with the reference as {@code customerRef}
 * @param storedAt when it was booked, or last replaced
 * @param changedAt when its row changed last
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
    /** Waits to be sent, for the first time or again after a failure. */
    WAITING,
    /** Is being sent now; its response may be lost if its instance crashes. */
    SENDING,
    /** Is not sent until it is booked again or retried: see {@link FreightJobs#stoppedOrders}. */
    STOPPED,
    /** Has its load. */
    BOOKED,
    /** Was withdrawn before it had a load. */
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
