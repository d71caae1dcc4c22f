package io.freightsdk.internal.ledger;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.spend.SpendLimit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The rules of money, on the rows of one change. Each may be run again after its change was stored,
 * and then finds what it has done.
 */
public final class LedgerRules {
  /** So long after its call's deadline a reservation may still be charged. */
  public static final long GRACE = TimeUnit.MINUTES.toMicros(1);

  /** The service forgets a key after a day. */
  private static final long KEY_FORGOTTEN = TimeUnit.HOURS.toMicros(24);

  /** So long before that, no new call relies on it. */
  static final long KEY_LIFE = KEY_FORGOTTEN - TimeUnit.MINUTES.toMicros(5);

  /** The newest entries stay, because a call may still say what became of it. */
  private static final long NEWEST = TimeUnit.DAYS.toMicros(2);

  /** So long after it counted an entry may still be charged by a call that slept. */
  public static final long LATE = TimeUnit.DAYS.toMicros(4);

  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  private final LedgerRows rows;

  public LedgerRules(LedgerRows rows) {
    this.rows = rows;
  }

  // --- before a call and after it ---

  /** Sets the price aside under every limit, or says which has no room and changes nothing. */
  public ReserveResult reserve(ReservationRequest request) {
    History found = rows.historyOf(request.id(), request.key());
    Reservation known = found == null ? null : found.withId(request.id());
    if (known != null && known.outcome() == ChargeState.NONE) {
      throw new IllegalStateException("reserve: " + request.id() + " was given back");
    }
    if (known != null) return new ReserveResult.Reserved();

    History before = goesOn(found, request) ? found : null;
    ReserveResult.Full full = full(request, before);
    if (full != null) return full;

    History unused = reserve(request, before);
    return new ReserveResult.Reserved();
  }

  /**
   * Whether a repeat of its key belongs to an entry; if not, the key begins a new one. So all calls
   * of an entry end within the day of its key, or there is one.
   */
  private boolean goesOn(@Nullable History found, ReservationRequest request) {
    if (found == null || found.entry().isBlank()) return false;
    long bornAt = bornAt(found);
    boolean isOld = rows.now() - bornAt >= KEY_LIFE;
    long lastEnd =
        found.reservations().stream().mapToLong(Reservation::countsAt).max().orElse(bornAt);
    long end = Math.max(lastEnd, rows.now() + request.atMost() + GRACE);
    boolean mayOutliveIt = end > bornAt + KEY_FORGOTTEN + GRACE;
    return !isOld && !mayOutliveIt;
  }

  /**
   * From when on the service has known the key of an entry, at the earliest. What answered a
   * charged one may have been bought by a call of an entry before it, whose answer was lost.
   */
  private long bornAt(History found) {
    long madeAt = found.entry().madeAt();
    long bornAt = madeAt;
    if (found.entry().outcome() != ChargeState.CHARGED) return bornAt;
    History earlier = rows.earlier(found.entry());
    // All calls of an entry end within the day of its key.
    while (earlier != null && earlier.entry().madeAt() + 2 * (KEY_FORGOTTEN + GRACE) > madeAt) {
      for (Reservation one : earlier.reservations()) {
        boolean mayBeKnown =
            one.outcome() != ChargeState.NONE && one.countsAt() + KEY_FORGOTTEN > madeAt;
        if (mayBeKnown) bornAt = Math.min(bornAt, one.madeAt());
      }
      earlier = rows.earlier(earlier.entry());
    }
    return bornAt;
  }

  /**
   * Adds a reservation to those of an entry, and returns them as they are now.
   *
   * @param before null to begin an entry
   */
  private History reserve(ReservationRequest request, @Nullable History before) {
    List<Reservation> all = before == null ? new ArrayList<>() : before.copyOfReservations();
    Entry begun = before == null ? Entry.begin(rows.nextId(), request, rows.now()) : before.entry();
    Reservation made = reservation(request, begun.id(), laterThan(all));
    all.add(made);
    Entry after = begun.of(all);
    rows.put(before == null ? null : before.entry(), after);
    rows.insert(made);
    return new History(after, all);
  }

  /**
   * Now, and later than every end and no earlier than any begin, so that it stays known what came
   * first, also after a clock was set back.
   */
  private long laterThan(List<Reservation> all) {
    long lastEnd = all.stream().mapToLong(Reservation::endedAt).max().orElse(0);
    long lastBegin = all.stream().mapToLong(Reservation::madeAt).max().orElse(0);
    return Math.max(rows.now(), Math.max(lastEnd + 1, lastBegin));
  }

