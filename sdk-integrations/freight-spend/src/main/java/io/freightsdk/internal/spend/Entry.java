package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is paid at most once: a key with all its reservations, or one attempt of anything
 * else. What follows {@code otherLoad} is computed from its reservations. References, load numbers
 * and request ids have at most 255 characters, an account 64, a key 255 and a digest 128; {@code
 * scopes} may be of any length.
 *
 * @param name of a key its account and itself, of anything else the reservation
 * @param account whose balance it is
 * @param operation id of the operation
 * @param key that the service charges once; null where each attempt is charged
 * @param digest of the body under a key that the caller gave
 * @param customerRef the customer's reference of a creation
 * @param otherLoad another load that an answer named: the key is refused from then on
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
    @Nullable String digest,
    @Nullable String customerRef,
    @Nullable String otherLoad,
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
        wish.digest(),
        wish.customerRef(),
        null,
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
    List<Reservation> sent = reservations.stream().filter(r -> r.state() != State.VOID).toList();
    List<Reservation> counted = sent.stream().filter(r -> r.isPending() || r.counts()).toList();
    List<Reservation> ended = counted.stream().filter(r -> !r.isPending()).toList();
    List<Reservation> charged = sent.stream().filter(r -> r.state() == State.CHARGED).toList();
    boolean unsettled = ended.stream().anyMatch(Reservation::isUnsettled);
    boolean saidCharged = ended.stream().anyMatch(r -> Boolean.TRUE.equals(r.settled()));
    boolean running = counted.size() > ended.size();
    Charge.Kind outcome =
        !charged.isEmpty() || saidCharged
            ? Charge.Kind.CHARGED
            : unsettled ? Charge.Kind.UNKNOWN : Charge.Kind.NONE;
    // The service takes a key once, so it was taken before the first answer that says so.
    long countsAt =
        charged.isEmpty()
            ? ended.stream().mapToLong(Reservation::countsAt).max().orElse(at)
            : charged.stream().mapToLong(Reservation::countsAt).min().getAsLong();
    boolean isSettled =
        charged.isEmpty() && !unsettled && sent.stream().anyMatch(r -> r.settled() != null);
    return new Entry(
        id,
        name,
        account,
        operation,
        key,
        digest,
        customerRef,
        otherLoad,
        sent.stream().mapToLong(Reservation::at).min().orElse(at),
        scopes(counted.isEmpty() ? sent.isEmpty() ? reservations : sent : counted),
        countsAt,
        sent.stream().mapToLong(Reservation::saidAt).max().orElse(0),
        outcome,
        ended.stream().mapToLong(Reservation::price).min().orElse(0),
        ended.stream().mapToLong(Reservation::price).max().orElse(0),
        running,
        running ? counted.stream().mapToLong(Reservation::price).max().getAsLong() : 0,
        load(reservations),
        requestId(reservations),
        isSettled ? settledBy : null,
        isSettled ? settledWhy : null);
  }

  private static String scopes(List<Reservation> reservations) {
    return reservations.stream()
        .map(Reservation::scope)
        .collect(
            Collectors.collectingAndThen(
                Collectors.toCollection(TreeSet::new), all -> String.join(" ", all)));
  }

  /** What was charged says best which load it is; then the first that said one. */
  private @Nullable String load(List<Reservation> reservations) {
    Comparator<Reservation> best = Comparator.comparing(Reservation::state).reversed();
    return reservations.stream()
        .filter(r -> r.loadNumber() != null && !r.loadNumber().equals(otherLoad))
        .min(best.thenComparing(Reservation::saidAt).thenComparing(Reservation::id))
        .map(Reservation::loadNumber)
        .orElse(loadNumber);
  }

  private static @Nullable String requestId(List<Reservation> reservations) {
    return reservations.stream()
        .filter(r -> r.requestId() != null)
        .max(Comparator.comparing(Reservation::saidAt).thenComparing(Reservation::id))
        .map(Reservation::requestId)
        .orElse(null);
  }

  Entry numbered(long id) {
    return with(id, otherLoad, settledBy, settledWhy);
  }

  Entry withOtherLoad(String otherLoad) {
    return with(id, otherLoad, settledBy, settledWhy);
  }

  Entry withSettlement(String settledBy, String settledWhy) {
    return with(id, otherLoad, settledBy, settledWhy);
  }

  private Entry with(
      long id,
      @Nullable String otherLoad,
      @Nullable String settledBy,
      @Nullable String settledWhy) {
    return new Entry(
        id,
        name,
        account,
        operation,
        key,
        digest,
        customerRef,
        otherLoad,
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
