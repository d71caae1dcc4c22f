package io.freightsdk.internal.agent;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes all paid calls: checks price, balance, approval and limit, in this order. The limit is
 * checked by the client, which reserves the money before it sends. All four use the same price: if
 * it changes while a person decides, the person is asked again.
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

  <T> T pay(
      Invocation of,
      Operation operation,
      Supplier<Question> question,
      Function<CallOptions, T> send) {
    SpendScope scope = allowance.of(of.call().scope());
    BigDecimal priceUsd = agreedPrice(of, operation, question);
    of.requireWanted();

    // If the price rises after this, the client refuses the call, because nobody approved that
    // price.
    CallOptionsBuilder options = CallOptions.builder().scope(scope).maxPrice(priceUsd);
    if (operation == Operation.CREATE_LOAD) options.idempotencyKey(of.digest());
    try {
      return send.apply(options.build());
    } catch (InsufficientFundsException e) {
      funds.refused(priceUsd);
      throw e;
    }
  }

  private BigDecimal agreedPrice(Invocation of, Operation operation, Supplier<Question> question) {
    BigDecimal priceUsd = prices.live(operation);
    for (int asked = 0; asked < MOST_QUESTIONS; asked++) {
      funds.require(priceUsd);
      of.requireWanted();
      if (!approvals.require(of, priceUsd, question)) return priceUsd;
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
