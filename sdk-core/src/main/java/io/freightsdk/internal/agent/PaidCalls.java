package io.freightsdk.internal.agent;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.util.function.Function;

/**
 * The one way to a paid call: price, balance, approval, limit, in this order. The first three
 * happen here, the limit in the client, which reserves the money before it sends. One price counts
 * for all four: a person who thinks for ten minutes agrees to what is charged then, or is asked
 * again.
 */
final class PaidCalls {
  // A price that changes with every answer is not one to agree to.
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

  <T> T pay(Invocation of, Operation operation, Question question, Function<CallOptions, T> send) {
    SpendScope scope = allowance.of(of.call().scope());
    BigDecimal priceUsd = agreedPrice(of, operation, question);
    of.requireWanted();

    // A price that rises from here on is refused by the client: nobody agreed to it.
    CallOptionsBuilder options = CallOptions.builder().scope(scope).maxPrice(priceUsd);
    if (operation == Operation.CREATE_LOAD) options.idempotencyKey(of.digest());
    try {
      return send.apply(options.build());
    } catch (InsufficientFundsException e) {
      funds.refused(priceUsd);
      throw e;
    }
  }

  private BigDecimal agreedPrice(Invocation of, Operation operation, Question question) {
    BigDecimal priceUsd = prices.live(operation);
    for (int asked = 0; asked < MOST_QUESTIONS; asked++) {
      funds.require(priceUsd);
      of.requireWanted();
      approvals.require(of, priceUsd, question);
      BigDecimal now = prices.live(operation);
      if (now.compareTo(priceUsd) == 0) return now;
      priceUsd = now;
    }
    throw Refusal.of("PRICE_CHANGED", Retry.SAME_ARGUMENTS)
        .fact(Fact.PRICE_USD, Money.usd(priceUsd))
        .because(
            "Not sent: the price keeps changing, now " + Money.usd(priceUsd) + " USD.",
            "Repeat the call with the same arguments if that price is acceptable.");
  }
}
