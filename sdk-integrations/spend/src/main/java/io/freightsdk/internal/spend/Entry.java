package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is paid at most once: a key with all its reservations, or one attempt of anything
 * else. What follows {@code customerRef} is computed from its reservations. References, load
 * numbers and request ids have at most 255 characters, an account 64 and a key 255; {@code scopes}
 * may be of any length.
 *
 * @param name of a key its account and itself, and the entry's number once a newer entry of the key
 *     has begun; of anything else the reservation
 * @param account whose balance it is
 * @param operation id of the operation
 * @param key that the service charges once; null where each attempt is charged
 * @param customerRef the customer's reference of a creation
 * @param at when the first reservation was made that may have been charged
 * @param scopes paths of the reservations that may have been charged, joined by blanks
 * @param countsAt when it counts in windows; may be later than now
 * @param saidAt when the last outcome was said that may have been charged; 0 before the first
 * @param outcome NONE, UNKNOWN or CHARGED by those that have ended
 * @param lowest the lowest price at which it may have been charged, pending ones not counted
 * @param most the highest one: what limits count when nothing is held
 * @param running whether a reservation is pending
 * @param held what is set aside while one is; counts instead of {@code most}
 * @param settledBy who said what an unknown one cost, if that is what {@code outcome} says
 */
public record Entry(
    long id,
    String name,
    String account,
    String operation,
    @Nullable String key,
    @Nullable String customerRef,
    long at,
    String scopes,
    long countsAt,
    long saidAt,
    Charge.Kind outcome,
    long lowest,
    long most,
    boolean running,
    long held,
    @Nullable String loadNumber,
    @Nullable String requestId,
    @Nullable String settledBy,
    @Nullable String settledWhy)
    implements Line {
  private static final Comparator<Reservation> BY_TIME =
      Comparator.comparing(Reservation::saidAt).thenComparing(Reservation::id);

  private static final Comparator<Reservation> BEST =
      Comparator.comparing(Reservation::state).reversed().thenComparing(BY_TIME);

  /** What it cost at least. */
  public long least() {
    return outcome == Charge.Kind.CHARGED ? lowest : 0;
  }

  /** Whether nobody knows whether it was charged, and no call will say so. */
  public boolean isOpen() {
    return !running && outcome == Charge.Kind.UNKNOWN;
  }

  /** What limits count of it. */
  long counted() {
    return running ? held : most;
  }

  /** An entry of which no reservation is known yet. */
  static Entry begin(long id, Wish wish, long now) {
    return new Entry(
        id,
        wish.name(),
        wish.account(),
        wish.operation(),
        wish.key(),
        wish.customerRef(),
        now,
        wish.scope(),
        now,
        0,
        Charge.Kind.NONE,
        0,
        0,
        false,
        0,
        wish.loadNumber(),
        null,
        null,
        null);
  }

  /**
   * The whole rule of what is known of an entry. The outcomes of its reservations give the same
   * entry in whatever order they were said.
   */
  Entry of(List<Reservation> reservations) {
    List<Reservation> sent = those(reservations, r -> r.state() != State.VOID);
    List<Reservation> counted = those(sent, r -> r.isPending() || r.counts());
    List<Reservation> ended = those(counted, r -> !r.isPending());
    List<Reservation> charged = those(sent, r -> r.state() == State.CHARGED);
    boolean unsettled = !those(ended, Reservation::isUnsettled).isEmpty();
    boolean saidCharged = !those(ended, r -> Boolean.TRUE.equals(r.settled())).isEmpty();
    boolean running = counted.size() > ended.size();
    Charge.Kind outcome =
        !charged.isEmpty() || saidCharged
            ? Charge.Kind.CHARGED
            : unsettled ? Charge.Kind.UNKNOWN : Charge.Kind.NONE;
    // The service takes a key once, so it was taken before the first answer that says so.
    long countsAt =
        charged.isEmpty()
            ? most(ended, Reservation::countsAt, at)
            : least(charged, Reservation::countsAt, at);
    boolean isSettled =
        charged.isEmpty() && !unsettled && !those(sent, r -> r.settled() != null).isEmpty();
    return new Entry(
        id,
        name,
        account,
        operation,
        key,
        customerRef,
        least(sent, Reservation::at, at),
        scopes(counted.isEmpty() ? sent.isEmpty() ? reservations : sent : counted),
        countsAt,
        most(sent, Reservation::saidAt, 0),
        outcome,
        least(ended, Reservation::price, 0),
        most(ended, Reservation::price, 0),
        running,
        running ? most(counted, Reservation::price, 0) : 0,
        load(reservations),
        requestId(reservations),
        isSettled ? settledBy : null,
        isSettled ? settledWhy : null);
  }

  // Loops, because each change of a ledger asks for all of this, and streams allocate more than it.

  private static List<Reservation> those(
      List<Reservation> reservations, Predicate<Reservation> condition) {
    List<Reservation> found = new ArrayList<>(reservations.size());
    for (Reservation each : reservations) if (condition.test(each)) found.add(each);
    return found;
  }

  private static long least(
      List<Reservation> reservations, ToLongFunction<Reservation> value, long ofNone) {
    if (reservations.isEmpty()) return ofNone;
    long least = Long.MAX_VALUE;
    for (Reservation each : reservations) least = Math.min(least, value.applyAsLong(each));
    return least;
  }

  private static long most(
      List<Reservation> reservations, ToLongFunction<Reservation> value, long ofNone) {
    if (reservations.isEmpty()) return ofNone;
    long most = Long.MIN_VALUE;
    for (Reservation each : reservations) most = Math.max(most, value.applyAsLong(each));
    return most;
  }

  private static String scopes(List<Reservation> reservations) {
    TreeSet<String> all = new TreeSet<>();
    for (Reservation each : reservations) all.add(each.scope());
    return String.join(" ", all);
  }

  /** What was charged says best which load it is; then the first that said one. */
  private @Nullable String load(List<Reservation> reservations) {
    List<Reservation> saying = those(reservations, r -> r.loadNumber() != null);
    return saying.isEmpty() ? loadNumber : Collections.min(saying, BEST).loadNumber();
  }

  private static @Nullable String requestId(List<Reservation> reservations) {
    List<Reservation> saying = those(reservations, r -> r.requestId() != null);
    return saying.isEmpty() ? null : Collections.max(saying, BY_TIME).requestId();
  }

  Entry numbered(long id) {
    return with(id, name, settledBy, settledWhy);
  }

  /** The same under the name that leaves its own free for a new entry. */
  public Entry retired() {
    return with(id, name + ' ' + id, settledBy, settledWhy);
  }

  Entry withSettlement(String settledBy, String settledWhy) {
    return with(id, name, settledBy, settledWhy);
  }

  private Entry with(
      long id, String name, @Nullable String settledBy, @Nullable String settledWhy) {
    return new Entry(
        id,
        name,
        account,
        operation,
        key,
        customerRef,
        at,
        scopes,
        countsAt,
        saidAt,
        outcome,
        lowest,
        most,
        running,
        held,
        loadNumber,
        requestId,
        settledBy,
        settledWhy);
  }
}
