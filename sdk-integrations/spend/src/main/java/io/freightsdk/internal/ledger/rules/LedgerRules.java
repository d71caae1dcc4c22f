package io.freightsdk.internal.ledger.rules;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.internal.retry.KeyValidity;
import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.LimitPreview;
import io.freightsdk.spend.LimitUsage;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules of money: reserve, complete, settle, refund, compare and purge, on the rows of one
 * change. A change may be repeated after it was stored. Then it finds its own rows.
 */
public final class LedgerRules {
  /**
   * How long after the deadline of its call a reservation without an outcome becomes unknown: by
   * then it is charged or not.
   */
  public static final Duration GRACE = Duration.ofMinutes(1);

  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  private final LedgerRows rows;

  public LedgerRules(LedgerRows rows) {
    this.rows = rows;
  }

  // --- reserving ---

  /**
   * Reserves the price of a call under each limit, or changes nothing if a limit has too little
   * left.
   *
   * @param purchase with a price
   * @param limits all limits that the call must keep
   */
  public ReserveResult reserve(Purchase purchase, List<SpendLimit> limits) {
    StoredEntry stored = entryFor(purchase);
    StoredReservation existing = stored == null ? null : stored.reservation(purchase.id());
    if (existing != null) return replay(existing);

    StoredEntry active = activeEntry(stored);
    // The other limits count the call already. Their sums would only take time.
    List<SpendLimit> unmet =
        limits.stream()
            .filter(limit -> requiredAmount(purchase, active, limit).signum() > 0)
            .toList();
    List<LimitPreview> previews = previews(purchase, active, unmet);
    LimitPreview exceeded =
        previews.stream()
            .filter(LimitPreview::wouldExceed)
            .max(
                Comparator.comparing(
                    LimitPreview::retryAt, Comparator.nullsLast(Comparator.naturalOrder())))
            .orElse(null);
    if (exceeded != null) return refused(purchase, exceeded);

    addReservation(purchase, active, stored != null);
    List<LimitUsage> usages =
        previews.stream()
            .map(
                each -> usage(each.usage().limit(), each.usage().usedUsd().add(each.requiredUsd())))
            .toList();
    return new ReserveResult(null, usages, rows.now());
  }

  private @Nullable StoredEntry entryFor(Purchase purchase) {
    return rows.entryFor(purchase.id(), purchase.accountId(), purchase.idempotencyKey());
  }

  private ReserveResult replay(StoredReservation existing) {
    if (existing.outcome() == Charge.Kind.NONE) {
      throw new IllegalStateException(
          "reserve: reservation " + existing.id() + " was already released; use a new id");
    }
    return new ReserveResult(null, List.of(), rows.now());
  }

  private ReserveResult refused(Purchase purchase, LimitPreview exceeded) {
    LimitUsage usage = exceeded.usage();
    LimitExceeded refusal =
        new LimitExceeded(
            usage.limit().description(),
            price(purchase),
            usage.remainingUsd(),
            exceeded.retryAt(),
            usage.limit().zone());
    return new ReserveResult(refusal, List.of(usage), rows.now());
  }

  private static BigDecimal price(Purchase purchase) {
    return Usd.roundUp(Objects.requireNonNull(purchase.quote(), "quote").usd());
  }

  /**
   * Returns the entry that a call joins, while the service is assumed to remember its key.
   *
   * @param stored the newest entry with the call's key that may have cost something; null for none
   * @return null if the call needs a new entry
   */
  private @Nullable StoredEntry activeEntry(@Nullable StoredEntry stored) {
    if (stored == null) return null;
    Instant forgottenAt = stored.entry().createdAt().plus(KeyValidity.ASSUMED);
    if (!rows.now().isBefore(forgottenAt)) return null;
    // An older entry may have paid for the load, so the start of the key's lifetime is unknown.
    boolean mayBeChargedAgain =
        stored.chargeMayBeOlder() && stored.entry().outcome() == Charge.Kind.CHARGED;
    return mayBeChargedAgain ? null : stored;
  }

