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
import io.freightsdk.internal.agent.answers.Answer;
import io.freightsdk.internal.agent.answers.Failures;
import io.freightsdk.internal.agent.answers.ToolErrorException;
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
  private final Allowance allowance;
  private final BoundedMap<String, Yes> lost;

  /**
   * @param lost the approved calls whose response was lost, by idempotency key
   */
  public PaidCalls(
      FreightClient client,
      Prices prices,
      Approvals approvals,
      Allowance allowance,
      BoundedMap<String, Yes> lost) {
    this.client = client;
    this.prices = prices;
    this.approvals = approvals;
    this.allowance = allowance;
    this.lost = lost;
  }

  /** What a person approved: these arguments, up to this price. */
  public record Yes(Map<String, Object> arguments, BigDecimal priceUsd) {
    boolean covers(Yes other) {
      return arguments.equals(other.arguments) && priceUsd.compareTo(other.priceUsd) >= 0;
    }
  }

  /** An idempotency key that an account has used. */
  public record Key(String account, String text) {}

  /** What a call buys. */
  public interface PaidCall {
    Invocation of();

    Operation operation();

    /**
     * Its answer if it costs nothing now: the order has its load, the position was just read. Null
     * otherwise.
     */
    @Nullable Answer known();

    /** Under which it may have been charged already, so that it counts once; null for none. */
    default @Nullable Key key() {
      return null;
    }

    /** Whether a person, if there is one, is asked whatever it costs. */
    default boolean isDoubtful() {
      return false;
    }

    Question question();

    Answer send(CallOptions options);
  }

  /** Makes a call, after a person's yes where one is needed. */
  public Answer pay(PaidCall what) {
    BigDecimal priceUsd = prices.live(what.operation());
    boolean mustAsk = approvals.mustAsk(what.of(), priceUsd, what.isDoubtful());
    if (!mustAsk) return send(what, approvals.freeUpTo(what.of()), false);

    // What costs nothing waits for no other question.
    Answer known = what.known();
    if (known != null) return known;
    OneAtATime.Turn turn = approvals.turn(what.of());
    try {
      return payAfterAYes(what);
    } finally {
      if (turn != null) turn.end();
    }
  }

  /**
   * Asks only about what would be sent after a yes, as far as it is known before. The turn is held
   * until the call has ended, so that the next question of this person meets what it has spent.
   */
  private Answer payAfterAYes(PaidCall what) {
    BigDecimal priceUsd = prices.live(what.operation());
    Answer known = what.known();
    if (known != null) return known;
    requireRoom(what, priceUsd);
    requireBelow(ClientDefaults.of(client).maxPrice(), priceUsd);
    Yes yes = new Yes(what.question().arguments(), priceUsd);
    if (!wasApproved(what.key(), yes)) approvals.ask(what.of(), priceUsd, what.question());
    try {
      return send(what, priceUsd, true);
    } catch (FreightException e) {
      boolean mayBeThere = e.charge().kind() != Charge.Kind.NONE;
      if (mayBeThere && e.idempotencyKey() != null) lost.put(e.idempotencyKey(), yes);
      throw e;
    }
  }

  /** Whether a repeat under its key needs no other yes; a later no takes the yes back. */
  private boolean wasApproved(@Nullable Key key, Yes needed) {
    if (key == null) return false;
    Yes before = lost.get(key.text());
    if (before != null && before.covers(needed)) return true;
    lost.remove(key.text());
    return false;
  }

  /** Looks once whether each limit has room. Another call may take it while the person thinks. */
  private void requireRoom(PaidCall what, BigDecimal priceUsd) {
    Comparator<Instant> latest = Comparator.nullsLast(Comparator.naturalOrder());
    LimitPreview full =
        room(what, priceUsd).stream()
            .filter(LimitPreview::wouldExceed)
            .max(Comparator.comparing(LimitPreview::retryAt, latest))
            .orElse(null);
    if (full == null) return;
    throw Failures.spendLimit(
        full.usage().limit().capUsd(),
        priceUsd,
        full.usage().remainingUsd(),
        full.retryAt(),
        false);
  }

  private List<LimitPreview> room(PaidCall what, BigDecimal priceUsd) {
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
            allowance.of(what.of().call()),
            new SpendGuard.Quote(priceUsd, null),
            CALL_TIMEOUT);
    return allowance.guard().preview(purchase);
  }

  /**
   * @param agreedUsd the most that it may cost: what a person approved, or what needs no approval;
   *     null without such a bound
   */
  private Answer send(PaidCall what, @Nullable BigDecimal agreedUsd, boolean wasApproved) {
    SpendScope scope = allowance.of(what.of().call());
    BigDecimal capUsd = ClientDefaults.of(client).maxPrice();
    what.of().requireWanted();
    try {
      return what.send(options(what, scope, smaller(agreedUsd, capUsd)));
    } catch (SpendLimitExceededException e) {
      // Another program may have taken the room for this very order.
      Answer known = what.known();
      if (known != null) return known;
      throw Failures.spendLimit(
          cap(scope, e.limit()), e.priceUsd(), e.remainingUsd(), e.retryAt(), wasApproved);
    } catch (PriceLimitExceededException e) {
      requireBelow(capUsd, e.priceUsd());
      throw Failures.priceRose(e, wasApproved ? agreedUsd : null);
    } catch (InsufficientFundsException e) {
      throw Failures.funds(e, allowance.showsBalance());
    } catch (IllegalArgumentException | IllegalCallerException e) {
      // Mistakes of the application, of which the client says before it sends: a guard that does
      // not know our scope, or a transaction around the call.
      LOG.log(Level.ERROR, () -> what.of().tool() + ": " + e.getMessage());
      throw ToolErrorException.of("CONFIGURATION", Retry.AFTER_USER_ACTION)
          .because(
              "This application is not configured to pay for calls; its log says why.",
              "Tell the user; no paid tool works until that is settled.");
    }
  }

  private static CallOptions options(
      PaidCall what, SpendScope scope, @Nullable BigDecimal mostUsd) {
    CallOptions.Builder options = CallOptions.builder().scope(scope);
    Key key = what.key();
    if (key != null) options.idempotencyKey(key.text());
    if (mostUsd != null) options.maxPrice(mostUsd);
    return options.build();
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

  /** The amount of one of the tools' own limits; null for a limit of the client. */
  private static @Nullable BigDecimal cap(SpendScope scope, String description) {
    return scope.limits().stream()
        .filter(limit -> limit.description().equals(description))
        .map(limit -> limit.capUsd())
        .findFirst()
        .orElse(null);
  }
}
