package io.freightsdk.mcp;

import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks by a result, for hosts without a session: the first request ends with the question, and the
 * second brings the answer with the state that says what was asked. An answer without a state for
 * exactly this call, price and user counts for nothing, and the person is asked again.
 */
final class StatedApproval implements Approver {
  private final Modern request;
  private final SignedStates states;
  private final @Nullable String user;

  private @Nullable ApprovalRequest asked;

  StatedApproval(Modern request, SignedStates states, @Nullable String user) {
    this.request = request;
    this.states = states;
    this.user = user;
  }

  @Override
  public synchronized Approval approve(ApprovalRequest question) {
    String state = request.state();
    String action = request.action();
    boolean answered = action != null && states.isFor(state, question, user);
    if (answered && "decline".equals(action)) return Approval.DENIED;
    if (answered && !"accept".equals(action)) return Approval.UNANSWERED;
    if (answered && states.use(Objects.requireNonNull(state))) return Approval.APPROVED;
    asked = question;
    return Approval.PENDING;
  }

  /** The question that the person has to answer before the call is made; null for none. */
  synchronized @Nullable ApprovalRequest asked() {
    return asked;
  }
}
