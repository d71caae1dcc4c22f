package io.freightsdk.internal.ledger.rules;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.spend.SpendEntry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An entry with its reservations. {@link #recompute} derives the outcome, the amounts, {@code
 * chargeableUntil} and the settlement of the entry from the reservations, so outcomes may arrive in
 * any order.
 *
 * @param entry the entry; it is in progress while a reservation has no outcome, even after its
 *     deadline
 * @param chargeMayBeOlder whether the charge of this entry may belong to an older entry with the
 *     same key. So once this entry is charged, a repeat under the key may still be charged: it is
 *     checked against limits and gets its own entry
 * @param chargeableUntil the latest time at which it may have been charged; in the future while a
 *     call may still be charged. Limits count the entry in every period that begins at this time or
 *     earlier
 * @param reservations all reservations of the entry, in any order
 */
public record StoredEntry(
    SpendEntry entry,
    boolean chargeMayBeOlder,
    Instant chargeableUntil,
    List<StoredReservation> reservations) {
  private static final Comparator<BigDecimal> BY_VALUE = Comparator.naturalOrder();

  /**
   * Creates an entry without reservations.
   *
   * @param loadNumber the number of the load that it is about; null if none is known
   */
  static StoredEntry create(
      long id,
      Purchase purchase,
      @Nullable String loadNumber,
      boolean chargeMayBeOlder,
      Instant now) {
    SpendEntry entry =
        new SpendEntry(
            id,
            now,
            purchase.accountId(),
            purchase.operation().id(),
            loadNumber,
            null,
            null,
            purchase.customerRef(),
            purchase.idempotencyKey(),
            null,
            ScopePaths.of(purchase.scope()),
            Charge.Kind.NONE,
            false,
            Usd.ZERO,
            Usd.ZERO,
            Usd.ZERO,
            null,
            null);
    return new StoredEntry(entry, chargeMayBeOlder, now, List.of());
  }

  /** Returns the entry as it is at a time: a call that is too late is no longer in progress. */
  public SpendEntry asOf(Instant now) {
    boolean isTooLate = entry.inProgress() && !chargeableUntil.isAfter(now);
    if (!isTooLate) return entry;
    Copy unknown = new Copy();
    unknown.inProgress = false;
    return unknown.toEntry();
  }

  /** Whether an entry was charged, but at an amount between a minimum and a maximum. */
  public static boolean hasUncertainAmount(SpendEntry entry) {
    return entry.outcome() == Charge.Kind.CHARGED
        && entry.minUsd().compareTo(entry.amountUsd()) < 0;
  }

  // --- reservations ---

  /** Returns the reservation with this id; null for none. */
  public @Nullable StoredReservation reservation(String id) {
    return reservations.stream().filter(each -> each.id().equals(id)).findFirst().orElse(null);
  }

  /** The first reservation, in order of changes, whose own response confirmed a charge. */
  @Nullable StoredReservation firstConfirmation() {
    return reservations.stream()
        .filter(StoredReservation::isConfirmedCharge)
        .min(Comparator.comparing(StoredReservation::endedByChange))
        .orElse(null);
  }

  /** Returns a recomputed copy that has the reservation, instead of an older version of it. */
  StoredEntry with(StoredReservation changed) {
    List<StoredReservation> changedReservations = othersThan(changed);
    changedReservations.add(changed);
    return recompute(changedReservations);
  }

  /** Returns a recomputed copy without the reservation. */
  StoredEntry without(StoredReservation removed) {
    return recompute(othersThan(removed));
  }

  private List<StoredReservation> othersThan(StoredReservation reservation) {
    List<StoredReservation> others = new ArrayList<>(reservations);
    others.removeIf(other -> other.id().equals(reservation.id()));
    return others;
  }

  // --- derived values ---

  private StoredEntry recompute(List<StoredReservation> changed) {
    return new StoredEntry(entry, chargeMayBeOlder, chargeableUntil, List.copyOf(changed))
        .recompute();
  }

  private StoredEntry recompute() {
    StoredReservation confirmation = firstConfirmation();
    List<StoredReservation> candidates = chargeCandidates(confirmation);
    boolean isCharged = hasReservationWith(Charge.Kind.CHARGED);
    boolean isPending = !isCharged && reservations.stream().anyMatch(StoredReservation::isPending);
    boolean isRefunded = entry.refundedUsd().signum() > 0;
    // After its first day, a key may return a load that was paid for earlier.
    boolean isCertain = isCharged && !chargeMayBeOlder;
    boolean isSettled =
        confirmation != null || reservations.stream().anyMatch(StoredReservation::settledManually);
    Copy computed = new Copy();
    computed.outcome = mergedOutcome(isCharged, isPending);
    computed.inProgress = isPending;
    computed.minUsd =
        isCertain && !isRefunded ? prices(candidates).min(BY_VALUE).orElse(Usd.ZERO) : Usd.ZERO;
    computed.amountUsd = isRefunded ? Usd.ZERO : prices(candidates).max(BY_VALUE).orElse(Usd.ZERO);
    if (!isSettled) {
      computed.settledBy = null;
      computed.settledWhy = null;
    }
    return new StoredEntry(
        computed.toEntry(),
        chargeMayBeOlder,
        chargeableUntil(candidates, confirmation),
        reservations);
  }

  private Instant chargeableUntil(
      List<StoredReservation> candidates, @Nullable StoredReservation confirmation) {
    // The charge happened before the first response that confirms it. Without a confirmation, it
    // may still happen until the reservation becomes unknown.
    Instant confirmedAt = confirmation == null ? null : confirmation.confirmedAt();
    Instant latest = confirmedAt == null ? Instant.MAX : confirmedAt;
    return candidates.stream()
        .map(StoredReservation::chargeableUntil)
        .map(time -> time.isBefore(latest) ? time : latest)
        .max(Comparator.naturalOrder())
        .orElse(chargeableUntil);
  }

  /**
   * The reservations that may have the charge of the entry. A reservation made after the
   * confirmation adds nothing. A settlement is no confirmation, because a later response overrides
   * it.
   */
  private List<StoredReservation> chargeCandidates(@Nullable StoredReservation confirmation) {
    long confirmedInChange = confirmation == null ? Long.MAX_VALUE : confirmation.endedByChange();
    return reservations.stream()
        .filter(
            reservation ->
                reservation.outcome() != Charge.Kind.NONE
                    && reservation.createdByChange() <= confirmedInChange)
        .toList();
  }

  private static Stream<BigDecimal> prices(List<StoredReservation> reservations) {
    return reservations.stream().map(StoredReservation::priceUsd);
  }

  /**
   * Charged if a call was charged; otherwise unknown if a call is in progress or unknown; otherwise
   * none.
   */
  private Charge.Kind mergedOutcome(boolean isCharged, boolean isPending) {
    if (isCharged) return Charge.Kind.CHARGED;
    boolean isUnknown = isPending || hasReservationWith(Charge.Kind.UNKNOWN);
    return isUnknown ? Charge.Kind.UNKNOWN : Charge.Kind.NONE;
  }

  private boolean hasReservationWith(Charge.Kind outcome) {
    return reservations.stream().anyMatch(reservation -> reservation.outcome() == outcome);
  }

  // --- copies ---

  /**
   * Returns a copy with the load and request id of a response. The first response that confirms the
   * charge removes a settlement.
   */
  StoredEntry withResponse(Outcome reported, Charge.Kind charge) {
    Copy copy = new Copy();
    if (charge == Charge.Kind.CHARGED && firstConfirmation() == null) {
      copy.settledBy = null;
      copy.settledWhy = null;
    }
    if (replacesLoad(reported, charge)) {
      copy.loadNumber = reported.loadNumber();
      copy.loadId = reported.loadId();
      copy.trackingLink = reported.trackingLink();
    }
    if (reported.requestId() != null) copy.requestId = reported.requestId();
    return copy.toStored();
  }

  /** Returns a copy with the number of its load. */
  public StoredEntry withLoadNumber(String loadNumber) {
    Copy copy = new Copy();
    copy.loadNumber = loadNumber;
    return copy.toStored();
  }

  /** A charged entry keeps its load, unless the response adds a number or an id. */
  private boolean replacesLoad(Outcome reported, Charge.Kind charge) {
    if (reported.loadNumber() == null && reported.loadId() == null) return false;
    if (entry.outcome() != Charge.Kind.CHARGED) return true;
    boolean addsDetail =
        entry.loadNumber() == null || (entry.loadId() == null && reported.loadId() != null);
    return addsDetail && charge != Charge.Kind.NONE;
  }

  /**
   * Returns a copy with an author and a reason. Recomputing it removes them if no reservation is
   * settled or confirmed.
   */
  StoredEntry withSettlement(String by, String why) {
    Copy copy = new Copy();
    copy.settledBy = by;
    copy.settledWhy = why;
    return copy.toStored();
  }

  /** Returns a recomputed copy in which each reservation that may have the charge costs this. */
  StoredEntry withAmount(BigDecimal usd) {
    List<StoredReservation> candidates = chargeCandidates(firstConfirmation());
    List<StoredReservation> priced =
        reservations.stream()
            .map(each -> candidates.contains(each) ? each.withPrice(usd) : each)
            .toList();
    // An amount above 0 is the charge of this entry, not of an older one.
    boolean mayStillBeOlder = chargeMayBeOlder && usd.signum() == 0;
    return new StoredEntry(entry, mayStillBeOlder, chargeableUntil, priced).recompute();
  }

  /** Returns a recomputed copy whose charge is refunded. */
  StoredEntry withRefund() {
    Copy copy = new Copy();
    copy.refundedUsd = entry.amountUsd();
    return copy.toStored().recompute();
  }

  /** A copy of the entry. Assign the components that change, and create the changed entry. */
  private final class Copy {
    private @Nullable String loadNumber = entry.loadNumber();
    private @Nullable String loadId = entry.loadId();
    private @Nullable String trackingLink = entry.trackingLink();
    private @Nullable String requestId = entry.requestId();
    private Charge.Kind outcome = entry.outcome();
    private boolean inProgress = entry.inProgress();
    private BigDecimal minUsd = entry.minUsd();
    private BigDecimal amountUsd = entry.amountUsd();
    private BigDecimal refundedUsd = entry.refundedUsd();
    private @Nullable String settledBy = entry.settledBy();
    private @Nullable String settledWhy = entry.settledWhy();

    SpendEntry toEntry() {
      return new SpendEntry(
          entry.id(),
          entry.createdAt(),
          entry.accountId(),
          entry.operation(),
          loadNumber,
          loadId,
          trackingLink,
          entry.customerRef(),
          entry.idempotencyKey(),
          requestId,
          entry.scope(),
          outcome,
          inProgress,
          minUsd,
          amountUsd,
          refundedUsd,
          settledBy,
          settledWhy);
    }

    /** Returns a stored entry that is not recomputed. */
    StoredEntry toStored() {
      return new StoredEntry(toEntry(), chargeMayBeOlder, chargeableUntil, reservations);
    }
  }
}
