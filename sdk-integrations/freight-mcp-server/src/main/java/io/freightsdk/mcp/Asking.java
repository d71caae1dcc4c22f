package io.freightsdk.mcp;

import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Asks the person at the host by MCP elicitation and waits as long as an approval is valid. If the
 * host cannot ask, the model is told so; that is not a refusal.
 *
 * @param call the call that needs the approval
 * @param progress is told that the call waits for a person
 */
record Asking(Questions questions, ToolCalls.Call call, Wire wire, Consumer<String> progress)
    implements Approver {
  private static final Map<String, Object> NOTHING_TO_FILL_IN =
      Map.of("type", "object", "properties", Map.of());

  @Override
  public Approval approve(ApprovalRequest request) {
    if (!questions.canBeAsked()) return Approval.UNAVAILABLE;

    progress.accept("waiting for the user's approval");
    String question =
        request.summary()
            + "? It costs "
            + request.priceUsd().toPlainString()
            + " USD of the prepaid balance.";
    Questions.Question asked =
        questions.ask(wire, Map.of("message", question, "requestedSchema", NOTHING_TO_FILL_IN));
    call.waitsFor(asked);
    try {
      Duration left = patience(request, Instant.now());
      return of(asked.answer().get(left.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      asked.withdraw("nobody answered in time");
      return Approval.PENDING;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      asked.withdraw("the call was ended");
      return Approval.DENIED;
    } catch (ExecutionException e) {
      return Approval.DENIED;
    }
  }

  /** How long to wait for an answer: as long as the approval is valid. */
  static Duration patience(ApprovalRequest request, Instant now) {
    Duration left = Duration.between(now, request.expiresAt());
    return left.isNegative() ? Duration.ZERO : left;
  }

  private static Approval of(Map<?, ?> response) {
    if (response.get("error") != null) return Approval.UNAVAILABLE;
    boolean accepted =
        response.get("result") instanceof Map<?, ?> result && "accept".equals(result.get("action"));
    return accepted ? Approval.APPROVED : Approval.DENIED;
  }
}
