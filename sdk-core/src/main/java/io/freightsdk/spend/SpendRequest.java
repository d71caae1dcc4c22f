package io.freightsdk.spend;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A wish to spend the price of one call, as a {@link SpendStore} is asked it.
 *
 * @param idempotencyKey the key under which the service takes the price at most once; null if every
 *     attempt may be charged
 * @param scopes the path of the call's scope and of every scope around it, innermost first; the
 *     last one is {@link SpendScope#CLIENT}
 * @param limits every limit that binds the call
 * @param at now
 * @param abandonedAt when a hold that nobody settled belongs to a process that died
 */
public record SpendRequest(
    Operation operation,
    BigDecimal amountUsd,
    @Nullable String idempotencyKey,
    List<String> scopes,
    List<SpendLimit> limits,
    Instant at,
    Instant abandonedAt) {

  /** Path of the scope the call was made in. */
  public String scope() {
    return scopes.get(0);
  }
}