  /**
   * Stores a reservation, and returns its entry with it.
   *
   * @param active the entry that the call joins; null to create one
   * @param chargeMayBeOlder whether an older entry with the key of a created one may have cost
   *     something
   */
  private StoredEntry addReservation(
      Purchase purchase, @Nullable StoredEntry active, boolean chargeMayBeOlder) {
    StoredEntry before = active != null ? active : newEntry(purchase, chargeMayBeOlder);
    StoredReservation created = newReservation(purchase, before.entry().id());
    StoredEntry after = before.with(created);
    if (active == null) rows.insert(after);
    else rows.update(after);
    rows.insert(created);
    return after;
  }

  private StoredEntry newEntry(Purchase purchase, boolean chargeMayBeOlder) {
    String customerRef = purchase.customerRef();
    String loadNumber =
        customerRef == null
            ? purchase.loadNumber()
            : rows.loadNumberOf(purchase.accountId(), customerRef);
    return StoredEntry.create(
        rows.changeNumber(), purchase, loadNumber, chargeMayBeOlder, rows.now());
  }

  private StoredReservation newReservation(Purchase purchase, long entryId) {
    Instant deadline =
        rows.now().plus(purchase.remainingTime()).plusNanos(999).truncatedTo(ChronoUnit.MICROS);
    return new StoredReservation(
        purchase.id(),
        entryId,
        ScopePaths.of(purchase.scope()),
        price(purchase),
        rows.changeNumber(),
        rows.now(),
        deadline.plus(GRACE),
        null);
  }

  // --- limits ---

