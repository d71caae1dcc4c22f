package io.freightsdk.mcp;

import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Asks by a result, for hosts without a session: the first request ends with the question and its
 * token, and the second brings the answer and that token. A token belongs to one question, about
 * exactly one call at one price, until it is answered. An answer without it counts for nothing, and
 * the person is asked again.
 */
final class StatedApproval implements Approver {
  private final Modern request;

  private @Nullable ApprovalRequest asked;

  StatedApproval(Modern request) {
    this.request = request;
  }

  @Override
  public synchronized Approval approve(ApprovalRequest question) {
    String action = request.action();
    if (action == null || !isAbout(question)) {
      asked = question;
      return Approval.PENDING;
    }
    if ("accept".equals(action)) return Approval.APPROVED;
    return "decline".equals(action) ? Approval.DENIED : Approval.UNANSWERED;
  }

  private boolean isAbout(ApprovalRequest question) {
    String state = request.state();
    return state != null
        && MessageDigest.isEqual(
            state.getBytes(StandardCharsets.UTF_8),
            question.token().getBytes(StandardCharsets.UTF_8));
  }

  /** The question that the person has to answer before the call is made; null for none. */
  synchronized @Nullable ApprovalRequest asked() {
    return asked;
  }
}
