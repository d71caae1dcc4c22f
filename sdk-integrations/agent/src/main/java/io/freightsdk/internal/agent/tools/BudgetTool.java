package io.freightsdk.internal.agent.tools;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.agent.approval.Budget;
import io.freightsdk.internal.agent.approval.Prices;
import io.freightsdk.internal.agent.approval.ToolCall;
import io.freightsdk.internal.agent.results.MoneyFormat;
import io.freightsdk.internal.agent.results.TimeFormat;
import io.freightsdk.internal.agent.results.ToolOutput;
import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.LimitUsage;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads prices, balance, limits and the spending of the caller. Callers with their own limits do
 * not see the balance and the limits of all callers.
 */
final class BudgetTool implements ToolHandler {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);
  private static final int MAX_NEWEST = 5;

  /** Enough entries to find the newest charges among calls that cost nothing. */
  private static final int MAX_ENTRIES = 100;

  private static final String LEDGER_UNAVAILABLE =
      "Your remaining budget is unknown, because the application cannot reach its spend ledger."
          + " Paid calls are refused until then. Tell the user.";

  private final FreightClient client;
  private final SpendLedger ledger;
  private final Prices prices;
  private final Budget budget;
  private final Clock clock;

  BudgetTool(FreightClient client, SpendLedger ledger, Prices prices, Budget budget, Clock clock) {
    this.client = client;
    this.ledger = ledger;
    this.prices = prices;
    this.budget = budget;
    this.clock = clock;
  }

  @Override
  public ToolOutput handle(ToolCall call) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("pricesUsd", prices());
    BigDecimal balance = client.getBalance().balanceUsd();
    if (budget.showsBalance() && balance != null) {
      members.put("balanceUsd", MoneyFormat.remaining(balance));
    }
    SpendScope scope = budget.scope(call.context());
    try {
      addLimits(members, scope, balance);
      members.put("spent", spent(SpendFilter.all().scope(scope)));
    } catch (SpendLedgerException e) {
      members.put("note", LEDGER_UNAVAILABLE);
    }
    return ToolOutput.free(members);
  }

  private Map<String, Object> prices() {
    Pricing list = client.getPricing();
    prices.record(list);
    Map<String, Object> shown = new LinkedHashMap<>();
    for (Operation paid : Prices.PAID) {
      BigDecimal priceUsd = list.prices().get(paid.priceKey());
      if (priceUsd != null) shown.put(ToolFactory.toolName(paid), MoneyFormat.decimal(priceUsd));
    }
    return shown;
  }

  private void addLimits(
      Map<String, @Nullable Object> members, SpendScope scope, @Nullable BigDecimal balanceUsd) {
    List<LimitUsage> all = budget.guard().limitUsage(scope);
    Stream<BigDecimal> left = all.stream().map(LimitUsage::remainingUsd);
    boolean isCovered = budget.showsBalance() || balanceUsd == null;
    Stream<BigDecimal> bounds = isCovered ? left : Stream.concat(left, Stream.of(balanceUsd));
    bounds
        .min(BigDecimal::compareTo)
        .ifPresent(
            usd -> members.put("allowanceUsd", MoneyFormat.remaining(usd.max(BigDecimal.ZERO))));
    members.put(
        "limits",
        all.stream()
            .filter(usage -> budget.showsBalance() || usage.limit().scope().equals(scope.path()))
            .map(BudgetTool::limit)
            .toList());
  }

  private static Map<String, @Nullable Object> limit(LimitUsage usage) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("limit", UntrustedText.line(usage.limit().description()));
    members.put("leftUsd", MoneyFormat.remaining(usage.remainingUsd()));
    return members;
  }

  private Map<String, Object> spent(SpendFilter mine) {
    Instant now = clock.instant();
    // Entries have the time of the ledger's clock, which may be ahead.
    SpendFilter lastDay = mine.between(now.minus(DAY), now.plus(DAY));
    SpendFilter lastWeek = mine.between(now.minus(WEEK), now.plus(DAY));
    SpendTotals all = ledger.totals(mine);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("last24hUsd", MoneyFormat.decimal(ledger.totals(lastDay).spentUsd()));
    members.put("last7dUsd", MoneyFormat.decimal(ledger.totals(lastWeek).spentUsd()));
    members.put("totalUsd", MoneyFormat.decimal(all.spentUsd()));
    if (all.reservedUsd().signum() > 0) {
      members.put("inProgressUsd", MoneyFormat.decimal(all.reservedUsd()));
    }
    for (Operation paid : Prices.PAID) {
      BigDecimal usd = ledger.totals(mine.operation(paid)).spentUsd();
      members.put(ToolFactory.toolName(paid) + "Usd", MoneyFormat.decimal(usd));
    }
    // Limits add up all accounts, but the tools accept only load numbers of their own account.
    members.put("newest", newest(lastDay.accountId(CurrentAccount.of(client))));
    return members;
  }

  private List<Map<String, @Nullable Object>> newest(SpendFilter lastDay) {
    return ledger
        .entries(lastDay.newestFirst())
        .limit(MAX_ENTRIES)
        .filter(entry -> entry.amountUsd().signum() != 0)
        .limit(MAX_NEWEST)
        .map(BudgetTool::entry)
        .toList();
  }

  private static Map<String, @Nullable Object> entry(SpendEntry entry) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("at", TimeFormat.roundedDown(entry.createdAt()));
    members.put("tool", ToolFactory.toolName(Operation.ofId(entry.operation())));
    members.put("loadNumber", UntrustedText.identifier(entry.loadNumber()));
    members.put("usd", MoneyFormat.decimal(entry.amountUsd()));
    members.put("outcome", entry.outcome().name());
    return members;
  }
}
