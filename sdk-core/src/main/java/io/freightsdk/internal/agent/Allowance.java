package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.internal.agent.json.ResultJson;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the tools may spend. The client reserves and settles; this names the scope that a call
 * counts in, and says what is left of it.
 *
 * @param all the scope of these tools, with the limits over all callers
 * @param each limits of each caller's scope
 */
record Allowance(FreightClient client, SpendScope all, SpendLimits each) {

  SpendScope of(@Nullable String caller) {
    if (caller == null) return all;
    try {
      return all.child(caller, each);
    } catch (IllegalArgumentException e) {
      // A name with spaces, or a long one, still names one caller.
      return all.child("caller-" + digest(caller), each);
    }
  }

  private static String digest(String caller) {
    String key =
        IdempotencyKeys.derivedFromJson("freight-scope", ResultJson.of(Map.of("scope", caller)));
    return key.substring(key.length() - 40);
  }

  /**
   * The least that any limit of a scope leaves, calls that still run counted as spent; null when it
   * has no limits that add up.
   */
  @Nullable BigDecimal remaining(SpendScope scope) {
    return client.ledger().remaining(scope).stream()
        .filter(left -> left.limit().kind() != SpendLimit.Kind.PER_CALL)
        .map(SpendLedger.Remaining::remainingUsd)
        .min(BigDecimal::compareTo)
        .orElse(null);
  }
}
