package io.freightsdk.internal.agent.approval;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.internal.agent.results.ToolErrors;
import io.freightsdk.internal.agent.results.ToolOutput;
import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.concurrent.LruMap;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.LimitPreview;
import io.freightsdk.spend.SpendScope;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes all paid calls: decides which calls need an approval, and which calls are refused or sent.
 * The client reserves and records the charges. Only the ledger decides whether a limit has enough
 * left.
 */
public final class PaidCalls {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  /** The maximum duration of an approved call, for the preview of the limits. */
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);

  private final FreightClient client;
  private final Prices prices;
  private final Approvals approvals;
  private final Budget budget;
  private final LruMap<String, Approval> reusableApprovals;

  /**
   * @param reusableApprovals the approvals of calls whose response was lost, by idempotency key
   */
  public PaidCalls(
      FreightClient client,
      Prices prices,
      Approvals approvals,
      Budget budget,
      LruMap<String, Approval> reusableApprovals) {
    this.client = client;
    this.prices = prices;
    this.approvals = approvals;
    this.budget = budget;
    this.reusableApprovals = reusableApprovals;
  }

  /** The arguments and the maximum price that a person approved. */
  public record Approval(Map<String, Object> arguments, BigDecimal priceUsd) {
    boolean covers(Approval other) {
      return arguments.equals(other.arguments) && priceUsd.compareTo(other.priceUsd) >= 0;
    }
  }

  /**
   * An idempotency key that an account has used for the same order, so that the repeat is sent
   * under it and counts once.
   */
  public record UsedKey(String account, String key) {}

  /** One paid call. */
  public abstract static class PaidCall {
    protected final ToolCall call;
    private final Operation operation;

    protected PaidCall(ToolCall call, Operation operation) {
      this.call = call;
      this.operation = operation;
    }

    /**
     * The result if it is free of charge: the order has its load, or the position was just read.
     * Null otherwise.
     */
    public abstract @Nullable ToolOutput findFreeResult();

    /**
     * The key under which the call may already have been charged, so that it counts once; null for
     * none. Known after {@link #findFreeResult}.
     */
    public @Nullable UsedKey usedKey() {
      return null;
    }

    /** Whether an approver must approve the call at any price. */
    public boolean isLikelyDuplicate() {
      return false;
    }

    /** The question to an approver about this call, without its price. */
    public abstract Question question();

    /** Sends the call. Returns the result for the model. */
    public abstract ToolOutput send(CallOptions options);
  }

  /**
   * Makes a call, after an approval if it needs one; a call that needs one returns its free result
   * instead, if it has one.
   */
  public ToolOutput pay(PaidCall paid) {
    BigDecimal priceUsd = prices.current(paid.operation);
    boolean needsApproval =
        approvals.requiresApproval(paid.call, priceUsd, paid.isLikelyDuplicate());
    if (!needsApproval) return send(paid, approvals.noApprovalUpTo(paid.call), false);

    // A free result does not wait for other questions.
    ToolOutput known = paid.findFreeResult();
    if (known != null) return known;
    KeyedLocks.Hold hold = approvals.awaitTurn(paid.call);
    try {
      return payAfterApproval(paid);
    } finally {
      if (hold != null) hold.release();
    }
  }

  /**
   * Asks only about a call that the limits allow. The caller's lock is held until the call has
   * ended, so the next question includes the cost of this call.
   */
  private ToolOutput payAfterApproval(PaidCall paid) {
    BigDecimal priceUsd = prices.current(paid.operation);
    ToolOutput known = paid.findFreeResult();
    if (known != null) return known;
    requireBudget(paid, priceUsd);
    requireMaxPrice(ClientCore.maxPrice(client), priceUsd);
    Approval approval = new Approval(paid.question().arguments(), priceUsd);
    if (!wasApproved(paid.usedKey(), approval)) approvals.ask(paid.call, priceUsd, paid.question());
    try {
      return send(paid, priceUsd, true);
    } catch (FreightException e) {
      boolean mayBeThere = e.charge().kind() != Charge.Kind.NONE;
      if (mayBeThere && e.idempotencyKey() != null)
        reusableApprovals.put(e.idempotencyKey(), approval);
      throw e;
    }
  }

  /**
   * Whether an earlier approval covers this repeat under its key. Another question ends the earlier
   * approval.
   */
  private boolean wasApproved(@Nullable UsedKey key, Approval needed) {
    if (key == null) return false;
    Approval before = reusableApprovals.get(key.key());
    if (before != null && before.covers(needed)) return true;
    reusableApprovals.remove(key.key());
    return false;
  }

  /**
   * Checks that each limit has enough left. Another call may use the budget before the person
   * responds.
   */
  private void requireBudget(PaidCall paid, BigDecimal priceUsd) {
    Comparator<Instant> latest = Comparator.nullsLast(Comparator.naturalOrder());
    LimitPreview exceeded =
        preview(paid, priceUsd).stream()
            .filter(LimitPreview::wouldExceed)
            .max(Comparator.comparing(LimitPreview::retryAt, latest))
            .orElse(null);
    if (exceeded == null) return;
    throw ToolErrors.spendLimit(
        exceeded.usage().limit().capUsd(),
        priceUsd,
        exceeded.usage().remainingUsd(),
        exceeded.retryAt(),
        false);
  }

  private List<LimitPreview> preview(PaidCall paid, BigDecimal priceUsd) {
    UsedKey key = paid.usedKey();
    SpendGuard.Purchase purchase =
        new SpendGuard.Purchase(
            UUID.randomUUID().toString(),
            "question",
            1,
            paid.operation,
            key == null ? "" : key.account(),
            key == null ? null : key.key(),
            null,
            null,
            budget.scope(paid.call.context()),
            new SpendGuard.Quote(priceUsd, null),
            CALL_TIMEOUT);
    return budget.guard().preview(purchase);
  }

  /**
   * @param agreedMaxUsd the maximum price: the approved price, or the price that needs no approval;
   *     null for none
   */
  private ToolOutput send(PaidCall paid, @Nullable BigDecimal agreedMaxUsd, boolean wasApproved) {
    SpendScope scope = budget.scope(paid.call.context());
    BigDecimal maxPriceUsd = ClientCore.maxPrice(client);
    paid.call.requireNotCancelled();
    try {
      return paid.send(options(paid, scope, smaller(agreedMaxUsd, maxPriceUsd)));
    } catch (SpendLimitExceededException e) {
      // Another program may have used the budget for the same order.
      ToolOutput known = paid.findFreeResult();
      if (known != null) return known;
      throw ToolErrors.spendLimit(
          cap(scope, e.limit()), e.priceUsd(), e.remainingUsd(), e.retryAt(), wasApproved);
    } catch (PriceLimitExceededException e) {
      requireMaxPrice(maxPriceUsd, e.priceUsd());
      throw ToolErrors.priceIncreased(e, wasApproved ? agreedMaxUsd : null);
    } catch (InsufficientFundsException e) {
      throw ToolErrors.insufficientFunds(e, budget.showsBalance());
    } catch (IllegalArgumentException | IllegalCallerException e) {
      // The client refuses mistakes of the application before it sends: a guard that does not
      // accept
      // our scope, or a transaction around the call.
      LOG.log(Level.ERROR, () -> paid.call.tool() + ": " + e.getMessage());
      throw ToolErrorException.of("CONFIGURATION", Retry.AFTER_USER_ACTION)
          .because(
              "This application is not configured to pay for calls; its log says why.",
              "Tell the user. No paid tool works until this is fixed.");
    }
  }

  private static CallOptions options(PaidCall paid, SpendScope scope, @Nullable BigDecimal maxUsd) {
    CallOptions.Builder options = CallOptions.builder().scope(scope);
    UsedKey key = paid.usedKey();
    if (key != null) options.idempotencyKey(key.key());
    if (maxUsd != null) options.maxPrice(maxUsd);
    return options.build();
  }

  /** Throws if the price exceeds the maximum price of the client. */
  private static void requireMaxPrice(@Nullable BigDecimal maxPriceUsd, BigDecimal priceUsd) {
    if (maxPriceUsd == null || priceUsd.compareTo(maxPriceUsd) <= 0) return;
    throw ToolErrors.tooExpensive(priceUsd, maxPriceUsd);
  }

  private static @Nullable BigDecimal smaller(@Nullable BigDecimal a, @Nullable BigDecimal b) {
    if (a == null || b == null) return a == null ? b : a;
    return a.min(b);
  }

  /** The cap of a limit of the tools; null for a limit of the client. */
  private static @Nullable BigDecimal cap(SpendScope scope, String description) {
    return scope.limits().stream()
        .filter(limit -> limit.description().equals(description))
        .map(limit -> limit.capUsd())
        .findFirst()
        .orElse(null);
  }
}
