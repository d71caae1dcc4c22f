package io.freightsdk.positions;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import org.jspecify.annotations.Nullable;

/**
 * A store through which processes share positions that one of them has paid for. Implement it over
 * a store that all of them reach, such as Redis, and pass it to {@link
 * FreightClient.Builder#positionCache}.
 *
 * <p>The client calls it only for {@code getLoadPosition} with {@link CallOptions.Builder#maxAge
 * maxAge} or {@link CallOptions.Builder#staleIfError staleIfError}:
 *
 * <ul>
 *   <li>Before a read with a {@code maxAge} above zero, it calls {@link #get}, unless its memory
 *       has a position that is young enough. If two processes find nothing at the same time, both
 *       read and both pay.
 *   <li>After each successful read, it calls {@link #put}. It does not store positions that it got
 *       from the cache.
 *   <li>After a failure to which {@code staleIfError} applies, it calls {@link #get}, unless its
 *       memory has a position that is young enough.
 * </ul>
 *
 * <p>An implementation has these duties and freedoms:
 *
 * <ul>
 *   <li><b>Age.</b> The client checks the age of each position. It deletes none, and the cache may
 *       remove any at any time. A position that is older than the longest {@code maxAge} and {@code
 *       staleIfError} of all calls is not used again. A {@code readAt} in the future counts as now.
 *   <li><b>Keys.</b> A key consists of {@code freight:}, the {@link FreightClient#accountId()
 *       account}, a colon and the load number. Keys are case-sensitive and contain no agent key.
 *       One store can serve any number of accounts. A new agent key starts without positions,
 *       unless its account has a name.
 *   <li><b>Threads.</b> The client calls both methods on the thread of the call: the caller's
 *       thread, or a thread of the client's executor for a future. It calls them concurrently, also
 *       with the same key. An interrupt of a blocking caller reaches the method, which must leave
 *       the thread's flag set.
 *   <li><b>Time.</b> The client has no time limit for either method, so the cache needs its own,
 *       such as two seconds. While a method runs, a deadline does not end the call. A cancelled
 *       future completes immediately, and {@link FreightClient#close()} waits at most 10 seconds.
 *       If {@link #get} returns null after one of these, nothing is sent. Callers that wait for the
 *       same read wait for {@link #get} too, at most until their deadlines. A slow {@link #put}
 *       delays only the caller that paid.
 *   <li><b>Exceptions.</b> No exception or error of the cache fails a call. After one in {@link
 *       #get}, the client continues as if the cache had nothing. Each client logs its first failure
 *       with the stack trace as a warning, and further ones at debug level. Keep positions out of
 *       messages.
 *   <li><b>Closing.</b> The client does not close the cache. Several clients may use one cache. A
 *       client that {@link FreightClient#withAgentKey} creates uses none.
 * </ul>
 */
public interface PositionCache {
  /**
   * Returns the position of the last {@link #put} with this key, whatever its age.
   *
   * @param key never null
   * @return null if there is none
   */
  @Nullable PositionSnapshot get(String key);

  /**
   * Stores a position and replaces the earlier one, even if the earlier one has a later {@code
   * readAt}: the clocks of processes differ.
   *
   * @param key never null
   * @param snapshot never null
   */
  void put(String key, PositionSnapshot snapshot);
}
