package io.freightsdk.internal.agent;

import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ToolError.Retry;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks before a call that costs more than a given price. In doubt the call is refused. */
final class Approvals {
  private final @Nullable Approver approver;
  private final @Nullable BigDecimal aboveUsd;
  private final OneAtATime questions;

  Approvals(ToolSettings settings, LedgerState shared) {
    this.approver = settings.approver();
    this.aboveUsd = settings.approvalAboveUsd();
    this.questions = shared.questions;
  }

  /**
   * Refuses the call unless it may be made at this price.
   *
   * @param isDoubtful whether a person, if there is one, is asked whatever it costs
   * @param question made before anybody is asked; may refuse the call
   * @return the most that the call may cost; null if approvals say nothing about that
   */
  @Nullable BigDecimal require(
      Invocation of, BigDecimal priceUsd, boolean isDoubtful, Supplier<Question> question) {
    Approver asked = of.call().approver() != null ? of.call().approver() : approver;
    BigDecimal freeUpTo = aboveUsd == null && asked != null ? BigDecimal.ZERO : aboveUsd;
    boolean isTooDear = freeUpTo != null && priceUsd.compareTo(freeUpTo) > 0;
    boolean mustAsk = isTooDear || (isDoubtful && asked != null);
    if (!mustAsk) return freeUpTo;

    ApprovalRequest request = request(of, priceUsd, question.get());
    if (asked == null) throw nobodyToAsk(priceUsd);
    boolean isApproved =
        questions.run(
            String.valueOf(of.call().scope()),
            () -> {
              of.requireWanted();
              return ask(asked, request);
            });
    of.requireWanted();
    if (isApproved) return priceUsd;
    throw refusal("APPROVAL_DENIED", Retry.NEVER, priceUsd)
        .because(
            "The call (" + Money.usd(priceUsd) + " USD) was not approved.",
            "Do not repeat the call unless the user asks for it.");
  }

  private static ApprovalRequest request(Invocation of, BigDecimal priceUsd, Question question) {
    return new ApprovalRequest(
        of.tool(), question.summary(), priceUsd, of.call().scope(), question.arguments());
  }

  private static boolean ask(Approver approver, ApprovalRequest request) {
    try {
      return approver.approve(request);
    } catch (Throwable e) {
      // Its message may contain anything, so it is neither logged nor shown.
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Refusal nobodyToAsk(BigDecimal priceUsd) {
    return refusal("APPROVAL_REQUIRED", Retry.AFTER_USER_ACTION, priceUsd)
        .because(
            String.format(
                Locale.ROOT,
                "This call (%s USD) needs a person's approval, and this host has no way to ask one.",
                Money.usd(priceUsd)),
            "Tell the user: use a host that can ask (in MCP: elicitation), or raise the price up to"
                + " which calls need no approval (--approve-above, approvalAbove).");
  }

  private static Refusal.Builder refusal(String code, Retry retry, BigDecimal priceUsd) {
    return Refusal.of(code, retry).fact(Fact.PRICE_USD, Money.usd(priceUsd));
  }
}
