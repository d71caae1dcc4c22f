package io.freightsdk.mcp;

import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks by a result, for hosts without a session: the first request ends with the question and its
 * state, and the second brings the answer and that state. A state belongs to one question, about
 * exactly one call at one price, until it is answered. An answer without it counts for nothing, and
 * the person is asked again.
 */
final class StatedApproval implements Approver {
  private final Modern request;
  private final Open open;

  private @Nullable ApprovalRequest asked;

  StatedApproval(Modern request, Open open) {
    this.request = request;
    this.open = open;
  }

  /** The questions that have no answer yet, by their states. Safe for concurrent use. */
  static final class Open {
    // More than any host shows; the oldest is dropped.
    private static final int MOST = 1000;
    private static final int BYTES = 16;

    private final SecureRandom random = new SecureRandom();

    /** Guarded by this; in the order of asking. */
    private final Map<String, ApprovalRequest> questions = new LinkedHashMap<>();

    /** Keeps a question, and gives its state, which must not reach the model. */
    synchronized String add(ApprovalRequest question) {
      if (questions.size() >= MOST) questions.remove(questions.keySet().iterator().next());
      byte[] bits = new byte[BYTES];
      random.nextBytes(bits);
      String state = HexFormat.of().formatHex(bits);
      questions.put(state, question);
      return state;
    }

    private synchronized boolean take(@Nullable String state, ApprovalRequest question) {
      if (state == null || !question.equals(questions.get(state))) return false;
      questions.remove(state);
      return true;
    }
  }

  @Override
  public synchronized boolean approve(ApprovalRequest question) {
    String action = request.action();
    if (action != null && open.take(request.state(), question)) return "accept".equals(action);
    asked = question;
    return false;
  }

  /** The question that the person has to answer before the call is made; null for none. */
  synchronized @Nullable ApprovalRequest asked() {
    return asked;
  }
}