  /** Returns the usage of limits. */
  public List<LimitUsage> usages(List<SpendLimit> limits) {
    List<BigDecimal> sums =
        rows.sums(limits.stream().map(limit -> LimitPeriod.of(limit, rows.now())).toList());
    List<LimitUsage> usages = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) usages.add(usage(limits.get(i), sums.get(i)));
    return usages;
  }

  private static LimitUsage usage(SpendLimit limit, BigDecimal used) {
    BigDecimal cap = Usd.roundDown(limit.capUsd());
    double ratio = cap.signum() == 0 ? 1 : used.divide(cap, MathContext.DECIMAL128).doubleValue();
    BigDecimal remaining = cap.subtract(used).max(BigDecimal.ZERO);
    return new LimitUsage(limit, Usd.normalize(used), Usd.normalize(remaining), ratio);
  }

  /** Returns the amount that a call requires from each of its limits. Reserves nothing. */
  public List<LimitPreview> previews(Purchase purchase, List<SpendLimit> limits) {
    return previews(purchase, activeEntry(entryFor(purchase)), limits);
  }

  private List<LimitPreview> previews(
      Purchase purchase, @Nullable StoredEntry active, List<SpendLimit> limits) {
    return usages(limits).stream()
        .map(
            usage -> {
              BigDecimal required = requiredAmount(purchase, active, usage.limit());
              LimitPreview now = new LimitPreview(usage, Usd.normalize(required), null);
              if (!now.wouldExceed()) return now;
              return new LimitPreview(usage, now.requiredUsd(), retryAt(purchase, usage, required));
            })
        .toList();
  }

  /** Returns the amount that a limit must have left for a call, beyond what it already counts. */
  private BigDecimal requiredAmount(
      Purchase purchase, @Nullable StoredEntry active, SpendLimit limit) {
    BigDecimal price = price(purchase);
    if (active == null) return price;
    // An entry counts in the scope of its first call. The service charges a key once, but only a
    // response proves that it has done so.
    boolean isCounted = ScopePaths.isInside(active.entry().scope(), limit.scope());
    boolean isKeyCharged = active.firstConfirmation() != null;
    if (!isCounted || isKeyCharged) return BigDecimal.ZERO;
    boolean isOutsidePeriod =
        active.chargeableUntil().isBefore(LimitPeriod.start(limit, rows.now()));
    if (isOutsidePeriod) return active.entry().amountUsd().max(price);
    // A call in another scope may have raised the amount without a check of this limit.
    BigDecimal reserved =
        active.reservations().stream()
            .filter(reservation -> reservation.outcome() != Charge.Kind.NONE)
            .filter(reservation -> ScopePaths.isInside(reservation.scope(), limit.scope()))
            .map(StoredReservation::priceUsd)
            .max(Comparator.naturalOrder())
            .orElse(BigDecimal.ZERO);
    return price.subtract(reserved).max(BigDecimal.ZERO);
  }

  /** Returns when a limit has enough left if nothing else is spent until then; null for never. */
  private @Nullable Instant retryAt(Purchase purchase, LimitUsage usage, BigDecimal required) {
    SpendLimit limit = usage.limit();
    // By then the entry of the call may have left the period, and the full price is required.
    BigDecimal amount = required.max(price(purchase));
    BigDecimal cap = Usd.roundDown(limit.capUsd());
    boolean neverFits = amount.compareTo(cap) > 0;
    if (neverFits || limit.kind() == SpendLimit.Kind.TOTAL) return null;
    BigDecimal excess = usage.usedUsd().add(amount).subtract(cap);
    Instant last = rows.whenRunningTotalReaches(LimitPeriod.of(limit, rows.now()), excess);
    return last == null ? null : LimitPeriod.leavesAt(limit, last);
  }

  // --- completing ---

  /**
   * Records the outcome of a call, and returns the charge for its caller, see {@link
   * EarlierCharge}. If the reservation is missing or was purged, a possible charge is still
   * recorded.
   *
   * <p>A reference has one load, so a response that names it gives the number to all entries of the
   * reference. Only the entry of the call gets the id, which decides whether a repeat is free.
   */
  public Charge.Kind complete(Purchase purchase, Outcome reported) {
    Charge.Kind toReport = recordOutcome(purchase, reported);
    if (purchase.customerRef() != null && reported.loadNumber() != null) {
      rows.setLoadNumberIfAbsent(
          purchase.accountId(), purchase.customerRef(), reported.loadNumber());
    }
    return toReport;
  }

  private Charge.Kind recordOutcome(Purchase purchase, Outcome reported) {
    StoredEntry stored = entryFor(purchase);
    StoredReservation reservation = stored == null ? null : stored.reservation(purchase.id());
    if (stored == null || reservation == null) {
      if (reported.kind() == Charge.Kind.NONE) return Charge.Kind.NONE;
      warnMissingReservation(purchase, reported);
      stored = addReservation(purchase, activeEntry(stored), stored != null);
      reservation = Objects.requireNonNull(stored.reservation(purchase.id()));
    }
    Charge.Kind alreadyStored = reservation.outcome();
    if (alreadyStored != null && !reservation.settledManually()) {
      // The change is repeated, so it returns its result again.
      return earlierChargeOfKey(stored, reservation.id()).chargeToReport(alreadyStored);
    }

    EarlierCharge earlierCharge = earlierCharge(stored, reservation.id(), reported.loadId());
    Charge.Kind toReport = earlierCharge.chargeToReport(reported.kind());
    // A settlement is more certain than an unknown outcome.
    boolean addsNothing = reservation.settledManually() && reported.kind() == Charge.Kind.UNKNOWN;
    if (addsNothing) return toReport;

    boolean isSeparate =
        earlierCharge == EarlierCharge.DIFFERENT_LOAD && reported.kind() != Charge.Kind.NONE;
    StoredEntry before = isSeparate ? moveToNewEntry(purchase, stored, reservation) : stored;
    boolean isLoadPaidElsewhere = earlierCharge == EarlierCharge.LOAD_ALREADY_PAID;
    Charge.Kind outcome = isLoadPaidElsewhere ? Charge.Kind.NONE : reported.kind();
    StoredReservation ended =
        reservation
            .withEntry(before.entry().id())
            .withOutcome(outcome, rows.changeNumber(), rows.now());
    rows.update(before.withResponse(reported, outcome).with(ended));
    rows.update(ended);
    return toReport;
  }

  private static void warnMissingReservation(Purchase purchase, Outcome reported) {
    LOG.log(
        System.Logger.Level.WARNING,
        () ->
            purchase.operation().id()
                + ": recorded outcome "
                + reported.kind()
                + " without a reservation ("
                + purchase.id()
                + ")");
  }

  /**
   * Returns the charge of earlier calls for the key of a call, or for the load in its response.
   *
   * @param loadId the load in its response; null for none
   */
  private EarlierCharge earlierCharge(
      StoredEntry stored, String reservationId, @Nullable String loadId) {
    SpendEntry entry = stored.entry();
    String key = entry.idempotencyKey();
    if (key == null) return EarlierCharge.NO_EARLIER_CHARGE;
    boolean isPaidByOtherEntry =
        loadId != null && rows.hasPaidFor(loadId, entry.accountId(), key, entry.id());
    if (isPaidByOtherEntry) return EarlierCharge.LOAD_ALREADY_PAID;
    EarlierCharge byKey = earlierChargeOfKey(stored, reservationId);
    String paidLoadId = entry.loadId();
    // The service no longer knew the key, for example because an in-memory server was restarted.
    boolean isDifferent = loadId != null && paidLoadId != null && !paidLoadId.equals(loadId);
    return byKey == EarlierCharge.KEY_ALREADY_CHARGED && isDifferent
        ? EarlierCharge.DIFFERENT_LOAD
        : byKey;
  }

  /** Returns KEY_ALREADY_CHARGED if the service has confirmed the charge to another call. */
  private static EarlierCharge earlierChargeOfKey(StoredEntry stored, String reservationId) {
    StoredReservation confirmation = stored.firstConfirmation();
    return confirmation == null || confirmation.id().equals(reservationId)
        ? EarlierCharge.NO_EARLIER_CHARGE
        : EarlierCharge.KEY_ALREADY_CHARGED;
  }

  /** Moves a reservation to a new entry, and returns the new entry. */
  private StoredEntry moveToNewEntry(
      Purchase purchase, StoredEntry stored, StoredReservation reservation) {
    StoredEntry empty = newEntry(purchase, true);
    StoredEntry separate = empty.with(reservation.withEntry(empty.entry().id()));
    rows.insert(separate);
    rows.update(separate.reservations().get(0));
    rows.update(stored.without(reservation));
    return separate;
  }

  // --- manual corrections ---

  /**
   * Records whether an unknown entry was charged. Repeating the same settlement changes nothing.
   *
   * @return the entry after the settlement
   * @throws IllegalArgumentException if the entry does not exist or is not unknown
   */
  public SpendEntry settle(long entryId, boolean charged, String by, String why) {
    StoredEntry current = existingEntry("settle", entryId);
    SpendEntry before = current.asOf(rows.now());
    Charge.Kind outcome = charged ? Charge.Kind.CHARGED : Charge.Kind.NONE;
    boolean isDone =
        before.outcome() == outcome
            && by.equals(before.settledBy())
            && why.equals(before.settledWhy());
    if (isDone) return before;
    if (!before.unknown()) {
      throw notOpen(current, before.outcome() + "; only an unknown entry can be settled");
    }
    return update(current, settled(current, by, why, outcome));
  }

  /**
   * Records the amount of an entry whose charge is unknown, or whose amount is uncertain. Repeating
   * the same settlement changes nothing.
   *
   * @return the entry after the settlement
   * @throws IllegalArgumentException if the entry does not exist, if its amount is certain, or if
   *     the amount is not possible
   */
  public SpendEntry settle(long entryId, BigDecimal chargedUsd, String by, String why) {
    StoredEntry current = existingEntry("settle", entryId);
    SpendEntry before = current.asOf(rows.now());
    BigDecimal usd = Usd.round(chargedUsd);
    boolean isDone =
        before.minUsd().compareTo(usd) == 0
            && before.amountUsd().compareTo(usd) == 0
            && by.equals(before.settledBy())
            && why.equals(before.settledWhy());
    if (isDone) return before;
    if (!before.unknown() && !StoredEntry.hasUncertainAmount(before)) {
      throw notOpen(
          current,
          String.format(
              Locale.ROOT,
              "%s with %s USD; only an unknown charge or an uncertain amount can be settled",
              before.outcome(),
              before.amountUsd()));
    }
    boolean isPossible =
        usd.compareTo(before.minUsd()) >= 0 && usd.compareTo(before.amountUsd()) <= 0;
    if (!isPossible) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "settle: entry %d cost %s to %s USD, not %s; record a difference as an adjustment",
              entryId,
              before.minUsd(),
              before.amountUsd(),
              usd));
    }
    Charge.Kind outcome = usd.signum() > 0 ? Charge.Kind.CHARGED : Charge.Kind.NONE;
    StoredEntry settled =
        before.unknown() ? settled(current, by, why, outcome) : current.withSettlement(by, why);
    return update(current, settled.withAmount(usd));
  }

  private IllegalArgumentException notOpen(StoredEntry entry, String fact) {
    return new IllegalArgumentException(
        "settle: entry "
            + entry.entry().id()
            + " is "
            + (entry.asOf(rows.now()).inProgress()
                ? "in progress; settle it after " + entry.chargeableUntil()
                : fact));
  }

  /**
   * Returns a copy whose pending and unknown reservations have the outcome that a person reports.
   */
  private StoredEntry settled(StoredEntry current, String by, String why, Charge.Kind outcome) {
    StoredEntry after = current.withSettlement(by, why);
    for (StoredReservation reservation : current.reservations()) {
      boolean isUnknown = reservation.isPending() || reservation.outcome() == Charge.Kind.UNKNOWN;
      if (!isUnknown) continue;
      after = after.with(reservation.withSettlement(outcome, rows.changeNumber(), rows.now()));
    }
    return after;
  }

  /** Updates an entry, and its reservations that differ. */
  private SpendEntry update(StoredEntry before, StoredEntry after) {
    after.reservations().stream()
        .filter(reservation -> !before.reservations().contains(reservation))
        .forEach(rows::update);
    rows.update(after);
    return after.asOf(rows.now());
  }

  /**
   * Records that the service refunded a charge. The entry no longer counts. It stays charged, so
   * its key and reference can be sent again free of charge.
   *
   * @return the entry after the refund
   * @throws IllegalArgumentException if the entry does not exist or is not charged
   */
  public SpendEntry recordRefund(long entryId, String by, String why) {
    StoredEntry current = existingEntry("recordRefund", entryId);
    SpendEntry before = current.asOf(rows.now());
    if (before.refundedUsd().signum() > 0) return before;
    if (before.outcome() != Charge.Kind.CHARGED) {
      throw new IllegalArgumentException(
          "recordRefund: entry "
              + entryId
              + " is "
              + (before.inProgress() ? "in progress" : before.outcome())
              + "; only a CHARGED entry can be refunded"
              + (before.unknown() ? ", so settle it first" : ""));
    }
    StoredEntry refunded = current.withRefund();
    rows.update(refunded);
    rows.insertIfAbsent(
        "refund " + entryId,
        new BalanceAdjustment(
            rows.now(),
            before.accountId(),
            refunded.entry().refundedUsd(),
            before.loadNumber(),
            by,
            why));
    return refunded.asOf(rows.now());
  }

  private StoredEntry existingEntry(String operation, long entryId) {
    StoredEntry entry = rows.entry(entryId);
    if (entry == null) throw new IllegalArgumentException(operation + ": no entry " + entryId);
    return entry;
  }

  // --- balance comparisons ---

  /**
   * Stores a comparison of the account's balance with its entries.
   *
   * @param before the totals in the ledger before the balance was requested
   * @param after the totals after the balance arrived
   */
  public BalanceComparison compare(
      String accountId, BigDecimal balanceUsd, AccountTotals before, AccountTotals after) {
    AccountTotals totals =
        new AccountTotals(before.minUsd(), after.maxUsd(), after.adjustmentsUsd());
    BalanceReading now = new BalanceReading(rows.now(), balanceUsd, totals);
    BalanceReading first = rows.firstReading(accountId);
    BalanceComparison comparison = now.since(first == null ? now : first, accountId);
    rows.insert(rows.changeNumber(), now, comparison);
    return comparison;
  }

  /**
   * Records a change of a balance that no call caused, unless its id is already stored. Returns the
   * change in both cases.
   *
   * @param id identifies it if the change is repeated
   */
  public BalanceAdjustment recordAdjustment(
      String id, String accountId, BigDecimal usd, String by, String why) {
    BalanceAdjustment adjustment =
        new BalanceAdjustment(rows.now(), accountId, Usd.round(usd), null, by, why);
    rows.insertIfAbsent(id, adjustment);
    return adjustment;
  }

  // --- purging ---

  /**
   * Deletes entries with a certain outcome from before a time, but no entries of the last 33 days.
   * Limits, totals and comparisons still count them.
   *
   * @return the number of deleted entries; less than {@code atMost} if none are left
   */
  public int purge(Instant before, int atMost) {
    Instant latest = rows.now().minus(SpendLimit.MAX_ROLLING_PERIOD);
    return rows.purge(before.isBefore(latest) ? before : latest, atMost);
  }
}
