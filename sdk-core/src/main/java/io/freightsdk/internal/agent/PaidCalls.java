package io.freightsdk.internal.agent;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.util.function.Function;

/**
 * The one way to a paid call: price, balance, approval, limit, in this order. The first three
 * happen here, the limit in the client, which reserves the money before it sends.
 */
final class PaidCalls {
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

  <T> T pay(Invocation of, Operation operation, String summary, Function<CallOptions, T> send) {
    ToolCall call = of.call();
    SpendScope scope = allowance.of(call.scope());
    BigDecimal priceUsd = prices.live(operation);
    funds.require(priceUsd);
    approvals.require(new PaidCall(of.tool(), operation, of.digest(), priceUsd, summary), call);

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
}