  private Reservation reservation(ReservationRequest request, long entryId, long madeAt) {
    long expiresAt = rows.now() + request.atMost() + GRACE;
    return new Reservation(
        request.id(),
        entryId,
        request.scope(),
        request.price(),
        madeAt,
        expiresAt,
        ChargeState.RESERVED,
        0,
        false);
  }

  /** Of several limits without room the one that has room last; null if all have room. */
  private ReserveResult.@Nullable Full full(ReservationRequest request, @Nullable History before) {
    List<SpendLimit> limits = request.limits();
    List<Long> counted = rows.counted(limits);
    List<ReserveResult.Full> full = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      SpendLimit limit = limits.get(i);
      if (isPaid(limit, before)) continue;
      long more = request.price() - (before == null ? 0 : countedIn(limit, before));
      long most = NanoUsd.cap(limit.capUsd());
      boolean hasRoom = more <= 0 || more <= most - counted.get(i);
      if (hasRoom) continue;
      boolean fitsLater = more <= most && limit.kind() != SpendLimit.Kind.TOTAL;
      Long first = fitsLater ? rows.firstCounted(limit) : null;
      Long freesAt = first == null ? null : (Long) Windows.passes(limit, first);
      full.add(new ReserveResult.Full(limit, more, Math.max(0, most - counted.get(i)), freesAt));
    }
    Comparator<Long> lastly = Comparator.nullsLast(Comparator.naturalOrder());
    return full.stream()
        .max(Comparator.comparing(ReserveResult.Full::freesAt, lastly))
        .orElse(null);
  }

  /** The service takes a key once: where its charge counts, a repeat costs nothing. */
  private static boolean isPaid(SpendLimit limit, @Nullable History before) {
    return before != null
        && before.entry().outcome() == ChargeState.CHARGED
        && Paths.isInside(before.entry().scopes(), limit.scope());
  }

  /** What a limit counts of an entry for reservations of its own scope: others raise it unasked. */
  private long countedIn(SpendLimit limit, History before) {
    if (before.entry().countsAt() < Windows.begin(limit, rows.now())) return 0;
    return before.reservations().stream()
        .filter(
            one -> one.outcome() != ChargeState.NONE && Paths.isInside(one.scope(), limit.scope()))
        .mapToLong(Reservation::price)
        .max()
        .orElse(0);
  }

  /**
   * Records what became of a call, and says what to tell its caller. What was never reserved, or
   * was purged, is recorded all the same if it may have been charged.
   */
  public Charge.Kind complete(ReservationRequest request, SpendGuard.Outcome said) {
    History before = rows.historyOf(request.id(), request.key());
    Reservation known = before == null ? null : before.withId(request.id());
    if (before == null || known == null) {
      if (said.kind() == Charge.Kind.NONE) return Charge.Kind.NONE;
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} ended as {1}, and the ledger has no reservation {2}: it is recorded now",
          request.operation(),
          said.kind(),
          request.id());
      before = reserve(request, goesOn(before, request) ? before : null);
      known = Objects.requireNonNull(before.withId(request.id()));
    }
    List<Reservation> all = before.copyOfReservations();
    boolean isSaid = !known.isRunning() && !known.settled();
    // The person who settled it knew more than that.
    boolean saysNothing = known.settled() && said.kind() == Charge.Kind.UNKNOWN;
    boolean isReplay = said.kind() == Charge.Kind.CHARGED && isOfEarlier(before, said.loadNumber());
    Charge.Kind kind = isReplay ? Charge.Kind.NONE : said.kind();
    if (!isSaid && !saysNothing) {
      Reservation ended = known.ends(ChargeState.of(kind), laterThan(all));
      all.replaceAll(one -> one.id().equals(ended.id()) ? ended : one);
      if (isReplay) freeLost(all, known.madeAt());
      boolean answers = kind != Charge.Kind.NONE;
      Entry entry = before.entry();
      Entry answered = answers ? entry.answered(said.loadNumber(), said.requestId()) : entry;
      rows.put(entry, answered.of(all));
      rows.update(ended);
    }
    // What was said first stands.
    ChargeState stands = isSaid ? known.outcome() : ChargeState.of(kind);
    return chargeOf(request.id(), stands, all);
  }

  /** Whether a load was there before an entry: then the service still knew the key of that time. */
  private boolean isOfEarlier(History found, @Nullable String loadNumber) {
    if (loadNumber == null) return false;
    History earlier = rows.earlier(found.entry());
    if (earlier == null || !loadNumber.equals(earlier.entry().loadNumber())) return false;
    // A call that slept may have been answered with the load of this entry.
    return earlier.reservations().stream()
        .filter(one -> one.outcome() != ChargeState.NONE)
        .allMatch(one -> one.endedAt() < found.entry().madeAt());
  }

  /** What was lost cost as little if it was over before a call that met the key of that time. */
  private void freeLost(List<Reservation> all, long madeAt) {
    for (int i = 0; i < all.size(); i++) {
      Reservation one = all.get(i);
      boolean isLost = one.outcome() == ChargeState.UNKNOWN && one.expiresAt() <= madeAt;
      if (!isLost) continue;
      all.set(i, one.ends(ChargeState.NONE, laterThan(all)));
      rows.update(all.get(i));
    }
  }

  /** The service charges a key once: beside an earlier charge of it, a call costs nothing. */
  private static Charge.Kind chargeOf(String id, ChargeState said, List<Reservation> all) {
    if (said == ChargeState.NONE) return Charge.Kind.NONE;
    Reservation first =
        all.stream()
            .filter(Reservation::isAnsweredAsCharged)
            .min(Comparator.comparing(Reservation::endedAt))
            .orElse(null);
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
    History found = rows.history(entryId);
    if (found == null) throw new IllegalArgumentException("settle: there is no entry " + entryId);
    Entry before = found.entry();
    ChargeState outcome = charged ? ChargeState.CHARGED : ChargeState.NONE;
    boolean isDone =
        before.outcome() == outcome
            && by.equals(before.settledBy())
            && why.equals(before.settledWhy());
    if (isDone) return before;
    if (!before.isUnknown(rows.now())) {
      throw new IllegalArgumentException(
          "settle: entry %d is %s; only an unknown one can be settled"
              .formatted(entryId, before.outcome()));
    }
    List<Reservation> all = found.copyOfReservations();
    long endedAt = laterThan(all);
    for (int i = 0; i < all.size(); i++) {
      Reservation one = all.get(i);
      boolean isUnknown = one.isRunning() || one.outcome() == ChargeState.UNKNOWN;
      if (!isUnknown) continue;
      all.set(i, one.settledAs(outcome, endedAt));
      rows.update(all.get(i));
    }
    Entry after = before.settled(by, why).of(all);
    rows.put(before, after);
    return after;
  }

  // --- what the service's balance says ---

  /**
   * Compares a balance with what the ledger knows of the time since the last one.
   *
   * @return null if another one was read meanwhile: it is not known which of the balances is newer,
   *     so this one has to be read again
   */
  public @Nullable Comparison compare(String name, Comparison.Reading reading) {
    Comparison last = rows.lastComparison();
    if (last != null && last.name().equals(name)) return last;
    Comparison.Spent nothing = Comparison.Spent.NOTHING;
    Comparison made;
    if (last == null) {
      made = new Comparison(name, reading, 0, 0, 0, nothing);
    } else {
      // One of the future was read before a clock was set back.
      boolean isOvertaken =
          reading.from() < last.reading().to() && last.reading().to() <= rows.now();
      if (isOvertaken) return null;
      Comparison.Spent spent = rows.spent(last.reading(), reading, null).plus(last.deleted());
      long taken = last.reading().balance() - reading.balance();
      made = new Comparison(name, reading, taken, spent.least(), spent.most(), nothing);
    }
    rows.put(made);
    return made;
  }

  // --- what is old ---

  /**
   * Deletes old entries of which all is known; limits, totals and the next comparison count them as
   * before.
   *
   * @return how many; fewer than {@code atMost} if no more are left
   */
  public int purge(long before, int atMost) {
    List<Entry> old = rows.known(Math.min(before, rows.now() - NEWEST), atMost);
    if (old.isEmpty()) return 0;
    Comparison last = rows.lastComparison();
    if (last != null) {
      long next = rows.now() + 1;
      Comparison.Reading soonest = new Comparison.Reading(0, next, next);
      rows.put(last.without(rows.spent(last.reading(), soonest, old)));
    }
    rows.delete(old);
    return old.size();
  }
}
