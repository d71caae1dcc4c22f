package io.freightsdk.mcp;

import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Asks the person at the host by MCP elicitation, one question after the other, and waits as long
 * as an approval is valid. If the host cannot ask, the model is told so, which is not a refusal.
 *
 * @param clock by which approvals expire
 * @param call the call that needs the approval
 * @param progress is told that the call waits for a person
 */
record Asking(
    Questions questions,
    Clock clock,
    ToolCalls.Call call,
    Wire wire,
    Consumer<String> progress)
    implements Approver {
  private static final Map<String, Object> NOTHING_TO_FILL_IN =
      Map.of("type", "object", "properties", Map.of());

  @Override
  public Approval approve(ApprovalRequest request) {
    progress.accept("waiting for the user's approval");
    try {
      long patience = patience(request, clock.instant()).toMillis();
      if (!questions.turn().tryAcquire(patience, TimeUnit.MILLISECONDS)) return Approval.PENDING;
      try {
        return questions.canBeAsked() ? ask(request) : Approval.UNAVAILABLE;
      } finally {
        questions.turn().release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Approval.PENDING;
    }
  }

  private Approval ask(ApprovalRequest request) throws InterruptedException {
    if (call.isCancelled()) return Approval.PENDING;
    Questions.Question asked =
        questions.ask(
            wire, Map.of("message", question(request), "requestedSchema", NOTHING_TO_FILL_IN));
    call.waitsFor(asked);
    try {
      Duration left = patience(request, clock.instant());
      return of(asked.answer().get(left.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      asked.withdraw("nobody answered in time");
      return Approval.UNANSWERED;
    } catch (InterruptedException e) {
      asked.withdraw("the call was ended");
      throw e;
    } catch (ExecutionException e) {
      return Approval.UNANSWERED;
    }
  }

  /** What the person reads: the price first. */
  static String question(ApprovalRequest request) {
    BigDecimal usd = request.priceUsd();
    String price = usd.setScale(Math.max(2, usd.scale()), RoundingMode.UNNECESSARY).toPlainString();
    return usd.signum() == 0
        ? "This costs nothing: " + request.summary() + "?"
        : price + " USD of the prepaid balance: " + request.summary() + "?";
  }

  /** How long to wait for an answer: as long as the approval is valid. */
  static Duration patience(ApprovalRequest request, Instant now) {
    Duration left = Duration.between(now, request.expiresAt());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Only the word of the person is a refusal; a closed dialog or a withdrawn question is none. */
  private static Approval of(Map<?, ?> response) {
    if (response.get("error") != null) return Approval.UNAVAILABLE;
    if (!(response.get("result") instanceof Map<?, ?> result)) return Approval.PENDING;
    if ("accept".equals(result.get("action"))) return Approval.APPROVED;
    return "decline".equals(result.get("action")) ? Approval.DENIED : Approval.UNANSWERED;
  }
}
