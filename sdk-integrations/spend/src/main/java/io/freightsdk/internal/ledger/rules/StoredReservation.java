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
 * @param end null while its call has not reported an outcome
 */
public record StoredReservation(
    String id,
    long entryId,
    String scope,
    BigDecimal priceUsd,
    long createdByChange,
    Instant createdAt,
    Instant unknownFrom,
    @Nullable End end) {

  /**
   * The outcome of a reservation.
   *
   * @param change number of the change that stored it
   * @param at when that was
   * @param isManual whether a person reported it. A later outcome of the call replaces it
   */
  public record End(Charge.Kind outcome, long change, Instant at, boolean isManual) {}

  boolean isPending() {
    return end == null;
  }

  /** The outcome; null while its call has not reported one. */
  Charge.@Nullable Kind outcome() {
    return end == null ? null : end.outcome;
  }

  /** The number of the change that stored the outcome; 0 before. */
  long endedByChange() {
    return end == null ? 0 : end.change;
  }

  boolean settledManually() {
    return end != null && end.isManual;
  }

  /** Whether the response of its own call confirmed a charge. */
  boolean isConfirmedCharge() {
    return outcome() == Charge.Kind.CHARGED && !settledManually();
  }

  /**
   * The time of the confirmation; null without one, or if a clock was set back since the
   * reservation.
   */
  @Nullable Instant confirmedAt() {
    if (end == null || !isConfirmedCharge()) return null;
    return end.at.isBefore(createdAt) ? null : end.at;
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
    return with(priceUsd, unknownFrom, new End(outcome, change, now, false));
  }

  /** Returns a copy with the outcome that a person reported. */
  StoredReservation withSettlement(Charge.Kind outcome, long change, Instant now) {
    // A call that reported an unknown outcome may have been charged until then.
    Instant mayBeChargedUntil = end != null && end.at.isAfter(unknownFrom) ? end.at : unknownFrom;
    return with(priceUsd, mayBeChargedUntil, new End(outcome, change, now, true));
  }

  StoredReservation withPrice(BigDecimal usd) {
    return with(usd, unknownFrom, end);
  }

  StoredReservation withEntry(long entryId) {
    return new StoredReservation(
        id, entryId, scope, priceUsd, createdByChange, createdAt, unknownFrom, end);
  }

  private StoredReservation with(BigDecimal usd, Instant unknownFrom, @Nullable End end) {
    return new StoredReservation(
        id, entryId, scope, usd, createdByChange, createdAt, unknownFrom, end);
  }
}
