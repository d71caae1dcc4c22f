package io.freightsdk.internal.agent;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.LimitUse;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes all paid calls: looks at the price, asks for an approval if one is needed, and lets the
 * client reserve and send. Where approvals are needed, the client sends at no higher price than was
 * approved or needs none.
 */
final class PaidCalls {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  private final Prices prices;
  private final Approvals approvals;
  private final Allowance allowance;

  PaidCalls(Prices prices, Approvals approvals, Allowance allowance) {
    this.prices = prices;
    this.approvals = approvals;
    this.allowance = allowance;
  }

  /**
   * What is bought.
   *
   * @param key under which an order may have been charged already; null for none
   * @param isDoubtful whether a person, if there is one, is asked whatever it costs
   */
  record Purchase(Invocation of, Operation operation, @Nullable String key, boolean isDoubtful) {}

  <T> T pay(Purchase what, Supplier<Question> question, Function<CallOptions, T> send) {
    Invocation of = what.of();
    SpendScope scope = allowance.of(of.call());
    BigDecimal priceUsd = prices.live(what.operation());
    CallOptions.Builder options = CallOptions.builder().scope(scope);
    if (what.key() != null) options.idempotencyKey(what.key());
    BigDecimal mostUsd = agreed(what, scope, priceUsd, question);
    if (mostUsd != null) options.maxPrice(mostUsd);
    of.requireWanted();
    try {
      return send.apply(options.build());
    } catch (SpendLimitExceededException e) {
      throw Failures.spendLimit(
          limit(scope, e.limit()), e.priceUsd(), e.remainingUsd(), e.freesAt(), e.charge());
    } catch (PriceLimitExceededException e) {
      throw mostUsd == null ? Failures.of(e) : Failures.priceRose(e);
    } catch (IllegalArgumentException | IllegalCallerException e) {
      // Mistakes of the application, of which the client says before it sends: a guard that does
      // not know our scope, or a transaction around the call.
      LOG.log(Level.ERROR, of.tool() + ": " + e.getMessage());
      throw Refusal.of("SET_UP", Retry.AFTER_USER_ACTION)
          .because(
              "This application is not set up to pay for calls; its log says why.",
              "Tell the user; no paid tool works until that is settled.");
    }
  }

  /** The most that approvals let it cost; null if they say nothing about that. */
  private @Nullable BigDecimal agreed(
      Purchase what, SpendScope scope, BigDecimal priceUsd, Supplier<Question> question) {
    return approvals.require(
        what.of(),
        priceUsd,
        what.isDoubtful(),
        () -> {
          // Under its key an order counts once.
          if (what.key() == null) requireRoom(scope, priceUsd);
          return question.get();
        });
  }

  /** One of the tools' own limits; null for a limit of the client. */
  private static @Nullable SpendLimit limit(SpendScope scope, String description) {
    return scope.limits().stream()
        .filter(limit -> limit.description().equals(description))
        .findFirst()
        .orElse(null);
  }

  /** Refuses what a limit would refuse, before anybody is asked about it. */
  private void requireRoom(SpendScope scope, BigDecimal priceUsd) {
    try {
      for (LimitUse left : allowance.remaining(scope)) {
        if (left.remainingUsd().compareTo(priceUsd) < 0) {
          throw Failures.spendLimit(left.limit(), priceUsd, left.remainingUsd(), null, Charge.NONE);
        }
      }
    } catch (SpendLedgerException e) {
      throw Failures.ledgerAway();
    }
  }
}
