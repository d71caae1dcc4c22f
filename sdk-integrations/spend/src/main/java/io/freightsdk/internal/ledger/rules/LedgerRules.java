package io.freightsdk.internal.ledger.rules;

import io.freightsdk.Charge;
import io.freightsdk.internal.retry.KeyLife;
import io.freightsdk.spend.SpendLimit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The rules of money: reserve, complete, settle, compare and purge, on the rows of one change. Each
 * may run again after its change was stored, and then finds what it has done.
 */
public final class LedgerRules {
  /**
   * How long after the deadline of its call a reservation without an outcome is unknown: by then it
   * is charged or not.
   */
  public static final long GRACE = TimeUnit.MINUTES.toMicros(1);

  /** How long after its first use calls take a key for remembered by the service. */
  private static final long KEY_LIFE = Micros.of(KeyLife.RELIED_ON);

  /**
   * The age at which entries may be purged. Their calls have said what became of them, and no
   * window that {@code SpendLimit} makes is as long: a month has 31 days, and an hour more when its
   * clocks go back.
   */
  private static final long MIN_PURGE_AGE = TimeUnit.DAYS.toMicros(33);

  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  private final LedgerRows rows;

  public LedgerRules(LedgerRows rows) {
    this.rows = rows;
  }

  // --- before a call ---

  /** Sets the price aside under every limit, or says which has no room and changes nothing. */
  public ReserveResult reserve(ReservationRequest request) {
    EntryWithReservations newest = rows.entryFor(request.id(), request.account(), request.key());
    Reservation known = newest == null ? null : newest.withId(request.id());
    if (newest != null && known != null) return again(newest, known);

    EntryWithReservations joined = joined(newest);
    List<LimitSum> sums = new ArrayList<>();
    ReserveResult.Full full = limitWithoutRoom(request, joined, sums);
    if (full != null) return full;

    EntryWithReservations unused = store(request, joined, newest != null);
    return newest == null ? new ReserveResult.Reserved(null, sums) : reserved(newest.entry(), sums);
  }

  private static ReserveResult again(EntryWithReservations found, Reservation known) {
    if (known.outcome() == ChargeState.NONE) {
      throw new IllegalStateException(
          "reserve: the reservation "
              + known.id()
              + " was given back: it has ended without a charge");
    }
    return reserved(found.entry(), List.of());
  }

  private static ReserveResult reserved(Entry before, List<LimitSum> sums) {
    boolean isBought = before.outcome() == ChargeState.CHARGED;
    return new ReserveResult.Reserved(isBought ? before.load().id() : null, sums);
  }

  /**
   * The entry that a call belongs to: the newest of its key that may have cost something, while the
   * service is taken to remember the key; null if it begins one.
   */
  private @Nullable EntryWithReservations joined(@Nullable EntryWithReservations newest) {
    if (newest == null || rows.now() - newest.entry().madeAt() >= KEY_LIFE) return null;
    // It may have been bought by the entry before it, so nobody knows when its day began.
    boolean coversNoRepeat =
        newest.entry().repeats() && newest.entry().outcome() == ChargeState.CHARGED;
    return coversNoRepeat ? null : newest;
  }

  /**
   * Stores a reservation, and returns its entry with it.
   *
   * @param joined the entry that it belongs to; null to begin one
   * @param repeats whether an entry that is begun is beside an older one of its key
   */
  private EntryWithReservations store(
      ReservationRequest request, @Nullable EntryWithReservations joined, boolean repeats) {
    EntryWithReservations before = joined != null ? joined : begin(request, repeats);
    Reservation made = reservation(request, before.entry().id());
    EntryWithReservations after = before.with(made);
    if (joined == null) rows.insert(after.entry());
    else rows.update(after.entry());
    rows.insert(made);
    return after;
  }

  private EntryWithReservations begin(ReservationRequest request, boolean repeats) {
    return new EntryWithReservations(
        Entry.begin(rows.change(), request, repeats, rows.now()), List.of());
  }

