package io.freightsdk.internal.ledger.rules;

import io.freightsdk.Charge;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The price that is reserved for the attempts of a call, of which at most one is charged, and the
 * outcome of the call. The numbers of changes decide the order, because clocks may be moved.
 *
 * @param id from the client, unique among all processes
 * @param entryId the entry that it may pay for
 * @param scope path of the call's scope
 * @param priceUsd the cost if it is charged: the price that was read, or the amount that a person
 *     has settled
 * @param createdByChange number of the change that created it
 * @param unknownFrom a minute after the deadline of its call. Without an outcome, it is unknown
 *     from then on, and still counts in full
 * @param outcome null while its call has not reported one
 * @param endedByChange number of the change that stored the outcome; 0 before
 * @param endedAt when that was; null before
 * @param settledManually whether a person reported the outcome. A later outcome of the call
 *     replaces it
 */
public record StoredReservation(
    String id,
    long entryId,
    String scope,
    BigDecimal priceUsd,
    long createdByChange,
    Instant createdAt,
    Instant unknownFrom,
    Charge.@Nullable Kind outcome,
    long endedByChange,
    @Nullable Instant endedAt,
    boolean settledManually) {

  boolean isPending() {
    return outcome == null;
  }

  /** Whether the response of its own call confirmed a charge. */
  boolean isConfirmedCharge() {
    return outcome == Charge.Kind.CHARGED && !settledManually;
  }

  /**
   * The time of the confirmation; null without one, or if a clock was set back since the
   * reservation.
   */
  @Nullable Instant confirmedAt() {
    boolean isKnown = isConfirmedCharge() && endedAt != null && !endedAt.isBefore(createdAt);
    return isKnown ? endedAt : null;
  }

  /**
   * The latest time at which it may be charged: the time of its confirmation, or else {@code
   * unknownFrom}, which may be in the future. Limits count the charge in every period that begins
   * at this time or earlier.
   */
  Instant chargeableUntil() {
    Instant confirmedAt = confirmedAt();
    return confirmedAt != null && confirmedAt.isBefore(unknownFrom) ? confirmedAt : unknownFrom;
  }

  /** Returns a copy with the outcome that its call reported. */
  StoredReservation withOutcome(Charge.Kind outcome, long change, Instant now) {
    return copy(entryId, unknownFrom, outcome, change, now, false);
  }

  /** Returns a copy with the outcome that a person reported. */
  StoredReservation withSettlement(Charge.Kind outcome, long change, Instant now) {
    // A call that reported an unknown outcome may have been charged until then.
    Instant mayBeChargedUntil =
        endedAt != null && endedAt.isAfter(unknownFrom) ? endedAt : unknownFrom;
    return copy(entryId, mayBeChargedUntil, outcome, change, now, true);
  }

  StoredReservation withEntry(long entryId) {
    return copy(entryId, unknownFrom, outcome, endedByChange, endedAt, settledManually);
  }

  StoredReservation withPrice(BigDecimal usd) {
    return new StoredReservation(
        id,
        entryId,
        scope,
        usd,
        createdByChange,
        createdAt,
        unknownFrom,
        outcome,
        endedByChange,
        endedAt,
        settledManually);
  }

  private StoredReservation copy(
      long entryId,
      Instant unknownFrom,
      Charge.@Nullable Kind outcome,
      long endedByChange,
      @Nullable Instant endedAt,
      boolean settledManually) {
    return new StoredReservation(
        id,
        entryId,
        scope,
        priceUsd,
        createdByChange,
        createdAt,
        unknownFrom,
        outcome,
        endedByChange,
        endedAt,
        settledManually);
  }
}
