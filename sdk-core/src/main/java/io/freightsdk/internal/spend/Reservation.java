package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Money that the service takes at most once: of one idempotency key, or of one call without a key.
 * Amounts are billionths of a USD, times microseconds since 1970.
 *
 * @param paths the scope of every call that used it while its money may be out
 * @param state what is known of the money, and thus how the scopes count it
 * @param amount the most that may have been taken, which is what counts
 * @param least the least that may have been taken: less than the amount where the key was used at
 *     several prices, 0 where nobody knows at which, and {@link #GUESSED}
 * @param calls calls that have not said what became of them
 * @param lostAt when an attempt was last lost whose fate no call will tell any more; 0 for never
 * @param unknownEntry the ledger's entry that carries the money while nobody knows whether it was
 *     taken, or which of several dead calls it was taken for; 0 if none does
 * @param countedAt the time at which windows count it; 0 while it is held
 * @param firstSeen when the key was first used
 */
public record Reservation(
    long id,
    @Nullable String key,
    Operation operation,
    List<String> paths,
    State state,
    long amount,
    long least,
    List<Call> calls,
    long lostAt,
    long unknownEntry,
    long countedAt,
    long firstSeen) {

  /** The least where a balance seemed to say whether the key was charged, but may have misled. */
  static final long GUESSED = -1;

  /** Money of which nothing was lost. */
  static Reservation of(
      long id,
      @Nullable String key,
      Operation operation,
      List<String> paths,
      State state,
      long amount,
      long least,
      List<Call> calls,
      long countedAt,
      long firstSeen) {
    return new Reservation(
        id, key, operation, paths, state, amount, least, calls, 0, 0, countedAt, firstSeen);
  }

  /** What is known of the money. */
  public enum State {
    /** A call is running: it counts in every window, whatever the time. */
    HELD,
    /** No call is running and nobody knows; it counts as spent. */
    UNKNOWN,
    /** The service took it. */
    CHARGED
  }

  /**
   * A call that has the money.
   *
   * @param token names the call, in whatever process
   * @param end when the call is surely over, or its process dead
   * @param dead it has not said what became of it by then
   */
  public record Call(String token, long end, boolean dead) {}

  /** When the key was last known to be used: first, or as it was charged. */
  long lastSeen() {
    return Math.max(firstSeen, countedAt);
  }

  boolean isHeld() {
    return state == State.HELD;
  }

  boolean isCharged() {
    return state == State.CHARGED;
  }

  /** When the first of the running calls should be over; {@code Long.MAX_VALUE} if none runs. */
  public long earliestEnd() {
    long earliest = Long.MAX_VALUE;
    for (Call call : calls) if (!call.dead) earliest = Math.min(earliest, call.end);
    return earliest;
  }

  /** Whether the key may have been charged before by a call of which only a guess was booked. */
  boolean isGuessed() {
    return least == GUESSED;
  }

  boolean has(String token) {
    for (Call call : calls) if (call.token.equals(token)) return true;
    return false;
  }

  /** Every scope that counts it. */
  List<String> scopes() {
    if (paths.size() == 1) return ScopePaths.upwards(paths.get(0));
    return paths.stream().flatMap(path -> ScopePaths.upwards(path).stream()).distinct().toList();
  }

  boolean countsIn(String scope) {
    for (String path : paths) if (ScopePaths.isInside(path, scope)) return true;
    return false;
  }

  /** Whether scopes and windows count the same of both. */
  boolean countsLike(Reservation other) {
    return amount == other.amount
        && countedAt == other.countedAt
        && Objects.equals(paths, other.paths);
  }

  Reservation with(State state, long amount, long countedAt) {
    return copy(paths, state, amount, least, calls, lostAt, unknownEntry, countedAt);
  }

  Reservation with(State state, long amount, long least, long countedAt) {
    return copy(paths, state, amount, least, calls, lostAt, unknownEntry, countedAt);
  }

  /** Whether what was taken, if anything was, is this amount. */
  boolean isSurely(long price) {
    return amount == price && least == price;
  }

  Reservation withPaths(List<String> paths) {
    return copy(paths, state, amount, least, calls, lostAt, unknownEntry, countedAt);
  }

  Reservation withCalls(List<Call> calls) {
    return copy(paths, state, amount, least, List.copyOf(calls), lostAt, unknownEntry, countedAt);
  }

  Reservation withCall(Call call) {
    if (calls.isEmpty()) return withCalls(List.of(call));
    List<Call> more = new ArrayList<>(calls);
    more.add(call);
    return withCalls(more);
  }

  Reservation without(String token) {
    if (calls.size() == 1 && has(token)) return withCalls(List.of());
    return withCalls(calls.stream().filter(call -> !call.token.equals(token)).toList());
  }

  Reservation lost(long lostAt, long unknownEntry) {
    return copy(paths, state, amount, least, calls, lostAt, unknownEntry, countedAt);
  }

  /** What names the reservation never changes: its number, key, operation and first sight. */
  private Reservation copy(
      List<String> paths,
      State state,
      long amount,
      long least,
      List<Call> calls,
      long lostAt,
      long unknownEntry,
      long countedAt) {
    return new Reservation(
        id,
        key,
        operation,
        paths,
        state,
        amount,
        least,
        calls,
        lostAt,
        unknownEntry,
        countedAt,
        firstSeen);
  }
}
