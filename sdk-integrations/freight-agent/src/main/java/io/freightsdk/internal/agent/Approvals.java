package io.freightsdk.internal.agent;

import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolError.Retry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks for approval before a call that costs more than a given price, and before every call of some
 * tools. An approval is valid for one digest, one price and one scope, for the question as the
 * person has read it, until one time, and for one call. In doubt the call is refused.
 */
final class Approvals {
  // More open requests than any host shows; the oldest is dropped.
  private static final int MAX_OPEN = 1000;

  private final ToolSettings settings;

  /** Guarded by itself; by token. */
  private final Map<String, ApprovalRequest> open;

  private final ConcurrentMap<String, ReentrantLock> asking;
  private final Nagging nagging;

  Approvals(ToolSettings settings, ClientState shared, Memory memory) {
    this.settings = settings;
    this.open = shared.approvals;
    this.asking = shared.asking;
    this.nagging = new Nagging(memory);
  }

  /**
   * What may need an approval.
   *
   * @param subjects names under which a refusal is remembered
   * @param always whether a person has to be asked whatever it costs
   * @param affordable refuses what a limit would refuse after the question
   */
  record Case(
      Invocation of,
      BigDecimal priceUsd,
      List<String> subjects,
      boolean always,
      Runnable affordable,
      Supplier<Question> question) {

    /** A free call. */
    static Case free(Invocation of, Supplier<Question> question) {
      return new Case(of, BigDecimal.ZERO, List.of(of.digest()), false, () -> {}, question);
    }
  }

