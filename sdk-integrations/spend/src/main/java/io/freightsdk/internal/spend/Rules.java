package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.internal.spend.Rows.Found;
import io.freightsdk.internal.spend.Sum.Kind;
import io.freightsdk.internal.spend.Sum.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The rules of money, on the rows of one change. Each is done once, however often it is asked for:
 * a reservation, an entry and a word of a person have names of their own.
 */
public final class Rules {
  /**
   * The service forgets a key after 24 hours, and a request may be on its way for five minutes:
   * what is sent later under the key is paid for anew.
   */
  static final long KEY_LIFE = TimeUnit.MINUTES.toMicros(24 * 60 - 5);

  /** So long after its call's deadline a reservation expires. */
  public static final long GRACE = TimeUnit.MINUTES.toMicros(1);

  /** The newest lines stay, because a call may still say what became of it. */
  private static final long NEWEST = TimeUnit.DAYS.toMicros(2);

  private static final long SWEEP_EVERY = TimeUnit.HOURS.toMicros(1);

  /** In one change, which others wait for; what is left expires in the next. */
  private static final int EXPIRE_AT_MOST = 100;

  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  final Rows rows;
  final long now;

  public Rules(Rows rows) {
    this.rows = rows;
    this.now = rows.now();
  }

  /** Sets the price aside under every cap, or says why not and changes nothing. */
  public Answer reserve(Wish wish) {
    expire();
    Map<Cap, List<Range>> counted = new LinkedHashMap<>();
    List<Range> ranges = new ArrayList<>();
    for (Cap cap : wish.caps()) {
      List<Range> ofCap = cap.counted(now);
      counted.put(cap, ofCap);
      ranges.addAll(ofCap);
    }
    Found found = rows.find(wish.name(), ranges);
    List<Reservation> reservations = new ArrayList<>(found.reservations());
    for (Reservation known : reservations) {
      if (known.id().equals(wish.id())) return again(known);
    }
    boolean isBlank = reservations.stream().allMatch(r -> r.state() == State.VOID);
    Entry old = null;
    Entry before = found.entry();
    if (before != null && !isBlank && now - before.at() >= KEY_LIFE) {
      old = before;
      before = null;
      reservations.clear();
    } else if (before != null && firstCharged(reservations).isPresent()) {
      // The service charges a key once, so a repeat sets nothing aside.
      return new Answer.Held();
    }

    Reservation reservation =
        new Reservation(
            wish.id(),
            wish.name(),
            wish.scope(),
            wish.price(),
            now,
            now + wish.atMost() + GRACE,
            State.PENDING,
            0,
            null,
            null,
            null);
    reservations.add(reservation);
    Entry begun =
        before == null || isBlank
            ? Entry.begin(before == null ? 0 : before.id(), wish, now)
            : before;
    Entry after = begun.of(reservations);
    Answer.Full full = full(counted, found.sums(), before, after.held());
    if (full != null) return full;

    if (old != null) rows.retire(old);
    if (after.id() == 0) after = after.numbered(rows.nextId());
    rows.put(reservation);
    save(before, after);
    return new Answer.Held();
  }

  /** The same reservation once more, because an answer was lost. */
  private static Answer again(Reservation known) {
    if (known.state() != State.VOID) return new Answer.Held();
    throw new IllegalStateException("reservation " + known.id() + " was given back");
  }

  private static Optional<Reservation> firstCharged(List<Reservation> reservations) {
    return reservations.stream()
        .filter(r -> r.state() == State.CHARGED)
        .min(Comparator.comparing(Reservation::saidAt).thenComparing(Reservation::id));
  }

  /**
   * Null if the amount fits under every cap, what the entry counts already not counted. Of several
   * caps it is the one that has room last.
   *
   * @param counted where the sums stand that each cap counts
   */
  private Answer.@Nullable Full full(
      Map<Cap, List<Range>> counted, Map<Sum, Long> sums, @Nullable Entry before, long amount) {
    if (amount == 0) return null;
    Map<Sum, Long> own = new HashMap<>();
    if (before != null) new Posting(rows.head(), now).limits(before, -1, own);
    Map<Sum, Long> others = new HashMap<>(sums);
    others.replaceAll((sum, nano) -> nano + own.getOrDefault(sum, 0L));
    assert others.values().stream().mapToLong(Long::longValue).min().orElse(0) >= 0
        : others + " without " + before;
    Answer.Full last = null;
    for (Map.Entry<Cap, List<Range>> one : counted.entrySet()) {
      Cap cap = one.getKey();
      long left = cap.nano() - Cap.of(others, one.getValue());
      if (amount <= left) continue;
      Long freesAt = freesAt(cap, amount, amount - left, own);
      Answer.Full full = new Answer.Full(cap, amount, Math.max(0, left), freesAt);
      boolean later =
          last == null || (last.freesAt() != null && (freesAt == null || freesAt > last.freesAt()));
      if (later) last = full;
    }
    return last;
  }

