package io.freightsdk.internal.agent;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.LimitRoom;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes all paid calls, each in the order of {@link #pay}. The client reserves and sends.
 *
 * <p>Tests: {@code OrderOfACreationTest}, {@code MisbehavingAgentContract}.
 */
final class PaidCalls {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  private final FreightClient client;
  private final Prices prices;
  private final Approvals approvals;
  private final Allowance allowance;
  private final HeldPrices held;
  private final Waits waits;

  PaidCalls(
      ToolSettings settings,
      Prices prices,
      Approvals approvals,
      Allowance allowance,
      LedgerState shared) {
    this.client = settings.client();
    this.prices = prices;
    this.approvals = approvals;
    this.allowance = allowance;
    this.held = shared.held;
    this.waits = settings.waits();
  }

  /** An idempotency key that an account has used. */
  record Key(String account, String text) {}

  /** What a call buys. */
  interface PaidCall {
    Invocation of();

    Operation operation();

    /**
     * Its answer if it costs nothing now: the order has its load, the position was just read. Null
     * otherwise.
     */
    ToolBody.@Nullable Answer known();

    /** Under which it may have been charged already, so that it counts once; null for none. */
    @Nullable Key key();

    /** Whether a person, if there is one, is asked whatever it costs. */
    boolean isDoubtful();

    Question question();

    ToolBody.Answer send(CallOptions options);
  }

  /**
   * Makes a call. Each decision is made where it is still true when it is acted on:
   *
   * <ol>
   *   <li>The price says whether a person is asked. If so, and if the call costs anything now, it
   *       waits for its turn, because a person is asked one thing at a time, and looks at the price
   *       again.
   *   <li>Its price is held under every limit, beside the prices that other calls of this process
   *       hold, until the call has ended; of a repeat under its key, what a limit does not count
   *       yet.
   *   <li>Nobody is asked, nothing waits and nothing is refused that costs nothing now.
   *   <li>If a limit has no room, or the client's {@code maxPrice} is lower, the call is refused.
   *       If other calls hold the room, it gives its turn up until one of them has ended, and
   *       begins again; for that it waits as long as a call of the client may take.
   *   <li>The person is asked. After a yes, others of the same person are asked while this call is
   *       sent, at most at the price that was approved.
   * </ol>
   */
  ToolBody.Answer pay(PaidCall what) {
    Invocation of = what.of();
    SpendScope scope = allowance.of(of.call());
    @Nullable BigDecimal capUsd = client.defaultOptions().maxPrice();
    Patience patience = new Patience();
    while (true) {
      BigDecimal priceUsd = prices.live(what.operation());
      boolean isAsked = approvals.mustAsk(of, priceUsd, what.isDoubtful());
      ToolBody.Answer free = isAsked ? what.known() : null;
      if (free != null) return free;
      long releases = held.releases();
      OneAtATime.Turn turn = isAsked ? approvals.turn(of) : null;
      HeldPrices.Held own = null;
      try {
        boolean isOld = turn != null && prices.live(what.operation()).compareTo(priceUsd) != 0;
        if (isOld) continue;
        HeldPrices.Room room =
            held.hold(scope, priceUsd, isAsked, () -> room(what, scope, priceUsd));
        own = room.held();
        if (own != null && !isAsked) return send(what, scope, null);

        ToolBody.Answer known = what.known();
        if (known != null) return known;
        if (room.usedUp() != null) throw Failures.usedUp(room.usedUp(), priceUsd);
        requireBelow(capUsd, priceUsd);
        if (isAsked) approvals.requireSomebody(of, priceUsd);
        if (own != null) {
          approvals.ask(of, priceUsd, what.question());
          if (turn != null) turn.end();
          return send(what, scope, priceUsd);
        }
      } finally {
        if (own != null) own.end();
        if (turn != null) turn.end();
      }
      held.awaitRelease(releases, of, patience.left(priceUsd), waits);
    }
  }

  /** How long a call waits for room, from the first time that it finds none. */
  private final class Patience {
    private @Nullable Long sinceNanos;

    /** Throws if nothing is left. */
    Duration left(BigDecimal priceUsd) {
      long now = waits.nanoTime().getAsLong();
      if (sinceNanos == null) sinceNanos = now;
      Duration all = Objects.requireNonNull(client.defaultOptions().deadline());
      Duration left = all.minusNanos(now - sinceNanos);
      if (left.isNegative() || left.isZero()) throw Failures.heldByOthers(priceUsd);
      return left;
    }
  }

  /**
   * What each limit leaves, and what the call needs of it, as the guard of the client would say.
   */
  private List<LimitRoom> room(PaidCall what, SpendScope scope, BigDecimal priceUsd) {
    Key key = what.key();
    SpendGuard.Purchase purchase =
        new SpendGuard.Purchase(
            UUID.randomUUID().toString(),
            "question",
            1,
            what.operation(),
            key == null ? "" : key.account(),
            key == null ? null : key.text(),
            null,
            null,
            scope,
            new SpendGuard.Quote(priceUsd, null),
            Objects.requireNonNull(client.defaultOptions().deadline()));
    try {
      return allowance.guard().room(purchase);
    } catch (SpendLedgerException e) {
      throw Failures.ledgerAway();
    }
  }

  /**
   * @param approvedUsd the price that a person has approved; null if nobody was asked
   */
  private ToolBody.Answer send(PaidCall what, SpendScope scope, @Nullable BigDecimal approvedUsd) {
    Invocation of = what.of();
    BigDecimal capUsd = client.defaultOptions().maxPrice();
    BigDecimal agreedUsd = approvedUsd != null ? approvedUsd : approvals.freeUpTo(of);
    BigDecimal mostUsd = smaller(agreedUsd, capUsd);
    CallOptions.Builder options = CallOptions.builder().scope(scope);
    Key key = what.key();
    if (key != null) options.idempotencyKey(key.text());
    if (mostUsd != null) options.maxPrice(mostUsd);
    of.requireWanted();
    try {
      return what.send(options.build());
    } catch (SpendLimitExceededException e) {
      // Another program may have taken the room for this very order.
      ToolBody.Answer known = approvedUsd == null ? null : what.known();
      if (known != null) return known;
      throw Failures.spendLimit(e, limit(scope, e.limit()), approvedUsd != null);
    } catch (PriceLimitExceededException e) {
      requireBelow(capUsd, e.priceUsd());
      throw Failures.priceRose(e, approvedUsd);
    } catch (InsufficientFundsException e) {
      throw Failures.funds(e, allowance.showsBalance());
    } catch (IllegalArgumentException | IllegalCallerException e) {
      // Mistakes of the application, of which the client says before it sends: a guard that does
      // not know our scope, or a transaction around the call.
      LOG.log(Level.ERROR, () -> of.tool() + ": " + e.getMessage());
      throw ToolErrorException.of("SET_UP", Retry.AFTER_USER_ACTION)
          .because(
              "This application is not set up to pay for calls; its log says why.",
              "Tell the user; no paid tool works until that is settled.");
    }
  }

  /** Refuses what costs more than any call of the client may. */
  private static void requireBelow(@Nullable BigDecimal capUsd, BigDecimal priceUsd) {
    if (capUsd == null || priceUsd.compareTo(capUsd) <= 0) return;
    throw Failures.tooExpensive(priceUsd, capUsd);
  }

  private static @Nullable BigDecimal smaller(@Nullable BigDecimal one, @Nullable BigDecimal two) {
    if (one == null || two == null) return one == null ? two : one;
    return one.min(two);
  }

  /** One of the tools' own limits; null for a limit of the client. */
  private static @Nullable SpendLimit limit(SpendScope scope, String description) {
    return scope.limits().stream()
        .filter(limit -> limit.description().equals(description))
        .findFirst()
        .orElse(null);
  }
}