  /**
   * Refuses the call unless it may be made at this price. True when a person was asked, so that
   * time has passed.
   */
  boolean require(Case what) {
    Invocation of = what.of();
    BigDecimal priceUsd = what.priceUsd();
    ToolCall call = of.call();
    Approver asked = call.approver() != null ? call.approver() : settings.approver();
    String token = call.approvalToken();
    // Who brings a token was asked before, perhaps by an approver of that call only.
    boolean needed = what.always() || needed(of.tool(), priceUsd, asked != null || token != null);
    if (!needed) return false;

    Question question = what.question().get();
    if (token != null && redeem(token, what, question)) {
      nagging.approved(call.scope());
      return false;
    }
    what.affordable().run();

    if (asked == null && what.always()) {
      throw nobodyToAsk("APPROVAL_REQUIRED", what);
    }
    if (asked == null) {
      throw refusal("APPROVAL_REQUIRED", Retry.AFTER_USER_ACTION, priceUsd)
          .because(
              "This call (" + Money.usd(priceUsd) + " USD) needs a person's approval.",
              "Ask the user to approve it in the application; do not repeat it before.");
    }
    // One question at a time for each caller, so that the fourth knows what became of three.
    String caller = String.valueOf(call.scope());
    ReentrantLock one = asking.computeIfAbsent(caller, any -> new ReentrantLock());
    await(one);
    try {
      of.requireWanted();
      ask(what, question, asked);
      return true;
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

  private void ask(Case what, Question question, Approver asked) {
    Invocation of = what.of();
    BigDecimal priceUsd = what.priceUsd();
    @Nullable String scope = of.call().scope();
    Nagging.Question counted =
        nagging.ask(
            what.subjects(),
            scope,
            of.digest() + ' ' + Money.usd(priceUsd) + ' ' + question.summary());
    ApprovalRequest request = open(what, question);
    Approval answer = ask(asked, request);
    // Also if the call was cancelled meanwhile: the person has spoken.
    switch (answer) {
      case APPROVED -> nagging.approved(scope);
      case DENIED -> counted.refused();
      case UNANSWERED -> counted.closed();
      case UNAVAILABLE -> counted.notAsked();
      case PENDING -> {}
    }
    of.requireWanted();
    if (answer == Approval.PENDING) {
      throw refusal("APPROVAL_PENDING", Retry.AFTER_USER_ACTION, priceUsd)
          .fact(Fact.APPROVAL_EXPIRES_AT, Times.text(request.expiresAt()))
          .because(
              "The call waits for a person's approval.",
              "Tell the user; repeat it with the same arguments once the user says it is"
                  + " approved.");
    }
    boolean usable = redeem(request.token(), what, question);
    if (answer == Approval.UNAVAILABLE) throw nobodyToAsk("APPROVAL_UNAVAILABLE", what);
    if (answer == Approval.UNANSWERED) {
      throw refusal("APPROVAL_UNANSWERED", Retry.AFTER_USER_ACTION, priceUsd)
          .because(
              "The user closed the question about "
                  + Money.usd(priceUsd)
                  + " USD, or did not see it in time.",
              "Tell the user; repeat it only when the user wants to be asked again.");
    }
    if (answer != Approval.APPROVED) {
      throw refusal("APPROVAL_DENIED", Retry.NEVER, priceUsd)
          .because(
              "The approval of " + Money.usd(priceUsd) + " USD was refused.",
              "Do not repeat the call unless the user asks for it.");
    }
    if (!usable) {
      throw refusal("APPROVAL_EXPIRED", Retry.SAME_ARGUMENTS, priceUsd)
          .because("The approval came too late.", "Repeat the call to ask for it again.");
    }
  }

  private boolean needed(String tool, BigDecimal priceUsd, boolean asksByDefault) {
    if (settings.approvalFor().contains(tool)) return true;
    if (priceUsd.signum() == 0) return false;
    BigDecimal above = settings.approvalAboveUsd();
    return above == null ? asksByDefault : priceUsd.compareTo(above) > 0;
  }

  /** Only where the price is the reason, a higher threshold helps. */
  private Refusal nobodyToAsk(String code, Case what) {
    String price = Money.usd(what.priceUsd());
    boolean byTool = settings.approvalFor().contains(what.of().tool());
    String reason =
        what.always()
            ? "That this is another order needs a person's word, and here nobody can be asked."
            : "This call (%s USD) needs a person's approval, and this host has no way to ask one."
                .formatted(price);
    String remedy =
        what.always()
            ? "let your word be enough (--look-alikes-without-approval, lookAlikesWithoutApproval)"
            : byTool
                ? "take this tool from those that always ask (--approve, approvalFor)"
                : "raise the price up to which calls need no approval (--approve-above,"
                    + " approvalAbove)";
    return refusal(code, Retry.AFTER_USER_ACTION, what.priceUsd())
        .because(
            reason,
            "Tell the user: use a host that can ask (in MCP: elicitation), or " + remedy + ".");
  }

  private static Approval ask(Approver approver, ApprovalRequest request) {
    try {
      // An approver may return null by mistake, which must not approve anything.
      @Nullable Approval answer = approver.approve(request);
      return answer == null ? Approval.DENIED : answer;
    } catch (Throwable e) {
      // Its message may contain anything, so it is neither logged nor shown.
      return Approval.DENIED;
    }
  }

  /**
   * The open request with the same question, or a new one, so that a model that repeats a call asks
   * only once.
   */
  private ApprovalRequest open(Case what, Question question) {
    Invocation of = what.of();
    Instant now = settings.clock().instant();
    synchronized (open) {
      open.values().removeIf(request -> !now.isBefore(request.expiresAt()));
      for (ApprovalRequest request : open.values()) {
        if (isFor(request, what, question)) return request;
      }
      if (open.size() >= MAX_OPEN) open.remove(open.keySet().iterator().next());
      ApprovalRequest request =
          new ApprovalRequest(
              of.tool(),
              question.summary(),
              what.priceUsd(),
              of.digest(),
              of.call().scope(),
              now.plus(settings.approvalValidFor()),
              settings.tokens().get(),
              question.arguments());
      open.put(request.token(), request);
      return request;
    }
  }

  private boolean redeem(String token, Case what, Question question) {
    Instant now = settings.clock().instant();
    synchronized (open) {
      ApprovalRequest request = open.get(token);
      boolean granted =
          request != null && now.isBefore(request.expiresAt()) && isFor(request, what, question);
      if (granted) open.remove(token);
      return granted;
    }
  }

  private static boolean isFor(ApprovalRequest request, Case what, Question question) {
    boolean sameScope = Objects.equals(request.scope(), what.of().call().scope());
    boolean samePrice = request.priceUsd().compareTo(what.priceUsd()) == 0;
    boolean sameCall = request.digest().equals(what.of().digest());
    // The digest does not tell which orders it looked like then.
    return sameScope && samePrice && sameCall && request.summary().equals(question.summary());
  }

  private static Refusal.Builder refusal(String code, Retry retry, BigDecimal priceUsd) {
    return Refusal.of(code, retry).fact(Fact.PRICE_USD, Money.usd(priceUsd));
  }
}
