package io.freightsdk.server.view;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A credit or debit of a broker's prepaid balance, or the sum of older entries.
 *
 * @param at server time of the movement
 * @param type direction of the movement
 * @param operation called operation; null for a credit by the test, and for a sum
 * @param amountUsd amount in USD, never negative; {@link #type} has the direction
 * @param balanceAfterUsd balance in USD after this entry
 * @param loadNumber load that was created or read; null for a movement without a load
 * @param idempotencyKey the caller's key; null if none was sent
 * @param requestId {@code X-Request-Id} of the response; null for a movement by the test
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

  /** The kind of an entry, seen from the broker. */
  public enum Type {
    /** An amount was added: an opening balance, a credit or a card top-up. */
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
