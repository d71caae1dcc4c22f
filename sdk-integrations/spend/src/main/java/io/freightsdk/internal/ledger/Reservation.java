package io.freightsdk.internal.ledger;

/**
 * Money that is set aside for one attempt, and what became of it. Amounts are billionths of a USD,
 * times microseconds since 1970.
 *
 * @param id from the client, unique among those of all processes
 * @param entryId the entry that it may pay for
 * @param scope path of its scope
 * @param price that it costs if it is charged
 * @param expiresAt a minute after the deadline of its call; from then on it may have been charged
 * @param outcome what is known of it
 * @param endedAt when that was said; 0 before
 * @param settled whether a person said so, who is overruled by the call itself
 */
public record Reservation(
    String id,
    long entryId,
    String scope,
    long price,
    long madeAt,
    long expiresAt,
    ChargeState outcome,
    long endedAt,
    boolean settled) {

  /** Whether its call has not said how it ended. */
  boolean isRunning() {
    return outcome == ChargeState.RESERVED;
  }

  /** Whether it is known by its own answer that it was charged. */
  boolean isAnsweredAsCharged() {
    return outcome == ChargeState.CHARGED && !settled;
  }

  /** From when windows count it: its answer, or the end of what may still be charged. */
  long countsAt() {
    return isAnsweredAsCharged() ? Math.min(endedAt, expiresAt) : expiresAt;
  }

  Reservation ends(ChargeState outcome, long now) {
    return with(expiresAt, outcome, now, false);
  }

  /** Its own word takes the place of its expiry if it came later: until then it was charged. */
  Reservation settledAs(ChargeState outcome, long now) {
    return with(Math.max(expiresAt, endedAt), outcome, now, true);
  }

  private Reservation with(long expiresAt, ChargeState outcome, long endedAt, boolean settled) {
    return new Reservation(id, entryId, scope, price, madeAt, expiresAt, outcome, endedAt, settled);
  }
}
