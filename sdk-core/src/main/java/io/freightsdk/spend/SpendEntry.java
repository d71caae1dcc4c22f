package io.freightsdk.spend;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One paid attempt in the ledger. The entries of a ledger add up: each cent is in exactly one.
 *
 * @param id rising number within the ledger; 0 before it is booked
 * @param at when it was booked, by the clock of the books
 * @param loadNumber null while the service has not named a load
 * @param idempotencyKey null for operations that carry none
 * @param requestId the server's name of the request, where it sent one
 * @param attempt 1 for the first send of a call; 0 for a call that died with its process
 * @param amountUsd money this entry stands for: the price if charged or unknown, otherwise 0
 * @param scope path of the {@link SpendScope} the call was made in
 */
public record SpendEntry(
    long id,
    Instant at,
    Operation operation,
    @Nullable String loadNumber,
    @Nullable String idempotencyKey,
    @Nullable String requestId,
    int attempt,
    SpendOutcome outcome,
    BigDecimal amountUsd,
    String scope) {

  /** This entry with another outcome; it stands for no money once it is not charged. */
  public SpendEntry settledAs(SpendOutcome outcome) {
    return settledAs(outcome, amountUsd);
  }

  /** This entry with another outcome and amount; it stands for no money once it is not charged. */
  public SpendEntry settledAs(SpendOutcome outcome, BigDecimal amountUsd) {
    BigDecimal amount = outcome == SpendOutcome.NOT_CHARGED ? BigDecimal.ZERO : amountUsd;
    return new SpendEntry(
        id, at, operation, loadNumber, idempotencyKey, requestId, attempt, outcome, amount, scope);
  }

  /** This entry as booked under a number and time. */
  public SpendEntry bookedAs(long id, Instant at) {
    return new SpendEntry(
        id,
        at,
        operation,
        loadNumber,
        idempotencyKey,
        requestId,
        attempt,
        outcome,
        amountUsd,
        scope);
  }
}
