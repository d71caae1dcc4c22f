package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.SpendLedgerException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the balance and what the caller may still spend, and ends the stop of paid calls if the
 * balance covers them.
 */
final class BalanceTool implements ToolBody {
  private static final String BOOKS_AWAY =
      "What you may still spend is not known: the application cannot reach its books of what was"
          + " spent. Paid calls are refused until it can; tell the user.";

  private final FreightClient client;
  private final Funds funds;
  private final Allowance allowance;

  BalanceTool(FreightClient client, Funds funds, Allowance allowance) {
    this.client = client;
    this.funds = funds;
    this.allowance = allowance;
  }

  @Override
  public Answer run(Invocation invocation) {
    BigDecimal balance = client.getBalance().balanceUsd();
    if (balance != null) funds.seen(balance);

    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("balanceUsd", balance == null ? null : Money.left(balance));
    try {
      BigDecimal leftUsd = allowance.left(invocation.call());
      if (leftUsd != null) members.put("allowanceUsd", Money.left(leftUsd));
    } catch (SpendLedgerException e) {
      members.put("note", BOOKS_AWAY);
    }
    members.put("paidToolsStopped", funds.stopped());
    if (funds.stopped()) members.put("stoppedTools", funds.stoppedTools(balance));
    return Answer.free(members);
  }
}
