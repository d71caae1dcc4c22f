package io.freightsdk.internal.agent.tools;

import io.freightsdk.internal.agent.answers.Answer;
import io.freightsdk.internal.agent.answers.Failures;
import io.freightsdk.internal.agent.answers.Money;
import io.freightsdk.internal.agent.answers.ServiceText;
import io.freightsdk.internal.agent.answers.Times;
import io.freightsdk.internal.agent.approval.Allowance;
import io.freightsdk.internal.agent.approval.Invocation;
import io.freightsdk.internal.agent.approval.Prices;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendScope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What this caller has spent, from the ledger. */
final class SpendingTool implements ToolBody {
  private static final Duration LATELY = Duration.ofDays(1);
  private static final int MOST = 10;
  private static final int LOOKED_AT = 100;

  private final SpendLedger ledger;
  private final Allowance allowance;
  private final Clock clock;

  SpendingTool(SpendLedger ledger, Allowance allowance, Clock clock) {
    this.ledger = ledger;
    this.allowance = allowance;
    this.clock = clock;
  }

  @Override
  public Answer run(Invocation invocation) {
    SpendScope scope = allowance.of(invocation.call());
    SpendFilter mine = SpendFilter.all().scope(scope);
    try {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      Instant now = clock.instant();
      // Entries have the clock of the ledger, which may be ahead.
      SpendFilter lately = mine.between(now.minus(LATELY), now.plus(LATELY));
      members.put("last24hUsd", Money.usd(ledger.totals(lately).spentUsd()));
      members.put("totalUsd", Money.usd(ledger.totals(mine).spentUsd()));
      Map<String, Object> byTool = new LinkedHashMap<>();
      for (Operation paid : Prices.PAID) {
        byTool.put(
            ToolFactory.toolOf(paid), Money.usd(ledger.totals(mine.operation(paid)).spentUsd()));
      }
      members.put("byToolUsd", byTool);
      members.put("newest", newest(lately));
      return Answer.free(members);
    } catch (SpendLedgerException e) {
      throw Failures.ledgerAway();
    }
  }

  /** Of the last hundred calls, those that may have cost something. */
  private List<Map<String, @Nullable Object>> newest(SpendFilter lately) {
    return Entries.newest(ledger, lately, LOOKED_AT).stream()
        .filter(entry -> entry.amountUsd().signum() != 0)
        .limit(MOST)
        .map(SpendingTool::shown)
        .toList();
  }

  private static Map<String, @Nullable Object> shown(SpendEntry entry) {
    Map<String, @Nullable Object> one = new LinkedHashMap<>();
    one.put("at", Times.text(entry.createdAt()));
    one.put("tool", ToolFactory.toolOf(Operation.ofId(entry.operation())));
    one.put("loadNumber", ServiceText.identifier(entry.loadNumber()));
    one.put("usd", Money.usd(entry.amountUsd()));
    one.put("outcome", entry.outcome().name());
    return one;
  }
}
