package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the balance, says what the caller may still spend, and ends a stop that is over. */
final class BalanceTool implements ToolBody {
  private final FreightClient client;
  private final Funds funds;
  private final Allowance allowance;
  private final ToolDefinition definition = Definitions.getBalance();

  BalanceTool(FreightClient client, Funds funds, Allowance allowance) {
    this.client = client;
    this.funds = funds;
    this.allowance = allowance;
  }

  @Override
  public ToolDefinition definition() {
    return definition;
  }

  @Override
  public Answer run(Invocation invocation) {
    BigDecimal remaining = allowance.remaining(allowance.of(invocation.call().scope()));
    BigDecimal balance = client.getBalance().balanceUsd();
    if (balance != null) funds.seen(balance);

    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("balanceUsd", balance == null ? null : Money.usd(balance));
    members.put("allowanceUsd", remaining == null ? null : Money.usd(remaining));
    members.put("paidToolsStopped", funds.stopped());
    return Answer.free(members);
  }
}