  private Reservation reservation(ReservationRequest request, long entryId) {
    return new Reservation(
        request.id(),
        entryId,
        request.scope(),
        request.price(),
        rows.change(),
        rows.now(),
        rows.now() + request.atMost() + GRACE,
        ChargeState.RESERVED,
        0,
        0,
        false);
  }

  /**
   * The limit that has no room; of several, the one that has room again last. Null if all have.
   *
   * @param sums of the limits that have room is added here, with the call
   */
  private ReserveResult.@Nullable Full limitWithoutRoom(
      ReservationRequest request, @Nullable EntryWithReservations joined, List<LimitSum> sums) {
    List<ReserveResult.Full> full = new ArrayList<>();
    for (SpendLimit limit : request.limits()) {
      long more = needed(request, joined, limit);
      if (more == 0) continue;
      LimitSum sum = LimitSum.of(limit, rows);
      long left = sum.left();
      if (more <= left) {
        sums.add(new LimitSum(limit, sum.begin(), sum.amount() + more));
        continue;
      }
      Long freesAt = freesAt(request, limit, more, left);
      full.add(new ReserveResult.Full(sum, request.price(), freesAt));
    }
    Comparator<Long> latest = Comparator.nullsLast(Comparator.naturalOrder());
    return full.stream()
        .max(Comparator.comparing(ReserveResult.Full::freesAt, latest))
        .orElse(null);
  }

  /**
   * What a call needs of a limit now.
   *
   * @param amount for how much it needs room
   * @param freesAt when the limit has room for it; null if it has, or never will
   */
  public record Need(LimitSum sum, long amount, @Nullable Long freesAt) {}

  /** What a call needs of each of its limits now; reserves nothing. */
  public List<Need> needs(ReservationRequest request) {
    EntryWithReservations joined =
        joined(rows.entryFor(request.id(), request.account(), request.key()));
    List<Need> needs = new ArrayList<>();
    for (SpendLimit limit : request.limits()) {
      long amount = needed(request, joined, limit);
      LimitSum sum = LimitSum.of(limit, rows);
      boolean hasRoom = amount == 0 || amount <= sum.left();
      needs.add(
          new Need(sum, amount, hasRoom ? null : freesAt(request, limit, amount, sum.left())));
    }
    return needs;
  }

  /** For how much more than it counts already a limit needs room for one more call. */
  private long needed(
      ReservationRequest request, @Nullable EntryWithReservations joined, SpendLimit limit) {
    if (joined == null) return request.price();
    Entry entry = joined.entry();
    // An entry counts in the scope of its first call. The service takes its key once, and only an
    // answer says for certain that it has.
    boolean isCounted = Paths.isInside(entry.scope(), limit.scope());
    boolean isBought = Entry.firstAnswer(joined.reservations()) != null;
    if (!isCounted || isBought) return 0;
    boolean hasLeftTheWindow = entry.windowTime() < Windows.begin(limit, rows.now());
    if (hasLeftTheWindow) return Math.max(entry.amount(), request.price());
    // Calls of other scopes may have raised the amount, which did not ask this limit.
    long asked =
        joined.reservations().stream()
            .filter(one -> one.outcome() != ChargeState.NONE)
            .filter(one -> Paths.isInside(one.scope(), limit.scope()))
            .mapToLong(Reservation::price)
            .max()
            .orElse(0);
    return Math.max(0, request.price() - asked);
  }

  /** When a limit has room for a call, if nothing else is paid meanwhile; null if it never has. */
  private @Nullable Long freesAt(
      ReservationRequest request, SpendLimit limit, long needed, long left) {
    long amount = Math.max(needed, request.price());
    boolean neverFits = amount > NanoUsd.cap(limit.capUsd());
    if (neverFits || limit.kind() == SpendLimit.Kind.TOTAL) return null;
    long begin = Windows.begin(limit, rows.now());
    Long last = rows.whenSumReaches(limit.scope(), LimitSum.operation(limit), begin, amount - left);
    return last == null ? null : (Long) Windows.leavesAt(limit, last);
  }

