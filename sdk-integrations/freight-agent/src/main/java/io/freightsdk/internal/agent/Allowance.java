package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.internal.agent.json.ResultJson;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the tools may spend. The client reserves and settles; this class selects the scope of a call
 * and reads what is left of its limits.
 *
 * @param all the scope of these tools, with the limits over all callers
 * @param each limits of each caller's scope
 * @param eachSession limits of each session
 */
record Allowance(FreightClient client, SpendScope all, SpendLimits each, SpendLimits eachSession) {
  private static final String UNNAMED = "unnamed";

  SpendScope of(ToolCall call) {
    SpendScope caller = child(all, call.scope(), each);
    return child(caller, call.session(), eachSession);
  }

  private static SpendScope child(SpendScope parent, @Nullable String name, SpendLimits limits) {
    if (name == null) {
      // Whoever does not say who he is shares one limit, instead of having none.
      boolean isLimited = !SpendScope.client(limits).limits().isEmpty();
      return isLimited ? parent.child(UNNAMED, limits) : parent;
    }
    try {
      return parent.child(name, limits);
    } catch (IllegalArgumentException e) {
      // A name that is not valid in a scope path is replaced by its digest.
      return parent.child("caller-" + digest(name), limits);
    }
  }

  /** What each limit of a scope leaves now; refuses the call if the books cannot say it. */
  List<SpendLedger.Remaining> remaining(SpendScope scope) {
    try {
      return client.ledger().remaining(scope);
    } catch (SpendStoreException e) {
      throw Failures.booksAway();
    }
  }

  /** What was spent in a scope. */
  SpendTotals spent(SpendScope scope) {
    return client.ledger().totals(SpendFilter.all().scope(scope));
  }

  private static String digest(String caller) {
    String key =
        IdempotencyKeys.derivedFromJson("freight-scope", ResultJson.of(Map.of("scope", caller)));
    return key.substring(key.length() - 40);
  }

  /**
   * What limits leave to a caller, the client's own among them; calls that still run count as
   * spent.
   *
   * @param usd the least that any limit leaves; null when none adds up
   * @param perCallUsd the most that one call may cost; null for no such limit
   */
  record Left(@Nullable BigDecimal usd, @Nullable BigDecimal perCallUsd) {}

  Left left(ToolCall call) {
    BigDecimal usd = null;
    BigDecimal perCallUsd = null;
    for (SpendLedger.Remaining left : client.ledger().remaining(of(call))) {
      if (left.limit().kind() == SpendLimit.Kind.PER_CALL) {
        perCallUsd = least(perCallUsd, left.remainingUsd());
      } else {
        usd = least(usd, left.remainingUsd());
      }
    }
    return new Left(usd, perCallUsd);
  }

  private static BigDecimal least(@Nullable BigDecimal one, BigDecimal other) {
    return one == null ? other : one.min(other);
  }
}