  /**
   * When so much is free at the latest: what counts in a window leaves with its slot; what is on
   * its way is known when the last of these calls expires, and leaves a window's length later.
   *
   * @param own what the entry itself counts, negative
   */
  private @Nullable Long freesAt(Cap cap, long amount, long missing, Map<Sum, Long> own) {
    if (amount > cap.nano()) return null;
    Range heldRange = new Range(cap.scope(), Kind.HELD, 0, 1);
    List<Range> ranges = new ArrayList<>(List.of(heldRange));
    if (cap.isWindow()) ranges.add(cap.inFineSlots(now));
    TreeMap<Long, Long> leaves = new TreeMap<>();
    long held = 0;
    for (Map.Entry<Sum, Long> sum : rows.sums(ranges).entrySet()) {
      long others = sum.getValue() + own.getOrDefault(sum.getKey(), 0L);
      if (heldRange.has(sum.getKey())) held = others;
      else leaves.merge(cap.passes(sum.getKey().slot()), others, Long::sum);
    }
    if (held != 0) {
      long known = Math.max(now, rows.lastExpiry(cap.scope()));
      leaves.merge(cap.isWindow() ? cap.passes(known) : known, held, Long::sum);
    }
    for (Map.Entry<Long, Long> leaving : leaves.entrySet()) {
      missing -= leaving.getValue();
      if (missing <= 0) return leaving.getKey();
    }
    assert !cap.isWindow() : cap + " misses " + missing;
    return null;
  }

  /**
   * A reservation that has ended.
   *
   * @param told what its call has to be told
   * @param entry as it is now; null if nothing was changed
   */
  public record Completed(Charge.Kind told, @Nullable Entry entry) {}

  /**
   * Says what became of a reservation; said twice, it is done once.
   *
   * @param name of the entry that it was made for
   */
  public Completed complete(String id, String name, Outcome outcome) {
    expire();
    Found found = rows.find(name, List.of());
    Reservation known = reservation(id, found);
    if (known == null) {
      Entry retired = rows.retired(name, id);
      if (retired != null) return complete(id, retired.name(), outcome);
      boolean isRepeat = firstCharged(found.reservations()).isPresent();
      return isRepeat ? repeated(found, outcome) : forgotten(id, outcome);
    }
    Entry before = Objects.requireNonNull(found.entry(), known.entry());
    List<Reservation> reservations = new ArrayList<>(found.reservations());
    List<Reservation> others = new ArrayList<>(reservations);
    others.remove(known);
    if (!known.isPending() && known.state() != State.EXPIRED) {
      return new Completed(told(known, reservations), null);
    }
    State state =
        switch (outcome.kind()) {
          case NONE -> State.VOID;
          case UNKNOWN -> State.UNKNOWN;
          case CHARGED -> State.CHARGED;
        };
    // Later than what is said already, so that it stays known who was told of the charge.
    long last = others.stream().mapToLong(Reservation::saidAt).max().orElse(0);
    Reservation said =
        known.says(
            state,
            Math.max(now, last + 1),
            Wish.cut(outcome.loadNumber()),
            Wish.cut(outcome.requestId()));
    reservations.set(reservations.indexOf(known), said);
    rows.put(said);
    Entry after = before.of(reservations);
    save(before, after);
    return new Completed(told(said, reservations), after);
  }

  private static @Nullable Reservation reservation(String id, Found found) {
    return found.reservations().stream().filter(r -> r.id().equals(id)).findFirst().orElse(null);
  }

  /** A call of a key that was charged before it reserved has cost nothing. */
  private Completed repeated(Found found, Outcome outcome) {
    Entry before = Objects.requireNonNull(found.entry());
    boolean isKnown = before.loadNumber() != null || outcome.loadNumber() == null;
    if (isKnown) return new Completed(Charge.Kind.NONE, null);
    // The first answer did not name it.
    List<Reservation> reservations = new ArrayList<>(found.reservations());
    Reservation charged = firstCharged(reservations).orElseThrow();
    Reservation learned =
        charged.says(
            State.CHARGED, charged.saidAt(), Wish.cut(outcome.loadNumber()), charged.requestId());
    reservations.set(reservations.indexOf(charged), learned);
    rows.put(learned);
    Entry after = before.of(reservations);
    save(before, after);
    return new Completed(Charge.Kind.NONE, after);
  }

  /** What was purged, or never stored. */
  private static Completed forgotten(String id, Outcome outcome) {
    if (outcome.kind() != Charge.Kind.NONE) {
      LOG.log(
          System.Logger.Level.ERROR,
          "reservation {0} ended as {1} with load {2}, and the ledger does not know it any more",
          id,
          outcome.kind(),
          outcome.loadNumber());
    }
    return new Completed(outcome.kind(), null);
  }

