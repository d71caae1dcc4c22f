package io.freightsdk.internal.agent;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.LimitUse;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes all paid calls: checks price, balance, limit and approval, in this order, so that no person
 * is asked about what a limit refuses. The client then reserves the money before it sends. All use
 * the same price: if it changes while a person decides, the person is asked again.
 */
final class PaidCalls {
  // If the price changes with every answer, the call is refused.
  private static final int MOST_QUESTIONS = 3;

  private final Prices prices;
  private final Funds funds;
  private final Approvals approvals;
  private final Allowance allowance;

  PaidCalls(Prices prices, Funds funds, Approvals approvals, Allowance allowance) {
    this.prices = prices;
    this.funds = funds;
    this.approvals = approvals;
    this.allowance = allowance;
  }

  /**
   * What is bought.
   *
   * @param always whether a person has to be asked whatever it costs
   * @param repeat whether an earlier call may have paid for it, so that no more money is needed
   * @param paid whether an earlier call has paid for it, so that nobody is asked
   */
  record Purchase(
      Invocation of,
      Operation operation,
      boolean always,
      boolean repeat,
      boolean paid,
      Supplier<Question> question) {}

  <T> T pay(Purchase what, Function<CallOptions.Builder, T> send) {
    Invocation of = what.of();
    SpendScope scope = allowance.of(of.call());
    BigDecimal priceUsd = agreedPrice(what, scope);
    of.requireWanted();

    // If the price rises after this, the client refuses the call, because nobody approved that
    // price.
    CallOptions.Builder options = CallOptions.builder().scope(scope);
    if (approvals.apply(of.call())) options.maxPrice(priceUsd);
    if (what.operation() == Operation.CREATE_LOAD) options.idempotencyKey(of.digest());
    try {
      return send.apply(options);
    } catch (InsufficientFundsException e) {
      funds.refused(priceUsd);
      throw e;
    } catch (SpendLimitExceededException e) {
      SpendLimit limit = allowance.described(scope, e.limit());
      throw Failures.spendLimit(limit, e.priceUsd(), e.remainingUsd(), e.freesAt(), e.charge());
    }
  }

  private BigDecimal agreedPrice(Purchase what, SpendScope scope) {
    Invocation of = what.of();
    BigDecimal priceUsd = prices.live(what.operation());
    for (int asked = 0; asked < MOST_QUESTIONS; asked++) {
      BigDecimal price = priceUsd;
      if (what.paid()) return price;
      funds.require(price);
      of.requireWanted();
      boolean wasAsked =
          approvals.require(
              new Approvals.Case(
                  of,
                  price,
                  what.always(),
                  () -> {
                    if (!what.repeat()) requireRoom(scope, price);
                  },
                  what.question()));
      if (!wasAsked) return price;
      BigDecimal now = prices.live(what.operation());
      if (now.compareTo(price) == 0) return now;
      priceUsd = now;
    }
    throw Refusal.of("PRICE_CHANGED", Retry.SAME_ARGUMENTS)
        .fact(Fact.PRICE_USD, Money.usd(priceUsd))
        .because(
            "Not sent: the price keeps changing, now " + Money.usd(priceUsd) + " USD.",
            "Repeat the call with the same arguments if that price is acceptable.");
  }

  /** Refuses what a limit would refuse, before anybody is asked about it. */
  private void requireRoom(SpendScope scope, BigDecimal priceUsd) {
    List<LimitUse> limits;
    try {
      limits = allowance.remaining(scope);
    } catch (SpendLedgerException e) {
      throw Failures.booksAway();
    }
    for (LimitUse left : limits) {
      if (left.remainingUsd().compareTo(priceUsd) < 0) {
        throw Failures.spendLimit(left.limit(), priceUsd, left.remainingUsd(), null, Charge.NONE);
      }
    }
  }
}