  // --- after a call ---

  /**
   * How a call ended, as its client knows it.
   *
   * @param load that its answer names
   */
  public record CallEnd(Charge.Kind kind, Entry.Load load, @Nullable String requestId) {}

  /**
   * Records what became of a call, and says what to tell its caller, by {@link EndOfCall}. What was
   * never reserved, or was purged, is recorded all the same if it may have been charged.
   */
  public Charge.Kind complete(ReservationRequest request, CallEnd said) {
    EntryWithReservations found = rows.entryFor(request.id(), request.account(), request.key());
    Reservation known = found == null ? null : found.withId(request.id());
    if (found == null || known == null) {
      if (said.kind() == Charge.Kind.NONE) return Charge.Kind.NONE;
      warnOfNoReservation(request, said);
      found = store(request, joined(found), found != null);
      known = Objects.requireNonNull(found.withId(request.id()));
    }
    boolean isSaid = !known.isPending() && !known.settled();
    if (isSaid) return charge(found, known.id()).told(known.outcome().said());

    EndOfCall end = endOfCall(found, known.id(), said.load().id());
    Charge.Kind told = end.told(said.kind());
    // The person who settled it knew more than that.
    boolean saysNothing = known.settled() && said.kind() == Charge.Kind.UNKNOWN;
    if (saysNothing) return told;

    boolean isItsOwn = end == EndOfCall.ANOTHER_LOAD && said.kind() != Charge.Kind.NONE;
    EntryWithReservations before = isItsOwn ? splitOff(request, found, known) : found;
    boolean isBought = end == EndOfCall.LOAD_BOUGHT_BEFORE;
    ChargeState outcome = isBought ? ChargeState.NONE : ChargeState.of(said.kind());
    Reservation ended = known.of(before.entry().id()).ended(outcome, rows.change(), rows.now());
    Entry answered = before.entry().answered(said.load(), said.requestId(), outcome);
    rows.update(before.with(answered).with(ended).entry());
    rows.update(ended);
    return told;
  }

  private static void warnOfNoReservation(ReservationRequest request, CallEnd said) {
    LOG.log(
        System.Logger.Level.WARNING,
        () ->
            request.operation()
                + " ended as "
                + said.kind()
                + ", and the ledger has no reservation "
                + request.id()
                + ": it is recorded now");
  }

  /**
   * What the ledger knows when a call ends.
   *
   * @param load id of the load that its answer names; null without one
   */
  private EndOfCall endOfCall(EntryWithReservations of, String id, @Nullable String load) {
    Entry entry = of.entry();
    if (entry.key() == null) return EndOfCall.NOTHING_MORE;
    boolean isBoughtByAnother =
        load != null && rows.hasBought(entry.account(), entry.key(), load, entry.id());
    if (isBoughtByAnother) return EndOfCall.LOAD_BOUGHT_BEFORE;
    EndOfCall charge = charge(of, id);
    String bought = entry.load().id();
    // The service did not know the key any more, such as a test server that was started again.
    boolean isAnother = load != null && bought != null && !bought.equals(load);
    return charge == EndOfCall.KEY_CHARGED_BEFORE && isAnother ? EndOfCall.ANOTHER_LOAD : charge;
  }

  /** Whether the service has said to another call of its entry that the key was charged. */
  private static EndOfCall charge(EntryWithReservations of, String id) {
    Reservation first = Entry.firstAnswer(of.reservations());
    return first == null || first.id().equals(id)
        ? EndOfCall.NOTHING_MORE
        : EndOfCall.KEY_CHARGED_BEFORE;
  }

