package io.freightsdk.mcp;

import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Asks the person at the host by MCP elicitation, one question after the other.
 *
 * @param call the call that needs the approval
 * @param progress is told that the call waits for a person
 */
record Asking(Questions questions, ToolCalls.Call call, Wire wire, Consumer<String> progress)
    implements Approver {
  private static final Map<String, Object> NOTHING_TO_FILL_IN =
      Map.of("type", "object", "properties", Map.of());

  // A person who has not answered by then does not look at the host.
  private static final long MINUTES_TO_ANSWER = 10;

  @Override
  public boolean approve(ApprovalRequest request) {
    progress.accept("waiting for the user's approval");
    try {
      if (!questions.turn().tryAcquire(MINUTES_TO_ANSWER, TimeUnit.MINUTES)) return false;
      try {
        return !call.isCancelled() && ask(request);
      } finally {
        questions.turn().release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Only the word of the person approves; a closed dialog or a withdrawn question does not. */
  private boolean ask(ApprovalRequest request) throws InterruptedException {
    Questions.Question asked =
        questions.ask(
            wire, Map.of("message", question(request), "requestedSchema", NOTHING_TO_FILL_IN));
    call.waitsFor(asked);
    try {
      Map<?, ?> answer = asked.answer().get(MINUTES_TO_ANSWER, TimeUnit.MINUTES);
      return answer.get("result") instanceof Map<?, ?> result
          && "accept".equals(result.get("action"));
    } catch (TimeoutException e) {
      asked.withdraw("nobody answered in time");
      return false;
    } catch (InterruptedException e) {
      asked.withdraw("the call was ended");
      throw e;
    } catch (ExecutionException e) {
      return false;
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
}
