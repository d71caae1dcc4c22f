package io.freightsdk.internal.agent.approval;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.LimitUsage;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.util.List;

/**
 * What the tools may spend. The client reserves and settles; this class selects the scope of a call
 * and reads what is left of its limits.
 *
 * @param guard see {@link #guard(FreightClient, SpendLedger)}
 * @param sharedScope the scope of these tools, with the limits over all callers
 * @param limitsPerCaller limits of each caller's scope
 */
public record Budget(LedgerGuard guard, SpendScope sharedScope, List<SpendLimit> limitsPerCaller) {
  private static final String UNNAMED = "unnamed";

  /** The guard of a client; one without limits if the client has none of a ledger. */
  public static LedgerGuard guard(FreightClient client, SpendLedger ledger) {
    SpendGuard ofClient = client.spendGuard();
    // The limits of another guard, such as one of the application around ours, are not known.
    return ofClient instanceof LedgerGuard ours ? ours : ledger.guard();
  }

  /** The scope of a caller. */
  public SpendScope scope(ToolCallContext call) {
    String name = call.scope();
    if (name != null && !name.isEmpty()) return callerScope(name);
    // Callers without a name share one limit, instead of having none.
    return limitsPerCaller.isEmpty() ? sharedScope : callerScope(UNNAMED);
  }

  private SpendScope callerScope(String name) {
    return sharedScope.child(name, limitsPerCaller.toArray(SpendLimit[]::new));
  }

  /**
   * What each limit of a scope leaves now, the client's own among them; calls that still run count
   * as spent.
   *
   * @throws SpendLedgerException if the ledger cannot say it
   */
  public List<LimitUsage> limitUsage(SpendScope scope) {
    return guard.limitUsage(scope);
  }

  /**
   * Whether a caller may know the broker's whole balance: not where each has a limit of his own.
   */
  public boolean showsBalance() {
    return limitsPerCaller.isEmpty();
  }
}
