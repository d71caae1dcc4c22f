package io.freightsdk.server.view;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One movement of a broker's prepaid money.
 *
 * @param at server time of the movement
 * @param type which way the money went
 * @param operation what was paid for; null for a credit
 * @param amountUsd how much, never negative; {@link #type} gives the direction
 * @param balanceAfterUsd the balance after this entry
 * @param loadNumber the load that was created or read; null when none is concerned
 * @param idempotencyKey the caller's key; null when none was sent
 * @param requestId the {@code X-Request-Id} of the answer; null for a movement made by the test
 */
public record LedgerEntry(
    Instant at,
    Type type,
    @Nullable Operation operation,
    BigDecimal amountUsd,
    BigDecimal balanceAfterUsd,
    @Nullable String loadNumber,
    @Nullable String idempotencyKey,
    @Nullable String requestId) {

  /** The direction of a movement, seen from the broker. */
  public enum Type {
    /** Money came in: an opening balance, a credit, a card top-up. */
    CREDIT,
    /** A paid operation was charged. */
    DEBIT,
    /** The sum of older entries, which were removed to keep the ledger bounded. */
    CARRIED_FORWARD
  }

  /** The change of the balance: negative for a debit. */
  public BigDecimal signedAmountUsd() {
    return type == Type.DEBIT ? amountUsd.negate() : amountUsd;
  }
}
