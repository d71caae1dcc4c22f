package io.freightsdk.internal.agent;

import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolError.Retry;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a person before a call that costs more than a limit. Every agreement is for one digest, one
 * price and one scope, until one time, and is used up by the first call. In doubt it refuses.
 */
final class Approvals {
  // More open questions than any host shows; the oldest gives way.
  private static final int MAX_OPEN = 1000;

  private final @Nullable BigDecimal aboveUsd;
  private final @Nullable Approver approver;
  private final Duration validFor;
  private final Clock clock;
  private final Supplier<String> tokens;

  // Guarded by itself, in the order of asking; by token.
  private final Map<String, ApprovalRequest> open = new LinkedHashMap<>();

  /**
   * Sets what is asked and of whom.
   *
   * @param aboveUsd calls up to this price need no approval; null to ask for every price if there
   *     is somebody to ask, and for none otherwise
   * @param approver asked unless the call brings its own; null to refuse such calls
   */
  Approvals(
      @Nullable BigDecimal aboveUsd,
      @Nullable Approver approver,
      Duration validFor,
      Clock clock,
      Supplier<String> tokens) {
    this.aboveUsd = aboveUsd;
    this.approver = approver;
    this.validFor = validFor;
    this.clock = clock;
    this.tokens = tokens;
  }

  /** Returns if the call may be made at this price, and refuses it otherwise. */
  void require(PaidCall paid, ToolCall call) {
    Approver asked = call.approver() != null ? call.approver() : approver;
    BigDecimal freeUpTo = aboveUsd != null || asked == null ? aboveUsd : BigDecimal.ZERO;
    if (freeUpTo == null || paid.priceUsd().compareTo(freeUpTo) <= 0) return;

    String token = call.approvalToken();
    if (token != null && redeem(token, paid, call)) return;

    if (asked == null) {
      throw refusal("APPROVAL_REQUIRED", Retry.AFTER_USER_ACTION, paid)
          .because(
              "A call of " + Money.usd(paid.priceUsd()) + " USD needs a person's approval.",
              "Ask the user to approve it in the application; do not repeat it before.");
    }
    ApprovalRequest request = open(paid, call);
    Approval answer = ask(asked, request);
    if (answer == Approval.PENDING) {
      throw refusal("APPROVAL_PENDING", Retry.AFTER_USER_ACTION, paid)
          .fact(Fact.APPROVAL_EXPIRES_AT, request.expiresAt())
          .because(
              "The call waits for a person's approval.",
              "Tell the user; repeat it with the same arguments once the user says it is approved.");
    }
    boolean usable = redeem(request.token(), paid, call);
    if (answer != Approval.APPROVED) {
      throw refusal("APPROVAL_DENIED", Retry.NEVER, paid)
          .because(
              "The approval of " + Money.usd(paid.priceUsd()) + " USD was refused.",
              "Do not repeat the call unless the user asks for it.");
    }
    if (!usable) {
      throw refusal("APPROVAL_EXPIRED", Retry.SAME_ARGUMENTS, paid)
          .because("The approval came too late.", "Repeat the call to ask for it again.");
    }
  }

  private static Approval ask(Approver approver, ApprovalRequest request) {
    try {
      // The cast of a null is the approver's mistake and must not approve anything.
      @Nullable Approval answer = approver.approve(request);
      return answer == null ? Approval.DENIED : answer;
    } catch (RuntimeException e) {
      // What it says may hold anything, so it is neither logged nor shown.
      return Approval.DENIED;
    }
  }

  /** The open question for this very call, or a new one: a model that repeats asks only once. */
  private ApprovalRequest open(PaidCall paid, ToolCall call) {
    Instant now = clock.instant();
    synchronized (open) {
      open.values().removeIf(request -> !now.isBefore(request.expiresAt()));
      for (ApprovalRequest request : open.values()) {
        if (isFor(request, paid, call)) return request;
      }
      if (open.size() >= MAX_OPEN) open.remove(open.keySet().iterator().next());
      ApprovalRequest request =
          new ApprovalRequest(
              paid.tool(),
              paid.summary(),
              paid.priceUsd(),
              paid.digest(),
              call.scope(),
              now.plus(validFor),
              tokens.get());
      open.put(request.token(), request);
      return request;
    }
  }

  private boolean redeem(String token, PaidCall paid, ToolCall call) {
    Instant now = clock.instant();
    synchronized (open) {
      ApprovalRequest request = open.get(token);
      boolean granted =
          request != null && now.isBefore(request.expiresAt()) && isFor(request, paid, call);
      if (granted) open.remove(token);
      return granted;
    }
  }

  private static boolean isFor(ApprovalRequest request, PaidCall paid, ToolCall call) {
    boolean sameScope = Objects.equals(request.scope(), call.scope());
    boolean samePrice = request.priceUsd().compareTo(paid.priceUsd()) == 0;
    return sameScope && samePrice && request.digest().equals(paid.digest());
  }

  private static Refusal.Builder refusal(String code, Retry retry, PaidCall paid) {
    return Refusal.of(code, retry).fact(Fact.PRICE_USD, Money.usd(paid.priceUsd()));
  }
}
