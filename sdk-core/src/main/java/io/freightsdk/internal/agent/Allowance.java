package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.internal.agent.json.ResultJson;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the tools may spend. The client reserves and settles; this names the scope that a call
 * counts in, and says what is left of it.
 */
final class Allowance {
  private final FreightClient client;
  private final SpendScope all;
  private final SpendLimits each;
  private final Clock clock;

  /**
   * Sets the limits.
   *
   * @param all the scope of these tools, with the limits over all callers
   * @param each limits of each caller's scope
   */
  Allowance(FreightClient client, SpendScope all, SpendLimits each, Clock clock) {
    this.client = client;
    this.all = all;
    this.each = each;
    this.clock = clock;
  }

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
   * The least that any limit of a scope leaves, not counting calls that still run; null when it has
   * no limits that add up.
   */
  @Nullable BigDecimal remaining(SpendScope scope) {
    Instant now = clock.instant();
    BigDecimal least = null;
    for (SpendLimit limit : scope.limits()) {
      if (limit.kind() == SpendLimit.Kind.PER_CALL) continue;

      SpendFilter filter = new SpendFilter(null, null, limit.scope(), from(limit, now), null);
      BigDecimal spent = client.ledger().totals(filter).spentUsd();
      BigDecimal left = limit.capUsd().subtract(spent).max(BigDecimal.ZERO);
      least = least == null ? left : least.min(left);
    }
    return least;
  }

  private static @Nullable Instant from(SpendLimit limit, Instant now) {
    if (limit.zone() != null) {
      return now.atZone(limit.zone()).toLocalDate().atStartOfDay(limit.zone()).toInstant();
    }
    return limit.window() == null ? null : now.minus(limit.window());
  }
}
