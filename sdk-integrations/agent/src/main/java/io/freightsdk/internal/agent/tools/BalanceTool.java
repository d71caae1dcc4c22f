package io.freightsdk.internal.agent.tools;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.agent.answers.Answer;
import io.freightsdk.internal.agent.answers.Money;
import io.freightsdk.internal.agent.approval.Allowance;
import io.freightsdk.internal.agent.approval.Invocation;
import io.freightsdk.spend.SpendLedgerException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the balance, and what the caller may still spend. Where each caller has a limit of his own,
 * he is told only that: the balance is everybody's.
 */
final class BalanceTool implements ToolBody {
  private static final String LEDGER_AWAY =
      "What you may still spend is not known: the application cannot reach its ledger of what was"
          + " spent. Paid calls are refused until it can; tell the user.";

  private final FreightClient client;
  private final Allowance allowance;

  BalanceTool(FreightClient client, Allowance allowance) {
    this.client = client;
    this.allowance = allowance;
  }

  @Override
  public Answer run(Invocation invocation) {
    BigDecimal balance = client.getBalance().balanceUsd();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (allowance.showsBalance() && balance != null) {
      members.put("balanceUsd", Money.left(balance));
    }
    try {
      BigDecimal leftUsd = allowance.left(invocation.call());
      if (!allowance.showsBalance() && balance != null && leftUsd != null) {
        leftUsd = leftUsd.min(balance.max(BigDecimal.ZERO));
      }
      if (leftUsd != null) members.put("allowanceUsd", Money.left(leftUsd));
    } catch (SpendLedgerException e) {
      members.put("note", LEDGER_AWAY);
    }
    return Answer.free(members);
  }
}
