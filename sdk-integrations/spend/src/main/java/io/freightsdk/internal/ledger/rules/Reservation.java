package io.freightsdk.internal.ledger.rules;

/**
 * Money that is set aside for the attempts of a call of which one at most is charged, and what
 * became of it. Amounts are billionths of a USD, times microseconds since 1970. What came first is
 * told by the numbers of the changes, which no clock moves.
 *
 * @param id from the client, unique among those of all processes
 * @param entryId the entry that it may pay for
 * @param scope that its call was made in
 * @param price that it costs if it is charged
 * @param madeByChange number of the change that made it
 * @param unknownFrom a minute after the deadline of its call; without an outcome it is unknown from
 *     then on, and counts in full as before
 * @param outcome what is known of it
 * @param endedByChange number of the change that stored the outcome; 0 before
 * @param endedAt when that was; 0 before
 * @param settled whether a person said the outcome; the call itself is believed over a person
 */
public record Reservation(
    String id,
    long entryId,
    String scope,
    long price,
    long madeByChange,
    long madeAt,
    long unknownFrom,
    ChargeState outcome,
    long endedByChange,
    long endedAt,
    boolean settled) {

  /** Whether its call has not said how it ended. */
  boolean isPending() {
    return outcome == ChargeState.RESERVED;
  }

  /** Whether its own answer says that it was charged. */
  boolean isAnsweredAsCharged() {
    return outcome == ChargeState.CHARGED && !settled;
  }

  /**
   * The time by which windows count it: that of its answer, or else the end of the time in which it
   * may be charged. It counts from the moment when it is made until a window begins after this
   * time.
   */
  long windowTime() {
    // After a clock was set back the time of the answer says nothing.
    boolean isTimeKnown = isAnsweredAsCharged() && endedAt >= madeAt;
    return isTimeKnown ? Math.min(endedAt, unknownFrom) : unknownFrom;
  }

  /** With what its call has said. */
  Reservation ended(ChargeState outcome, long change, long now) {
    return with(entryId, unknownFrom, outcome, change, now, false);
  }

  /** With what a person has said. It may have been charged until its call was lost. */
  Reservation settled(ChargeState outcome, long change, long now) {
    return with(entryId, Math.max(unknownFrom, endedAt), outcome, change, now, true);
  }

  /** The same for another entry. */
  Reservation of(long entryId) {
    return with(entryId, unknownFrom, outcome, endedByChange, endedAt, settled);
  }

  private Reservation with(
      long entryId,
      long unknownFrom,
      ChargeState outcome,
      long endedByChange,
      long endedAt,
      boolean settled) {
    return new Reservation(
        id,
        entryId,
        scope,
        price,
        madeByChange,
        madeAt,
        unknownFrom,
        outcome,
        endedByChange,
        endedAt,
        settled);
  }
}
