package io.freightsdk.internal.agent.approval;

import io.freightsdk.agent.ApprovalOutcome;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.results.MoneyFormat;
import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.internal.text.Redactor;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks a person for approval. A call that cannot be approved is refused. */
public final class Approvals {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  /** The threads of the calls that wait for a person. */
  private static final Set<Thread> ASKING = ConcurrentHashMap.newKeySet();

  private final @Nullable Approver approver;
  private final @Nullable BigDecimal aboveUsd;
  private final Consumer<ApprovalOutcome> listener;
  private final KeyedLocks callers;

  /**
   * @param approver used for calls without their own approver; null to refuse calls that need one
   * @param aboveUsd calls up to this price need no approval; null to ask at every price with an
   *     approver, and never without one
   * @param listener receives the outcome of each question
   * @param callers locks by caller: each caller has one question at a time
   */
  public Approvals(
      @Nullable Approver approver,
      @Nullable BigDecimal aboveUsd,
      Consumer<ApprovalOutcome> listener,
      KeyedLocks callers) {
    this.approver = approver;
    this.aboveUsd = aboveUsd;
    this.listener = listener;
    this.callers = callers;
  }

  /** Whether the call of this thread waits for a person. */
  public static boolean isAsking(Thread thread) {
    return ASKING.contains(thread);
  }

  /** The approver of a call; null for none. */
  private @Nullable Approver approver(ToolCall call) {
    return call.context().approver() != null ? call.context().approver() : approver;
  }

  boolean canAsk(ToolCall call) {
    return approver(call) != null;
  }

  /**
   * The price up to which a call needs no approval: the configured price, else 0 with an approver,
   * else null.
   */
  @Nullable BigDecimal noApprovalUpTo(ToolCall call) {
    return aboveUsd == null && canAsk(call) ? BigDecimal.ZERO : aboveUsd;
  }

  /**
   * Whether the call needs an approval at this price. A likely duplicate needs one at any price,
   * but only if there is an approver.
   */
  boolean requiresApproval(ToolCall call, BigDecimal priceUsd, boolean isLikelyDuplicate) {
    BigDecimal noApprovalUpToUsd = noApprovalUpTo(call);
    boolean isAbove = noApprovalUpToUsd != null && priceUsd.compareTo(noApprovalUpToUsd) > 0;
    return isAbove || (isLikelyDuplicate && canAsk(call));
  }

  /**
   * Waits until the earlier questions of the caller have ended; returns null, without a wait, if
   * the call has no approver.
   *
   * @throws ToolErrorException if one of them is still open when the call may wait no longer
   */
  public KeyedLocks.@Nullable Hold awaitTurn(ToolCall call) {
    if (!canAsk(call)) return null;
    return callers.acquire(
        call.callerId(),
        call,
        "Not sent: this call needs the user's approval, and an earlier question to the user is"
            + " still open, perhaps in another window.");
  }

  private static ToolErrorException noApprover(BigDecimal priceUsd) {
    return error("APPROVAL_REQUIRED", Retry.AFTER_USER_ACTION, priceUsd)
        .because(
            String.format(
                Locale.ROOT,
                "This call (%s USD) needs a person's approval, and this host cannot ask a person.",
                MoneyFormat.decimal(priceUsd)),
            "Tell the user to do one of these. Use a host that can ask: in MCP one with elicitation,"
                + " in an application an Approver. Or start freight-mcp-server on a desktop, where"
                + " it asks in its own window; on Linux, this needs the variable DISPLAY. Or raise"
                + " the price up to which calls need no approval: \"Ask me above this price in USD\""
                + " in the form of the bundle, --approval-above, or in Spring"
                + " freight.tools.approval-above.");
  }

  /**
   * Asks about the call, whatever its price. Throws unless it is approved, or if there is no
   * approver.
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
    if (answer(call, question, person, request)) return;
    throw error("APPROVAL_DENIED", Retry.NEVER, priceUsd)
        .because(
            "The call (" + MoneyFormat.decimal(priceUsd) + " USD) was not approved.",
            "Do not call again, with these or other arguments, unless the user asks for it.");
  }

  /** Whether the person approved. Reports the outcome, whatever it is. */
  private boolean answer(
      ToolCall call, Question question, Approver person, ApprovalRequest request) {
    long start = call.time().nanos();
    @Nullable Boolean answer = null;
    ASKING.add(Thread.currentThread());
    try {
      boolean isApproved =
          HookGuard.run(
              call.tool() + ": the approver",
              () -> person.approve(request),
              () -> {
                throw approverFailed(request.priceUsd());
              });
      call.requireNotCancelled();
      answer = isApproved;
      return isApproved;
    } finally {
      ASKING.remove(Thread.currentThread());
      Duration elapsed = Duration.ofNanos(call.time().nanos() - start);
      report(
          new ApprovalOutcome(
              request.tool(),
              question.reference(),
              request.priceUsd(),
              request.scope(),
              answer,
              elapsed));
    }
  }

  private void report(ApprovalOutcome outcome) {
    String answer = "no answer";
    if (outcome.approved() != null) answer = outcome.approved() ? "approved" : "denied";
    LOG.log(
        Level.INFO,
        String.format(
            Locale.ROOT,
            "%s %s: %s USD, %s after %d s, scope %s",
            outcome.tool(),
            // A model may write a phone number as the reference.
            UntrustedText.line(Redactor.mask(outcome.reference())),
            MoneyFormat.decimal(outcome.priceUsd()),
            answer,
            outcome.elapsed().toSeconds(),
            outcome.scope() == null ? "none" : UntrustedText.line(outcome.scope())));
    HookGuard.run(
        outcome.tool() + ": the approval listener",
        () -> {
          listener.accept(outcome);
          return true;
        },
        () -> false);
  }

  private static ToolErrorException approverFailed(BigDecimal priceUsd) {
    return error("APPROVAL_FAILED", Retry.AFTER_USER_ACTION, priceUsd)
        .because(
            "Not sent: this call ("
                + MoneyFormat.decimal(priceUsd)
                + " USD) needs a person's approval; the question could not be shown, or nobody"
                + " answered it in time.",
            "Tell the user, and call again only if the user asks for it.");
  }

  private static ToolErrorException.Builder error(String code, Retry retry, BigDecimal priceUsd) {
    return ToolErrorException.of(code, retry).detail("priceUsd", MoneyFormat.decimal(priceUsd));
  }
}
