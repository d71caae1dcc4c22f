package io.freightsdk.internal.ledger.rules;

import io.freightsdk.Charge;
import io.freightsdk.internal.environment.KeyLife;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  /** The service is taken to remember a key for a day. */
  private static final long DAY_OF_A_KEY = Micros.of(KeyLife.ASSUMED);

  /** How long after its first use a new call takes it for remembered. */
  private static final long KEY_LIFE = Micros.of(KeyLife.RELIED_ON);

  /**
   * The age at which entries may be purged. Their calls have said what became of them, and no
   * window that {@code SpendLimit} makes is as long.
   */
  private static final long MIN_PURGE_AGE = TimeUnit.DAYS.toMicros(2);

  private static final int ENTRIES_AT_ONCE = 1000;

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

    EntryWithReservations joined = joined(request, newest);
    ReserveResult.Full full = limitWithoutRoom(request, joined);
    if (full != null) return full;

    EntryWithReservations unused = store(request, newest, joined);
    return newest == null ? new ReserveResult.Reserved(null) : reserved(newest.entry());
  }

  private static ReserveResult again(EntryWithReservations found, Reservation known) {
    if (known.outcome() == ChargeState.NONE) {
      throw new IllegalStateException(
          "reserve: the reservation "
              + known.id()
              + " was given back: it has ended without a charge");
    }
    return reserved(found.entry());
  }

  private static ReserveResult reserved(Entry before) {
    boolean isBought = before.outcome() == ChargeState.CHARGED;
    return new ReserveResult.Reserved(isBought ? before.load().id() : null);
  }

  /**
   * The entry that a call belongs to: the newest one of its key; null if it begins a new one. All
   * calls of an entry end within the day of the first, in which the service charges the key once.
   * What a key has bought after its first day makes no repeat free: nobody knows when its next day
   * began.
   */
  private @Nullable EntryWithReservations joined(
      ReservationRequest request, @Nullable EntryWithReservations newest) {
    if (newest == null || newest.entry().isCertainlyFree()) return null;
    long firstUse = newest.firstUse();
    boolean isOld = rows.now() - firstUse >= KEY_LIFE;
    long lastEnd =
        newest.reservations().stream().mapToLong(Reservation::windowTime).max().orElse(firstUse);
    long end = Math.max(lastEnd, rows.now() + request.atMost() + GRACE);
    boolean mayOutliveTheKey = end > firstUse + DAY_OF_A_KEY + GRACE;
    boolean isBoughtLater =
        newest.entry().repeats() && newest.entry().outcome() == ChargeState.CHARGED;
    boolean isItsOwn = isOld || mayOutliveTheKey || isBoughtLater;
    return isItsOwn ? null : newest.in(request.scope());
  }

  /** Whether a new entry of a key repeats what an earlier one may have bought. */
  private static boolean repeats(@Nullable EntryWithReservations newest) {
    return newest != null && (newest.entry().repeats() || !newest.entry().isCertainlyFree());
  }

  /**
   * Stores a reservation, and returns its entry with it.
   *
   * @param newest the newest entry of its key; null if there is none
   * @param joined the entry that it belongs to; null to begin one
   */
  private EntryWithReservations store(
      ReservationRequest request,
      @Nullable EntryWithReservations newest,
      @Nullable EntryWithReservations joined) {
    EntryWithReservations before =
        joined != null
            ? joined
            : new EntryWithReservations(
                Entry.begin(rows.change(), request, repeats(newest), rows.now()), List.of());
    Reservation made = reservation(request, before.entry().id());
    EntryWithReservations after = before.with(made);
    boolean isInAnotherScope =
        newest != null && !after.entry().scope().equals(newest.entry().scope());
    if (joined == null) rows.insert(after.entry());
    else if (isInAnotherScope) rows.updateWithScope(after.entry());
    else rows.update(after.entry());
    rows.insert(made);
    return after;
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

  /** The limit that has no room; of several, the one that has room again last. Null if all have. */
  private ReserveResult.@Nullable Full limitWithoutRoom(
      ReservationRequest request, @Nullable EntryWithReservations joined) {
    List<ReserveResult.Full> full = new ArrayList<>();
    for (SpendLimit limit : request.limits()) {
      long more = needed(request, joined, limit);
      if (more == 0) continue;
      long begin = Windows.begin(limit, rows.now());
      long left = NanoUsd.cap(limit.capUsd()) - rows.sum(limit.scope(), begin);
      if (more <= left) continue;
      Long freesAt = freesAt(request, joined, limit, more - left, left);
      full.add(new ReserveResult.Full(limit, request.price(), Math.max(0, left), freesAt));
    }
    Comparator<Long> latest = Comparator.nullsLast(Comparator.naturalOrder());
    return full.stream()
        .max(Comparator.comparing(ReserveResult.Full::freesAt, latest))
        .orElse(null);
  }

  /** For how much a call needs room under each of its limits now; reserves nothing. */
  public Map<SpendLimit, Long> needed(ReservationRequest request) {
    EntryWithReservations joined =
        joined(request, rows.entryFor(request.id(), request.account(), request.key()));
    Map<SpendLimit, Long> needed = new LinkedHashMap<>();
    for (SpendLimit limit : request.limits()) needed.put(limit, needed(request, joined, limit));
    return needed;
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

  /**
   * When a limit has room for a call, if nothing else is paid meanwhile; null if it never has.
   *
   * @param missing how much more has to leave the window, as long as what the entry of the call
   *     counts is in it
   */
  private @Nullable Long freesAt(
      ReservationRequest request,
      @Nullable EntryWithReservations joined,
      SpendLimit limit,
      long missing,
      long left) {
    boolean neverFits = request.price() > NanoUsd.cap(limit.capUsd());
    if (neverFits || limit.kind() == SpendLimit.Kind.TOTAL) return null;
    Long soonest = whenFreed(limit, missing);
    if (joined == null) return soonest;
    Entry entry = joined.entry();
    long firstUse = joined.firstUse();
    long joinedUntil = firstUse + Math.min(KEY_LIFE, DAY_OF_A_KEY - request.atMost());
    boolean isStillCounted =
        soonest != null
            && soonest < Windows.leavesAt(limit, entry.windowTime())
            && soonest < joinedUntil;
    if (isStillCounted) return soonest;

    Long whole = whenFreed(limit, Math.max(entry.amount(), request.price()) - left);
    // After the day of its key the call begins an entry of its own.
    Long room = whenFreed(limit, request.price() - left);
    long own = Math.max(firstUse + KEY_LIFE, room == null ? rows.now() : room);
    return whole == null ? own : Math.min(whole, own);
  }

  /** When so much of what a limit counts has left its window; null if it counts less. */
  private @Nullable Long whenFreed(SpendLimit limit, long amount) {
    if (amount <= 0) return rows.now();
    long begin = Windows.begin(limit, rows.now());
    Long last = rows.whenSumReaches(limit.scope(), begin, amount);
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
   * Records what became of a call, and says what to tell its caller. What was never reserved, or
   * was purged, is recorded all the same if it may have been charged.
   */
  public Charge.Kind complete(ReservationRequest request, CallEnd said) {
    EntryWithReservations found = rows.entryFor(request.id(), request.account(), request.key());
    Reservation known = found == null ? null : found.withId(request.id());
    if (known == null && said.kind() == Charge.Kind.NONE) return Charge.Kind.NONE;

    if (found != null && known != null) {
      boolean isSaid = !known.isPending() && !known.settled();
      if (isSaid) return charge(found, known.id(), known.outcome());
      // The person who settled it knew more than that.
      boolean saysNothing = known.settled() && said.kind() == Charge.Kind.UNKNOWN;
      if (saysNothing) return charge(found, known.id(), ChargeState.UNKNOWN);
    }

    EntryWithReservations before = entryOf(request, said, found, known);
    Reservation reserved = Objects.requireNonNull(before.withId(request.id()));
    boolean isReplay = isReplay(before.entry(), said);
    ChargeState outcome = isReplay ? ChargeState.NONE : ChargeState.of(said.kind());
    Reservation ended = reserved.ended(outcome, rows.change(), rows.now());
    Entry answered = before.entry().answered(said.load(), said.requestId(), outcome);
    EntryWithReservations after = before.with(answered).with(ended);
    rows.update(after.entry());
    rows.update(ended);
    return charge(after, ended.id(), outcome);
  }

  /** The entry that an answer is about, with the reservation of its call. */
  private EntryWithReservations entryOf(
      ReservationRequest request,
      CallEnd said,
      @Nullable EntryWithReservations found,
      @Nullable Reservation known) {
    boolean isAnother = found != null && isAnotherPurchase(found, said);
    if (found == null || known == null) {
      LOG.log(
          System.Logger.Level.WARNING,
          () ->
              request.operation()
                  + " ended as "
                  + said.kind()
                  + ", and the ledger has no reservation "
                  + request.id()
                  + ": it is recorded now");
      return store(request, found, isAnother ? null : joined(request, found));
    }
    return isAnother ? splitOff(request, found, known) : found;
  }

  /**
   * Whether an answer names another load than the one that its key has bought. Then the service did
   * not know the key any more, such as a test server that was started anew.
   */
  private static boolean isAnotherPurchase(EntryWithReservations found, CallEnd said) {
    String bought = found.entry().load().id();
    String named = said.load().id();
    if (said.kind() == Charge.Kind.NONE || bought == null || named == null) return false;
    boolean isBoughtByAnother = Entry.firstAnswer(found.reservations()) != null;
    return isBoughtByAnother && !bought.equals(named);
  }

  /** Makes an entry of its own of a reservation. */
  private EntryWithReservations splitOff(
      ReservationRequest request, EntryWithReservations found, Reservation one) {
    Entry begun = Entry.begin(rows.change(), request, true, rows.now());
    EntryWithReservations own =
        new EntryWithReservations(begun, List.of()).with(one.of(begun.id()));
    rows.insert(own.entry());
    rows.update(own.reservations().get(0));
    rows.update(found.without(one).entry());
    return own;
  }

  /**
   * Whether the answer names the load that another entry of its key has bought: one before it, or a
   * later one if this call was answered late.
   */
  private boolean isReplay(Entry entry, CallEnd said) {
    String named = said.load().id();
    return entry.key() != null
        && said.kind() == Charge.Kind.CHARGED
        && named != null
        && rows.hasBought(entry.account(), entry.key(), named, entry.id());
  }

  /** The service charges a key once: beside an earlier charge of it, a call costs nothing. */
  private static Charge.Kind charge(EntryWithReservations entry, String id, ChargeState said) {
    if (said == ChargeState.NONE) return Charge.Kind.NONE;
    Reservation first = Entry.firstAnswer(entry.reservations());
    if (first == null) return Charge.Kind.UNKNOWN;
    return first.id().equals(id) ? Charge.Kind.CHARGED : Charge.Kind.NONE;
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

  // --- what the service's balance says ---

  /**
   * A comparison that is added up, and not stored.
   *
   * @param last the comparison before it; null if it is the first of its account
   */
  public record Draft(@Nullable Comparison last, Comparison made) {}

  /**
   * Adds up what the ledger knows of an account since its last comparison. Reads only, so that a
   * large ledger stops no call.
   */
  public Draft draft(String name, String account, Comparison.BalanceReading reading) {
    Comparison last = rows.lastComparison(account);
    if (last == null) return new Draft(null, Comparison.first(name, account, reading));
    return new Draft(last, last.next(name, reading, spent(last, reading)));
  }

  private Comparison.Spent spent(Comparison last, Comparison.BalanceReading reading) {
    Comparison.Point since = last.reading().from();
    Comparison.Spent spent = Comparison.Spent.NOTHING;
    long after = 0;
    List<EntryWithReservations> some;
    do {
      some = rows.chargeableSince(since, last.account(), after, ENTRIES_AT_ONCE);
      for (EntryWithReservations one : some) {
        spent = spent.plus(last.spent(one, reading));
        after = one.entry().id();
      }
    } while (some.size() == ENTRIES_AT_ONCE);
    return spent;
  }

  /**
   * Stores a comparison.
   *
   * @return null if the last one of its account is another now, or entries were purged since: then
   *     it has to be made again; also if that one was made while this balance was read, because it
   *     is not known which of the two balances is newer
   * @throws SpendLedgerException if the last one is newer than the ledger: then it would have to be
   *     made again for ever
   */
  public @Nullable Comparison store(Draft draft) {
    Comparison made = draft.made();
    Comparison last = rows.lastComparison(made.account());
    boolean isStored = last != null && last.name().equals(made.name());
    if (isStored) return last;
    long change = rows.change();
    if (last != null && last.id() >= change) throw isNewer(last.id());
    boolean isOvertaken = last != null && made.reading().from().change() < last.id();
    if (isOvertaken || !Objects.equals(last, draft.last())) return null;
    Comparison stored = made.storedAs(change);
    rows.insert(stored);
    return stored;
  }

  // --- whether the rows belong together ---

  /** A comparison has a number that its ledger has not reached. */
  public static SpendLedgerException isNewer(long comparisonId) {
    return notOfOneMoment(
        "comparison " + comparisonId + " is newer than its ledger",
        ", or delete it from freight_comparison");
  }

  /**
   * Rows of different moments.
   *
   * @param orElse what else can be done than to restore all tables; empty if nothing
   */
  public static SpendLedgerException notOfOneMoment(String rows, String orElse) {
    return new SpendLedgerException(
        "ledger: "
            + rows
            + ", as after a backup that was taken table by table; restore all tables of"
            + " freight-spend from one backup"
            + orElse,
        null,
        false);
  }

  // --- what is old ---

  /**
   * Deletes old entries of which all is known; limits, totals and the next comparison count them as
   * before.
   *
   * @return how many; fewer than {@code atMost} if no more are left
   */
  public int purge(long before, int atMost) {
    List<EntryWithReservations> old =
        rows.purgeable(Math.min(before, rows.now() - MIN_PURGE_AGE), atMost);
    if (old.isEmpty()) return 0;
    Set<String> accounts = new LinkedHashSet<>();
    for (EntryWithReservations one : old) accounts.add(one.entry().account());
    for (String account : accounts) keepForTheNextComparison(account, old);
    rows.purge(old.stream().map(EntryWithReservations::entry).toList());
    return old.size();
  }

  private void keepForTheNextComparison(String account, List<EntryWithReservations> old) {
    Comparison last = rows.lastComparison(account);
    if (last == null) return;
    Comparison.Point next = new Comparison.Point(rows.now() + 1, rows.change());
    Comparison.BalanceReading soonest = new Comparison.BalanceReading(0, next, next);
    Comparison.Spent spent = Comparison.Spent.NOTHING;
    for (EntryWithReservations one : old) {
      if (one.entry().account().equals(account)) spent = spent.plus(last.spent(one, soonest));
    }
    rows.update(last.plusPurged(spent));
  }
}