  /** The service charges a key once: beside an earlier charge of it, a call costs nothing. */
  private static Charge.Kind told(Reservation said, List<Reservation> all) {
    if (said.state() == State.VOID) return Charge.Kind.NONE;
    Reservation first = firstCharged(all).orElse(null);
    if (first != null && !said.equals(first)) return Charge.Kind.NONE;
    return first != null ? Charge.Kind.CHARGED : Charge.Kind.UNKNOWN;
  }

  /** Calls that never came back may have paid. */
  public void expire() {
    for (Reservation reservation : rows.expired(EXPIRE_AT_MOST)) {
      Found found = rows.find(reservation.entry(), List.of());
      Entry before = Objects.requireNonNull(found.entry(), reservation.entry());
      List<Reservation> reservations = new ArrayList<>(found.reservations());
      Reservation expired = reservation.expired();
      reservations.replaceAll(r -> r.id().equals(expired.id()) ? expired : r);
      rows.put(expired);
      save(before, before.of(reservations));
    }
    if (now - rows.head().sweptAt() < SWEEP_EVERY) return;
    rows.put(rows.head().sweptAt(now));
    rows.sweep();
  }

  /** The only way to change what an entry counts: its sums change with it. */
  private void save(@Nullable Entry before, Entry after) {
    assert after.lowest() <= after.most() && after.lowest() >= 0 : after;
    assert after.running() || after.held() == 0 : after;
    assert after.most() == 0 || after.running() || after.outcome() != Charge.Kind.NONE : after;
    Map<Sum, Long> changes = new HashMap<>();
    Posting posting = new Posting(rows.head(), now);
    posting.post(before, -1, changes);
    posting.post(after, 1, changes);
    rows.put(after);
    if (!changes.isEmpty()) rows.add(changes);
  }

  /**
   * Books what a person or a balance says of an entry that is open.
   *
   * @param name of the settlement: said twice, it is booked once
   * @return the entry as it is then
   */
  Entry settle(String name, long entryId, boolean charged, String who, String why) {
    Entry before = (Entry) Objects.requireNonNull(rows.line(entryId));
    if (rows.line(name) != null) return before;
    assert before.isOpen() : before;
    List<Reservation> reservations =
        new ArrayList<>(rows.find(before.name(), List.of()).reservations());
    for (int i = 0; i < reservations.size(); i++) {
      if (!reservations.get(i).isUnsettled()) continue;
      reservations.set(i, reservations.get(i).settled(charged));
      rows.put(reservations.get(i));
    }
    Entry after = before.withSettlement(who, why).of(reservations);
    save(before, after);
    rows.put(
        new Line.Settlement(
            rows.nextId(),
            name,
            now,
            after.id(),
            after.account(),
            after.operation(),
            after.key(),
            after.customerRef(),
            after.loadNumber(),
            after.scopes(),
            charged,
            after.most(),
            who,
            why));
    return after;
  }

  /** An entry that was settled, or why nothing was. */
  public record Settled(@Nullable Entry entry, @Nullable String refusal) {}

  /** Why an entry cannot be settled; null if it can, or was under this name. */
  private @Nullable String refusal(String name, long entryId) {
    if (!(rows.line(entryId) instanceof Entry entry)) return "there is no entry " + entryId;
    boolean isDone = rows.line(name) != null;
    return isDone || entry.isOpen() ? null : "entry " + entryId + " is not open";
  }

  /** All of them or none: the first that cannot be settled is the only one in the answer. */
  public List<Settled> settle(
      String name, List<Long> entryIds, boolean charged, String who, String why) {
    for (long id : entryIds) {
      String refusal = refusal(name + " " + id, id);
      if (refusal != null) return List.of(new Settled(null, refusal));
    }
    List<Settled> all = new ArrayList<>();
    for (long id : entryIds) {
      all.add(new Settled(settle(name + " " + id, id, charged, who, why), null));
    }
    return all;
  }

  /** Books money that others moved; said twice under a name, it is booked once. */
  public Line.Adjustment adjust(String name, long amount, String who, String why) {
    if (rows.line(name) instanceof Line.Adjustment known) return known;
    Line.Adjustment said = new Line.Adjustment(rows.nextId(), name, now, amount, who, why);
    rows.put(said);
    rows.put(rows.head().adjusts(amount));
    return said;
  }

  /**
   * Deletes old lines that are closed; sums keep what they counted.
   *
   * @return how many; fewer than {@code atMost} if no more are left
   */
  public int purge(long before, int atMost) {
    return rows.drop(Math.min(before, now - NEWEST), atMost);
  }
}