  /** Makes an entry of its own of a reservation. */
  private EntryWithReservations splitOff(
      ReservationRequest request, EntryWithReservations found, Reservation one) {
    EntryWithReservations begun = begin(request, true);
    EntryWithReservations own = begun.with(one.of(begun.entry().id()));
    rows.insert(own.entry());
    rows.update(own.reservations().get(0));
    rows.update(found.without(one).entry());
    return own;
  }

  // --- what a person says ---

  /**
   * Says of an entry that is unknown whether it was charged.
   *
   * @return the entry as it is now
   * @throws IllegalArgumentException if it is not unknown
   */
  public Entry settle(long entryId, boolean charged, String by, String why) {
    EntryWithReservations found = rows.entry(entryId);
    if (found == null) throw new IllegalArgumentException("settle: there is no entry " + entryId);
    Entry before = found.entry();
    ChargeState outcome = charged ? ChargeState.CHARGED : ChargeState.NONE;
    boolean isDone =
        before.outcome() == outcome
            && by.equals(before.settledBy())
            && why.equals(before.settledWhy());
    if (isDone) return before;
    if (!before.isUnknown(rows.now())) {
      boolean isRunning = before.outcome() == ChargeState.RESERVED;
      throw new IllegalArgumentException(
          "settle: entry "
              + entryId
              + (isRunning
                  ? " is in progress; settle it after " + Micros.instant(before.windowTime())
                  : " is " + before.outcome() + "; only an unknown one can be settled"));
    }
    EntryWithReservations after = found.with(before.settled(by, why));
    for (Reservation one : found.reservations()) {
      boolean isUnknown = one.isPending() || one.outcome() == ChargeState.UNKNOWN;
      if (!isUnknown) continue;
      Reservation settled = one.settled(outcome, rows.change(), rows.now());
      after = after.with(settled);
      rows.update(settled);
    }
    rows.update(after.entry());
    return after.entry();
  }

  /**
   * Says of a charged entry that the service gave its money back. It stays charged, so that its key
   * and its reference are sent again for nothing, and counts nothing any more.
   *
   * @return the entry as it is now
   * @throws IllegalArgumentException if it is not charged
   */
  public Entry refund(long entryId, String by, String why) {
    EntryWithReservations found = rows.entry(entryId);
    if (found == null)
      throw new IllegalArgumentException("recordRefund: there is no entry " + entryId);
    Entry before = found.entry();
    if (before.refunded() > 0) return before;
    if (before.outcome() != ChargeState.CHARGED) {
      throw new IllegalArgumentException(
          "recordRefund: entry "
              + entryId
              + " is "
              + before.outcome()
              + "; only a CHARGED one can be refunded");
    }
    Entry refunded = before.refund().computedFrom(found.reservations());
    rows.update(refunded);
    boolean unused =
        record(new Adjustment("refund " + entryId, before.account(), refunded.refunded(), by, why));
    return refunded;
  }

  // --- what the service's balance says ---

  /**
   * Stores a comparison of a balance.
   *
   * @param before what the ledger knew of the account before the balance was asked for
   * @param after what it knew when the balance was told
   */
  public Comparison compare(
      String account, long balance, Comparison.Known before, Comparison.Known after) {
    Comparison.Reading now = Comparison.Reading.of(rows.now(), balance, before, after);
    Comparison.Reading first = rows.firstReading(account);
    Comparison made = new Comparison(rows.change(), account, first == null ? now : first, now);
    rows.insert(made);
    return made;
  }

  /** Records by how much a balance changed other than by calls. */
  public boolean record(Adjustment adjustment) {
    if (!rows.hasAdjustment(adjustment.id())) rows.insert(adjustment);
    return true;
  }

  // --- what is old ---

  /**
   * Deletes old entries of which all is known; limits, totals and comparisons count them as before.
   *
   * @return how many; fewer than {@code atMost} if no more are left
   */
  public int purge(long before, int atMost) {
    List<Entry> old = rows.purgeable(Math.min(before, rows.now() - MIN_PURGE_AGE), atMost);
    if (!old.isEmpty()) rows.purge(old);
    return old.size();
  }
}
