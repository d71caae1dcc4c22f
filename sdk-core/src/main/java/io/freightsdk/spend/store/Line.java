package io.freightsdk.spend.store;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.NanoUsd;
import io.freightsdk.internal.spend.Times;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row of the ledger. It is appended once and changed only when it becomes known what it cost.
 *
 * @param token names the call, in whatever process; unique together with the entry's attempt
 * @param since the ledger's last number when the money was held: a scope that was forgotten later
 *     does not count it
 * @param leastNano the least that it may have cost, in billionths of a USD
 * @param mostNano the most, which limits count
 * @param atMicros the entry's time by the clock of the books, since 1970
 */
public record Line(
    SpendEntry entry, String token, long since, long leastNano, long mostNano, long atMicros) {
  /** A line of books whose clock is the time of day. */
  public Line(SpendEntry entry, String token, long since, long leastNano, long mostNano) {
    this(entry, token, since, leastNano, mostNano, Times.micros(entry.at()));
  }

  /** A line as it was stored: with a time in microseconds since 1970, and amounts in billionths. */
  public static Line of(
      long id,
      String token,
      int attempt,
      long atMicros,
      Operation operation,
      @Nullable String loadNumber,
      @Nullable String idempotencyKey,
      @Nullable String requestId,
      String scope,
      long since,
      Charge.Kind outcome,
      long mostNano,
      long leastNano) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(outcome, "outcome");
    SpendEntry entry =
        new SpendEntry(
            id,
            Times.instant(atMicros),
            operation,
            loadNumber,
            idempotencyKey,
            requestId,
            attempt,
            outcome,
            NanoUsd.toUsd(mostNano),
            scope,
            NanoUsd.toUsd(leastNano));
    return new Line(entry, token, since, leastNano, mostNano);
  }

  /** Whether a balance or a person may still say what it cost. */
  public boolean isOpen() {
    return leastNano < mostNano;
  }
}
