package io.freightsdk.internal.ledger.rules;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLimit;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The amounts that a limit adds up.
 *
 * @param scope path; includes the scopes inside it
 * @param operation null for all operations
 * @param since adds up entries that count at this time or later; {@link #EVER} includes purged ones
 */
public record LimitPeriod(String scope, @Nullable Operation operation, Instant since) {
  public static final Instant EVER = Instant.MIN;

  public boolean isEver() {
    return since.equals(EVER);
  }

  static LimitPeriod of(SpendLimit limit, Instant now) {
    return new LimitPeriod(limit.scope(), limit.operation(), Periods.start(limit, now));
  }
}
