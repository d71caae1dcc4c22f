package io.freightsdk.internal.agent.approval;

import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.results.ErrorDetail;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.results.Money;
import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.internal.environment.TimeSource;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks a person about a call. In doubt the call is refused. */
public final class Approvals {
  private final @Nullable Approver approver;
  private final @Nullable BigDecimal aboveUsd;
  private final KeyedLocks questions;
  private final TimeSource time;

  /**
   * @param approver asked unless the call has its own; null to refuse such calls
   * @param aboveUsd calls up to this price need no approval; null to ask at every price if there is
   *     an approver, and never otherwise
   * @param questions by caller: a person is asked one thing at a time
   */
  public Approvals(
      @Nullable Approver approver,
      @Nullable BigDecimal aboveUsd,
      KeyedLocks questions,
      TimeSource time) {
    this.approver = approver;
    this.aboveUsd = aboveUsd;
    this.questions = questions;
    this.time = time;
  }

  /** Who is asked about a call; null for nobody. */
  private @Nullable Approver approver(ToolCall of) {
    return of.context().approver() != null ? of.context().approver() : approver;
  }

  boolean canAsk(ToolCall of) {
    return approver(of) != null;
  }

  /** The price up to which nobody is asked; null if that does not depend on the price. */
  @Nullable BigDecimal noApprovalUpTo(ToolCall of) {
    return aboveUsd == null && canAsk(of) ? BigDecimal.ZERO : aboveUsd;
  }

  /**
   * Whether the call may be sent at this price only after a person's yes.
   *
   * @param isDoubtful whether a person, if there is one, is asked whatever it costs
   */
  boolean requiresApproval(ToolCall of, BigDecimal priceUsd, boolean isDoubtful) {
    BigDecimal freeUpTo = noApprovalUpTo(of);
    boolean isTooDear = freeUpTo != null && priceUsd.compareTo(freeUpTo) > 0;
    return isTooDear || (isDoubtful && canAsk(of));
  }

  /**
   * Waits, for as long as the caller takes for other questions, until this one may be asked. Null
   * if nobody can be asked.
   */
  public KeyedLocks.@Nullable Hold awaitTurn(ToolCall of) {
    if (!canAsk(of)) return null;
    // A wait without an end does not end without its turn; null would be sent unasked.
    return Objects.requireNonNull(questions.acquire(of.callerId(), TimeSource.FOREVER, time));
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
   * Asks about the call, in its turn, and refuses it unless the answer is yes, also if nobody can
   * be asked.
   *
   * @param priceUsd what it costs; 0 if it is asked about for another reason
   */
  public void ask(ToolCall of, BigDecimal priceUsd, Question question) {
    Approver person = approver(of);
    if (person == null) throw noApprover(priceUsd);
    of.requireNotCancelled();
    ApprovalRequest request =
        new ApprovalRequest(
            of.tool(), question.summary(), priceUsd, of.context().scope(), question.arguments());
    boolean isApproved =
        HookGuard.run(
            of.tool() + ": the approver",
            () -> person.approve(request),
            () -> {
              throw approverFailed(priceUsd);
            });
    of.requireNotCancelled();
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
