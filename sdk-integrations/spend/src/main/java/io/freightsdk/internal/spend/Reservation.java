package io.freightsdk.internal.spend;

import org.jspecify.annotations.Nullable;

/**
 * Money that is set aside for one call, or for one attempt of it. Kept when it has ended.
 *
 * @param id from the client; unique among those of all processes, at most 64 characters
 * @param entry name of the entry that it may pay for
 * @param scope path of its scope
 * @param price what was read, and what it costs if it is charged
 * @param at when it was made
 * @param expires a minute after the deadline of its call; from then on it may have been charged
 * @param saidAt when its outcome was said; {@code expires} if it expired; 0 while pending
 * @param settled what a person or a balance said of one that was unknown or expired: whether it was
 *     charged; null if nobody did
 * @param loadNumber that its answer named
 * @param requestId of its answer
 */
public record Reservation(
    String id,
    String entry,
    String scope,
    long price,
    long at,
    long expires,
    State state,
    long saidAt,
    @Nullable Boolean settled,
    @Nullable String loadNumber,
    @Nullable String requestId) {

  boolean isPending() {
    return state == State.PENDING;
  }

  /** Whether nobody has said what an ended one cost. */
  boolean isUnsettled() {
    return settled == null && mayHavePaid() && state != State.CHARGED;
  }

  /** Whether a request of it may have reached the service. */
  boolean mayHavePaid() {
    return state != State.PENDING && state != State.VOID;
  }

  /** Whether it is taken to have cost its price, or perhaps has. */
  boolean counts() {
    return mayHavePaid() && (state == State.CHARGED || !Boolean.FALSE.equals(settled));
  }

  /** Windows count what was charged when that was known, and what is unknown from its deadline. */
  long countsAt() {
    return state == State.CHARGED ? Math.min(saidAt, expires) : expires;
  }

  Reservation says(State state, long now, @Nullable String loadNumber, @Nullable String requestId) {
    return new Reservation(
        id, entry, scope, price, at, expires, state, now, settled, loadNumber, requestId);
  }

  /** The same of an entry that has another name. */
  public Reservation of(String entry) {
    return new Reservation(
        id, entry, scope, price, at, expires, state, saidAt, settled, loadNumber, requestId);
  }

  Reservation expired() {
    return says(State.EXPIRED, expires, null, null);
  }

  Reservation settled(boolean charged) {
    return new Reservation(
        id, entry, scope, price, at, expires, state, saidAt, charged, loadNumber, requestId);
  }
}
