package io.freightsdk.internal.agent.approval;

import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.results.ErrorDetail;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.results.Money;
import io.freightsdk.internal.agent.results.ToolErrorException;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Asks a person for approval. A call that cannot be approved is refused. */
public final class Approvals {
  private final @Nullable Approver approver;
  private final @Nullable BigDecimal aboveUsd;
  private final KeyedLocks questions;

  /**
   * @param approver used for calls without their own approver; null to refuse calls that need one
   * @param aboveUsd calls up to this price need no approval; null to ask at every price with an
   *     approver, and never without one
   * @param questions locks by caller: each caller has one question at a time
   */
  public Approvals(
      @Nullable Approver approver, @Nullable BigDecimal aboveUsd, KeyedLocks questions) {
    this.approver = approver;
    this.aboveUsd = aboveUsd;
    this.questions = questions;
  }

  /** The approver of a call; null for none. */
  private @Nullable Approver approver(ToolCall call) {
    return call.context().approver() != null ? call.context().approver() : approver;
  }

  boolean canAsk(ToolCall call) {
    return approver(call) != null;
  }

  /** The price up to which a call needs no approval; null without such a price. */
  @Nullable BigDecimal noApprovalUpTo(ToolCall call) {
    return aboveUsd == null && canAsk(call) ? BigDecimal.ZERO : aboveUsd;
  }

  /**
   * Whether the call needs an approval at this price.
   *
   * @param isLikelyDuplicate whether an approver must approve the call at any price
   */
  boolean requiresApproval(ToolCall call, BigDecimal priceUsd, boolean isLikelyDuplicate) {
    BigDecimal freePriceUsd = noApprovalUpTo(call);
    boolean isAboveFreePrice = freePriceUsd != null && priceUsd.compareTo(freePriceUsd) > 0;
    return isAboveFreePrice || (isLikelyDuplicate && canAsk(call));
  }

  /**
   * Waits until the earlier questions of the caller have ended. Null without an approver.
   *
   * @throws ToolErrorException if one of them is still open when the call may wait no longer
   */
  public KeyedLocks.@Nullable Hold awaitTurn(ToolCall call) {
    if (!canAsk(call)) return null;
    KeyedLocks.Hold hold = questions.acquire(call.callerId(), call);
    if (hold != null) return hold;
    throw ToolErrorException.of("BUSY", Retry.AFTER_DELAY)
        .because(
            "Not sent: this call needs the user's approval, and an earlier question to the user is"
                + " still open, perhaps in another window.",
            "Ask the user to answer it, then call again with the same arguments.");
  }

  private static ToolErrorException noApprover(BigDecimal priceUsd) {
    return error("APPROVAL_REQUIRED", Retry.AFTER_USER_ACTION, priceUsd)
        .because(
            String.format(
                Locale.ROOT,
                "This call (%s USD) needs a person's approval, and this host cannot ask a person.",
                Money.usd(priceUsd)),
            "Tell the user to do one of these. Use a host that can ask: in MCP one with elicitation,"
                + " in an application an Approver. Or raise the price up to which calls need no"
                + " approval: \"Ask me above this price in USD\" in the form of the bundle,"
                + " --approval-above, or in Spring freight.tools.approval-above.");
  }

  /**
   * Asks about the call. Throws unless it is approved, or if there is no approver.
   *
   * @param priceUsd the price of the call; 0 for a confirmation
   */
  public void ask(ToolCall call, BigDecimal priceUsd, Question question) {
    Approver person = approver(call);
    if (person == null) throw noApprover(priceUsd);
    call.requireNotCancelled();
    ApprovalRequest request =
        new ApprovalRequest(
            call.tool(),
            question.summary(),
            priceUsd,
            call.context().scope(),
            question.arguments());
    boolean isApproved =
        HookGuard.run(
            call.tool() + ": the approver",
            () -> person.approve(request),
            () -> {
              throw approverFailed(priceUsd);
            });
    call.requireNotCancelled();
    if (isApproved) return;
    throw error("APPROVAL_DENIED", Retry.NEVER, priceUsd)
        .because(
            "The call (" + Money.usd(priceUsd) + " USD) was not approved.",
            "Do not repeat the call unless the user asks for it.");
  }

  private static ToolErrorException approverFailed(BigDecimal priceUsd) {
    return error("APPROVAL_FAILED", Retry.AFTER_USER_ACTION, priceUsd)
        .because(
            "Not sent: this call ("
                + Money.usd(priceUsd)
                + " USD) needs a person's approval; the question could not be shown, or nobody"
                + " answered it in time.",
            "Tell the user, and call again only if the user asks for it.");
  }

  private static ToolErrorException.Builder error(String code, Retry retry, BigDecimal priceUsd) {
    return ToolErrorException.of(code, retry).detail(ErrorDetail.PRICE_USD, Money.usd(priceUsd));
  }
}
