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
import io.freightsdk.internal.client.ClientDefaults;
import io.freightsdk.internal.concurrent.BoundedMap;
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
 * Makes all paid calls: who is asked, what is refused unasked, what is sent. The client reserves
 * and sends; the ledger alone decides whether a limit has room.
 *
 * <p>Tests: {@code OrderOfACreationTest}, {@code MisbehavingAgentContract}.
 */
public final class PaidCalls {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  /** How long a call may take once it is approved; the ledger counts it for that time. */
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);

  private final FreightClient client;
  private final Prices prices;
  private final Approvals approvals;
  private final Budget allowance;
  private final BoundedMap<String, Approval> lostApprovals;

  /**
   * @param lost the approved calls whose response was lost, by idempotency key
   */
  public PaidCalls(
      FreightClient client,
      Prices prices,
      Approvals approvals,
      Budget allowance,
      BoundedMap<String, Approval> lost) {
    this.client = client;
    this.prices = prices;
    this.approvals = approvals;
    this.allowance = allowance;
    this.lostApprovals = lost;
  }

  /** What a person approved: these arguments, up to this price. */
  public record Approval(Map<String, Object> arguments, BigDecimal priceUsd) {
    boolean covers(Approval other) {
      return arguments.equals(other.arguments) && priceUsd.compareTo(other.priceUsd) >= 0;
    }
  }

  /** An idempotency key that an account has used. */
  public record UsedKey(String account, String key) {}

  /** What a call buys. */
  public interface PaidCall {
    ToolCall call();

    Operation operation();

    /**
     * Its answer if it costs nothing now: the order has its load, the position was just read. Null
     * otherwise.
     */
    @Nullable ToolOutput freeResult();

    /** Under which it may have been charged already, so that it counts once; null for none. */
    default @Nullable UsedKey usedKey() {
      return null;
    }

    /** Whether a person, if there is one, is asked whatever it costs. */
    default boolean isLikelyDuplicate() {
      return false;
    }

    Question question();

    ToolOutput send(CallOptions options);
  }

  /** Makes a call, after a person's yes where one is needed. */
  public ToolOutput pay(PaidCall what) {
    BigDecimal priceUsd = prices.current(what.operation());
    boolean mustAsk = approvals.requiresApproval(what.call(), priceUsd, what.isLikelyDuplicate());
    if (!mustAsk) return send(what, approvals.noApprovalUpTo(what.call()), false);

    // What costs nothing waits for no other question.
    ToolOutput known = what.freeResult();
    if (known != null) return known;
    KeyedLocks.Hold turn = approvals.awaitTurn(what.call());
    try {
      return payAfterApproval(what);
    } finally {
      if (turn != null) turn.release();
    }
  }

  /**
   * Asks only about what would be sent after a yes, as far as it is known before. The turn is held
   * until the call has ended, so that the next question of this person meets what it has spent.
   */
  private ToolOutput payAfterApproval(PaidCall what) {
    BigDecimal priceUsd = prices.current(what.operation());
    ToolOutput known = what.freeResult();
    if (known != null) return known;
    requireBudget(what, priceUsd);
    requireMaxPrice(ClientDefaults.of(client).maxPrice(), priceUsd);
    Approval yes = new Approval(what.question().arguments(), priceUsd);
    if (!wasApproved(what.usedKey(), yes)) approvals.ask(what.call(), priceUsd, what.question());
    try {
      return send(what, priceUsd, true);
    } catch (FreightException e) {
      boolean mayBeThere = e.charge().kind() != Charge.Kind.NONE;
      if (mayBeThere && e.idempotencyKey() != null) lostApprovals.put(e.idempotencyKey(), yes);
      throw e;
    }
  }

  /** Whether a repeat under its key needs no other yes; a later no takes the yes back. */
  private boolean wasApproved(@Nullable UsedKey key, Approval needed) {
    if (key == null) return false;
    Approval before = lostApprovals.get(key.key());
    if (before != null && before.covers(needed)) return true;
    lostApprovals.remove(key.key());
    return false;
  }

  /** Looks once whether each limit has room. Another call may take it while the person thinks. */
  private void requireBudget(PaidCall what, BigDecimal priceUsd) {
    Comparator<Instant> latest = Comparator.nullsLast(Comparator.naturalOrder());
    LimitPreview full =
        preview(what, priceUsd).stream()
            .filter(LimitPreview::wouldExceed)
            .max(Comparator.comparing(LimitPreview::retryAt, latest))
            .orElse(null);
    if (full == null) return;
    throw ToolErrors.spendLimit(
        full.usage().limit().capUsd(),
        priceUsd,
        full.usage().remainingUsd(),
        full.retryAt(),
        false);
  }

  private List<LimitPreview> preview(PaidCall what, BigDecimal priceUsd) {
    UsedKey key = what.usedKey();
    SpendGuard.Purchase purchase =
        new SpendGuard.Purchase(
            UUID.randomUUID().toString(),
            "question",
            1,
            what.operation(),
            key == null ? "" : key.account(),
            key == null ? null : key.key(),
            null,
            null,
            allowance.scope(what.call().context()),
            new SpendGuard.Quote(priceUsd, null),
            CALL_TIMEOUT);
    return allowance.guard().preview(purchase);
  }

  /**
   * @param agreedUsd the most that it may cost: what a person approved, or what needs no approval;
   *     null without such a bound
   */
  private ToolOutput send(PaidCall what, @Nullable BigDecimal agreedUsd, boolean wasApproved) {
    SpendScope scope = allowance.scope(what.call().context());
    BigDecimal capUsd = ClientDefaults.of(client).maxPrice();
    what.call().requireNotCancelled();
    try {
      return what.send(options(what, scope, smaller(agreedUsd, capUsd)));
    } catch (SpendLimitExceededException e) {
      // Another program may have taken the room for this very order.
      ToolOutput known = what.freeResult();
      if (known != null) return known;
      throw ToolErrors.spendLimit(
          cap(scope, e.limit()), e.priceUsd(), e.remainingUsd(), e.retryAt(), wasApproved);
    } catch (PriceLimitExceededException e) {
      requireMaxPrice(capUsd, e.priceUsd());
      throw ToolErrors.priceIncreased(e, wasApproved ? agreedUsd : null);
    } catch (InsufficientFundsException e) {
      throw ToolErrors.insufficientFunds(e, allowance.showsBalance());
    } catch (IllegalArgumentException | IllegalCallerException e) {
      // Mistakes of the application, of which the client says before it sends: a guard that does
      // not know our scope, or a transaction around the call.
      LOG.log(Level.ERROR, () -> what.call().tool() + ": " + e.getMessage());
      throw ToolErrorException.of("CONFIGURATION", Retry.AFTER_USER_ACTION)
          .because(
              "This application is not configured to pay for calls; its log says why.",
              "Tell the user. No paid tool works until this is fixed.");
    }
  }

  private static CallOptions options(
      PaidCall what, SpendScope scope, @Nullable BigDecimal mostUsd) {
    CallOptions.Builder options = CallOptions.builder().scope(scope);
    UsedKey key = what.usedKey();
    if (key != null) options.idempotencyKey(key.key());
    if (mostUsd != null) options.maxPrice(mostUsd);
    return options.build();
  }

  /** Refuses what costs more than any call of the client may. */
  private static void requireMaxPrice(@Nullable BigDecimal capUsd, BigDecimal priceUsd) {
    if (capUsd == null || priceUsd.compareTo(capUsd) <= 0) return;
    throw ToolErrors.tooExpensive(priceUsd, capUsd);
  }

  private static @Nullable BigDecimal smaller(@Nullable BigDecimal one, @Nullable BigDecimal two) {
    if (one == null || two == null) return one == null ? two : one;
    return one.min(two);
  }

  /** The amount of one of the tools' own limits; null for a limit of the client. */
  private static @Nullable BigDecimal cap(SpendScope scope, String description) {
    return scope.limits().stream()
        .filter(limit -> limit.description().equals(description))
        .map(limit -> limit.capUsd())
        .findFirst()
        .orElse(null);
  }
}
