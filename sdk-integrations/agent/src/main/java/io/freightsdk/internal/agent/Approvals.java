package io.freightsdk.internal.agent;

import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolError.Retry;
import java.math.BigDecimal;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Asks for approval before a call that costs more than a given price. An approval is for one call
 * at one price. In doubt the call is refused.
 */
final class Approvals {
  private final ToolSettings settings;
  private final ConcurrentMap<String, ReentrantLock> asking;

  Approvals(ToolSettings settings, ClientState shared) {
    this.settings = settings;
    this.asking = shared.asking;
  }

  /**
   * What may need an approval.
   *
   * @param always whether a person has to be asked whatever it costs
   * @param affordable refuses what a limit would refuse after the question
   */
  record Case(
      Invocation of,
      BigDecimal priceUsd,
      boolean always,
      Runnable affordable,
      Supplier<Question> question) {}

  /**
   * Refuses the call unless it may be made at this price. True when a person was asked, so that
   * time has passed.
   */
  boolean require(Case what) {
    Invocation of = what.of();
    ToolCall call = of.call();
    Approver asked = call.approver() != null ? call.approver() : settings.approver();
    boolean needed = what.always() || needed(what.priceUsd(), asked != null);
    if (!needed) return false;

    Question question = what.question().get();
    what.affordable().run();
    if (asked == null) throw nobodyToAsk(what);
    // A caller is asked one thing at a time.
    String caller = String.valueOf(call.scope());
    ReentrantLock one = asking.computeIfAbsent(caller, any -> new ReentrantLock());
    await(one);
    try {
      of.requireWanted();
      boolean approved = ask(asked, request(what, question));
      of.requireWanted();
      if (approved) return true;
      throw refusal("APPROVAL_DENIED", Retry.NEVER, what.priceUsd())
          .because(
              "The call (" + Money.usd(what.priceUsd()) + " USD) was not approved.",
              "Do not repeat the call unless the user asks for it.");
    } finally {
      if (!one.hasQueuedThreads()) asking.remove(caller, one);
      one.unlock();
    }
  }

  private static void await(ReentrantLock one) {
    try {
      one.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.of("CANCELLED", Retry.SAME_ARGUMENTS)
          .because(
              "The call was cancelled while it waited for an approval.",
              "Call again with the same arguments if the result is still wanted.");
    }
  }

  private static ApprovalRequest request(Case what, Question question) {
    Invocation of = what.of();
    return new ApprovalRequest(
        of.tool(), question.summary(), what.priceUsd(), of.call().scope(), question.arguments());
  }

  private static boolean ask(Approver approver, ApprovalRequest request) {
    try {
      return approver.approve(request);
    } catch (Throwable e) {
      // Its message may contain anything, so it is neither logged nor shown.
      return false;
    }
  }

  /** Whether calls of a caller may need one, so that they may cost no more than was looked at. */
  boolean apply(ToolCall call) {
    return settings.approvalAboveUsd() != null
        || settings.approver() != null
        || call.approver() != null;
  }

  private boolean needed(BigDecimal priceUsd, boolean asksByDefault) {
    if (priceUsd.signum() == 0) return false;
    BigDecimal above = settings.approvalAboveUsd();
    return above == null ? asksByDefault : priceUsd.compareTo(above) > 0;
  }

  /** Only where the price is the reason, a higher threshold helps. */
  private Refusal nobodyToAsk(Case what) {
    String price = Money.usd(what.priceUsd());
    String reason =
        what.always()
            ? "That this is another order needs a person's word, and here nobody can be asked."
            : "This call (%s USD) needs a person's approval, and this host has no way to ask one."
                .formatted(price);
    String remedy =
        what.always()
            ? "compare it with your orders (referenceCheck)"
            : "raise the price up to which calls need no approval (--approve-above,"
                + " approvalAbove)";
    return refusal("APPROVAL_REQUIRED", Retry.AFTER_USER_ACTION, what.priceUsd())
        .because(
            reason,
            "Tell the user: use a host that can ask (in MCP: elicitation), or " + remedy + ".");
  }

  private static Refusal.Builder refusal(String code, Retry retry, BigDecimal priceUsd) {
    return Refusal.of(code, retry).fact(Fact.PRICE_USD, Money.usd(priceUsd));
  }
}
