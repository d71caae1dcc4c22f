package io.freightsdk.internal.ledger;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is paid at most once: a key of a creation with all its reservations, or one
 * attempt of anything else. What follows {@code madeAt} is computed from its reservations.
 *
 * @param id number in the ledger, from 1
 * @param operation id of the operation
 * @param key that the service charges once; null where each attempt is charged
 * @param customerRef the customer's reference of a creation
 * @param loadNumber that was asked for, or that an answer named
 * @param requestId of the last answer
 * @param madeAt when its first reservation was made
 * @param scopes paths that it counts in, with all around them; several are separated by blanks
 * @param outcome what is known of it
 * @param least what it surely cost: 0 unless it was charged
 * @param amount the most that it may have cost, which limits count
 * @param countsAt from when windows count it, which may be later than now
 * @param settledBy who said what it cost, as long as nothing else says so
 */
public record Entry(
    long id,
    String operation,
    @Nullable String key,
    @Nullable String customerRef,
    @Nullable String loadNumber,
    @Nullable String requestId,
    long madeAt,
    String scopes,
    ChargeState outcome,
    long least,
    long amount,
    long countsAt,
    @Nullable String settledBy,
    @Nullable String settledWhy) {

  /** An entry that nothing is reserved for yet. */
  static Entry begin(long id, ReservationRequest request, long now) {
    return new Entry(
        id,
        request.operation(),
        request.key(),
        request.customerRef(),
        request.loadNumber(),
        null,
        now,
        request.scope(),
        ChargeState.NONE,
        0,
        0,
        now,
        null,
        null);
  }

  /** Whether nobody knows whether it was charged, and no call is expected to say so. */
  public boolean isUnknown(long now) {
    return outcome == ChargeState.UNKNOWN || (outcome == ChargeState.RESERVED && countsAt <= now);
  }

  /**
   * Until when it may have been taken: a call that slept is charged after its expiry, which windows
   * do not look at.
   */
  public long takenUntil(List<Reservation> all) {
    LongStream unknown =
        all.stream()
            .filter(one -> one.outcome() == ChargeState.UNKNOWN)
            .mapToLong(Reservation::endedAt);
    long saidAt =
        all.stream()
            .filter(Reservation::isAnsweredAsCharged)
            .mapToLong(Reservation::endedAt)
            .min()
            .orElse(unknown.max().orElse(0));
    return Math.max(countsAt, saidAt);
  }

  /** Whether it surely cost nothing, by its own calls, so that its key is as good as new. */
  boolean isBlank() {
    return outcome == ChargeState.NONE && settledBy == null;
  }

  /** The same for the outcomes of its reservations in whatever order they were said. */
  Entry of(List<Reservation> all) {
    List<Reservation> charged =
        all.stream().filter(one -> one.outcome() == ChargeState.CHARGED).toList();
    List<Reservation> answered = charged.stream().filter(Reservation::isAnsweredAsCharged).toList();
    // What is reserved after it is known as charged adds nothing: the service takes a key once.
    long knownAt = charged.stream().mapToLong(Reservation::endedAt).min().orElse(Long.MAX_VALUE);
    List<Reservation> counted =
        all.stream()
            .filter(one -> one.outcome() != ChargeState.NONE && one.madeAt() <= knownAt)
            .toList();
    // It was taken before the first answer that says so; without one, at any time until its expiry.
    long saidAt = answered.stream().mapToLong(Reservation::endedAt).min().orElse(Long.MAX_VALUE);
    long countsAt =
        counted.stream()
            .mapToLong(one -> Math.min(one.countsAt(), saidAt))
            .max()
            .orElse(this.countsAt);
    // In a scope that does not count the charge yet it counts all the same: a key counts once in
    // each scope that it is reserved for.
    List<Reservation> elsewhere = elsewhere(all, counted);
    for (Reservation one : elsewhere) countsAt = Math.max(countsAt, one.countsAt());
    boolean isSettled = answered.isEmpty() && all.stream().anyMatch(Reservation::settled);
    return new Entry(
        id,
        operation,
        key,
        customerRef,
        loadNumber,
        requestId,
        madeAt,
        counted.isEmpty() ? scopes : scopesOf(counted, elsewhere),
        outcomeOf(all, !charged.isEmpty()),
        charged.isEmpty() ? 0 : counted.stream().mapToLong(Reservation::price).min().orElse(0),
        counted.stream().mapToLong(Reservation::price).max().orElse(0),
        countsAt,
        isSettled ? settledBy : null,
        isSettled ? settledWhy : null);
  }

  /** Those that are in none of the scopes in which the counted ones are. */
  private static List<Reservation> elsewhere(List<Reservation> all, List<Reservation> counted) {
    Set<String> scopes = counted.isEmpty() ? Set.of() : Paths.around(scopesOf(counted, List.of()));
    return all.stream()
        .filter(one -> one.outcome() != ChargeState.NONE && !scopes.contains(one.scope()))
        .toList();
  }

  private static String scopesOf(List<Reservation> counted, List<Reservation> elsewhere) {
    return Stream.concat(counted.stream(), elsewhere.stream())
        .map(Reservation::scope)
        .distinct()
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static ChargeState outcomeOf(List<Reservation> all, boolean isCharged) {
    if (isCharged) return ChargeState.CHARGED;
    boolean isRunning = all.stream().anyMatch(Reservation::isRunning);
    if (isRunning) return ChargeState.RESERVED;
    boolean isUnknown = all.stream().anyMatch(one -> one.outcome() == ChargeState.UNKNOWN);
    return isUnknown ? ChargeState.UNKNOWN : ChargeState.NONE;
  }

  /** With what an answer names; what a charged one has named is what was bought. */
  Entry answered(@Nullable String loadNumber, @Nullable String requestId) {
    boolean isNamed = outcome == ChargeState.CHARGED && this.loadNumber != null;
    return with(
        isNamed || loadNumber == null ? this.loadNumber : loadNumber,
        requestId == null ? this.requestId : requestId,
        settledBy,
        settledWhy);
  }

  Entry settled(String by, String why) {
    return with(loadNumber, requestId, by, why);
  }

  private Entry with(
      @Nullable String loadNumber,
      @Nullable String requestId,
      @Nullable String settledBy,
      @Nullable String settledWhy) {
    return new Entry(
        id,
        operation,
        key,
        customerRef,
        loadNumber,
        requestId,
        madeAt,
        scopes,
        outcome,
        least,
        amount,
        countsAt,
        settledBy,
        settledWhy);
  }
}
