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
    Reservation known = withId(request.id(), rows.reservationsBeside(request.id()));
    if (known != null && known.outcome() == ChargeState.NONE) {
      throw new IllegalStateException("reserve: " + request.id() + " was given back");
    }
    if (known != null) return new ReserveResult.Reserved();

    Entry before = entryOf(request);
    List<Reservation> all = reservationsOf(before);
    ReserveResult.Full full = full(request, before, all);
    if (full != null) return full;

    Entry unused = reserve(request, before, all);
    return new ReserveResult.Reserved();
  }

  private static @Nullable Reservation withId(String id, List<Reservation> all) {
    return all.stream().filter(one -> one.id().equals(id)).findFirst().orElse(null);
  }

  /** Adds a reservation to those of its entry, and returns the entry as it is now. */
  private Entry reserve(ReservationRequest request, @Nullable Entry before, List<Reservation> all) {
    Entry begun = before == null ? Entry.begin(rows.nextId(), request, rows.now()) : before;
    Reservation made = reservation(request, begun.id(), laterThan(all));
    all.add(made);
    Entry after = begun.of(all);
    rows.put(before, after);
    rows.insert(made);
    return after;
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

  /** The entry that a repeat of its key belongs to; null if the key begins a new one. */
  private @Nullable Entry entryOf(ReservationRequest request) {
    if (request.key() == null) return null;
    Entry known = rows.entryOf(request.key());
    if (known == null || known.isBlank()) return null;
    boolean isOld = rows.now() - known.madeAt() >= KEY_LIFE;
    boolean mayOutliveIt = rows.now() + request.atMost() > known.madeAt() + KEY_FORGOTTEN;
    return isOld || mayOutliveIt ? null : known;
  }

  private List<Reservation> reservationsOf(@Nullable Entry entry) {
    return entry == null ? new ArrayList<>() : new ArrayList<>(rows.reservations(entry.id()));
  }

  /** Of several limits without room the one that has room last; null if all have room. */
  private ReserveResult.@Nullable Full full(
      ReservationRequest request, @Nullable Entry before, List<Reservation> all) {
    List<SpendLimit> limits = request.limits();
    List<Long> counted = rows.counted(limits);
    List<ReserveResult.Full> full = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      SpendLimit limit = limits.get(i);
      if (isPaid(limit, before)) continue;
      long more = request.price() - (before == null ? 0 : countedIn(limit, before, all));
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
  private static boolean isPaid(SpendLimit limit, @Nullable Entry entry) {
    return entry != null
        && entry.outcome() == ChargeState.CHARGED
        && Paths.isInside(entry.scopes(), limit.scope());
  }

  /** What a limit counts of an entry for reservations of its own scope: others raise it unasked. */
  private long countedIn(SpendLimit limit, Entry entry, List<Reservation> all) {
    if (entry.countsAt() < Windows.begin(limit, rows.now())) return 0;
    return all.stream()
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
    List<Reservation> all = new ArrayList<>(rows.reservationsBeside(request.id()));
    Entry before;
    if (all.isEmpty()) {
      if (said.kind() == Charge.Kind.NONE) return Charge.Kind.NONE;
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} ended as {1}, and the ledger has no reservation {2}: it is recorded now",
          request.operation(),
          said.kind(),
          request.id());
      Entry known = entryOf(request);
      all = reservationsOf(known);
      before = reserve(request, known, all);
    } else {
      before = Objects.requireNonNull(rows.entry(all.get(0).entryId()));
    }
    Reservation known = Objects.requireNonNull(withId(request.id(), all));
    boolean isSaid = !known.isRunning() && !known.settled();
    // Whoever settled it knew more than that.
    boolean saysNothing = known.settled() && said.kind() == Charge.Kind.UNKNOWN;
    if (!isSaid && !saysNothing) {
      Reservation ended = known.ends(ChargeState.of(said.kind()), laterThan(all));
      all.replaceAll(one -> one.id().equals(ended.id()) ? ended : one);
      boolean answers = said.kind() != Charge.Kind.NONE;
      Entry answered = answers ? before.answered(said.loadNumber(), said.requestId()) : before;
      rows.put(before, answered.of(all));
      rows.update(ended);
    }
    // What was said first stands.
    ChargeState stands = isSaid ? known.outcome() : ChargeState.of(said.kind());
    return told(request.id(), stands, all);
  }

  /** The service charges a key once: beside an earlier charge of it, a call costs nothing. */
  private static Charge.Kind told(String id, ChargeState said, List<Reservation> all) {
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
    Entry before = rows.entry(entryId);
    if (before == null) throw new IllegalArgumentException("settle: there is no entry " + entryId);
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
    List<Reservation> all = reservationsOf(before);
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
