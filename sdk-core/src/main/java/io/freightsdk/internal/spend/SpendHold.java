package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Money set aside for one call until it is settled.
 *
 * @param token names the call, in whatever process
 * @param key the call's idempotency key; null if every attempt may be charged
 * @param scope path of the call's scope
 * @param since the ledger's last number when it was made
 * @param amountUsd what was set aside
 * @param keyGoodUntil until when the service surely knows the key: no attempt may leave later
 * @param lostAtAnotherPrice whether the service may have taken another price under the key before
 * @param lostAtUsd the one price at which calls of the key may have been charged; null if there was
 *     none, or they differ
 * @param charged what the key was charged before, so that the call is a replay; null if it was not
 */
public record SpendHold(
    String token,
    Operation operation,
    @Nullable String key,
    String scope,
    long since,
    BigDecimal amountUsd,
    Instant keyGoodUntil,
    boolean lostAtAnotherPrice,
    @Nullable BigDecimal lostAtUsd,
    @Nullable Earlier charged)
    implements SpendDecision {

  /**
   * What the books know that a key has bought already.
   *
   * @param charge unknown if an earlier process may have paid, or nobody knew the price
   * @param loadNumber the load; null while no answer has named it
   * @param own whether an earlier attempt of the same call brought it
   */
  public record Earlier(Charge charge, @Nullable String loadNumber, boolean own) {}
}
