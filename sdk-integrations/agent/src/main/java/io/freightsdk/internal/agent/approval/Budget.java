package io.freightsdk.internal.agent.approval;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.util.List;

/**
 * The budget of the tools: the scope of each caller, and the usage of its limits. The client
 * reserves and records the charges.
 *
 * @param guard see {@link #guardOf(FreightClient, SpendLedger)}
 * @param sharedScope the scope of these tools, with the limits of all callers together
 * @param limitsPerScope the limits of each caller's own scope
 */
public record Budget(LedgerGuard guard, SpendScope sharedScope, List<SpendLimit> limitsPerScope) {
  private static final String UNNAMED = "unnamed";

  /** The ledger guard of a client; without one, a guard of the ledger without limits. */
  public static LedgerGuard guardOf(FreightClient client, SpendLedger ledger) {
    SpendGuard ofClient = client.spendGuard();
    // The limits of a guard that the application wrote are not known.
    return ofClient instanceof LedgerGuard ours ? ours : ledger.guard();
  }

  /** The scope of a caller. */
  public SpendScope scope(ToolCallContext call) {
    String name = call.scope();
    if (name != null && !name.isEmpty()) return callerScope(name);
    // Callers without a name share one scope. Otherwise they would have no limit.
    return limitsPerScope.isEmpty() ? sharedScope : callerScope(UNNAMED);
  }

  private SpendScope callerScope(String name) {
    return sharedScope.child(name, limitsPerScope.toArray(SpendLimit[]::new));
  }

  /** Whether callers may see the balance of the broker. Callers with their own limits may not. */
  public boolean showsBalance() {
    return limitsPerScope.isEmpty();
  }
}
