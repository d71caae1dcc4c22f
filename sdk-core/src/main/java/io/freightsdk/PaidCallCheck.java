package io.freightsdk;

import io.freightsdk.model.Operation;

/**
 * Refuses paid calls where your application must not make them, such as within a database
 * transaction, because a rollback does not undo them. The client calls it on the caller's thread,
 * to which a transaction is bound, also for a call that returns a future. It must return
 * immediately and be safe for concurrent use.
 *
 * <p>A call that costs nothing is not refused. Examples are a confirmation with a price of 0, and a
 * read that returns a position for which another call has paid.
 */
@FunctionalInterface
public interface PaidCallCheck {
  /**
   * Returns if the call is allowed. Otherwise the caller or the future gets the exception
   * unchanged, and nothing is sent.
   *
   * @param returnsFuture whether the call returns a future and another thread makes it
   * @throws IllegalCallerException if the call is not allowed
   */
  void check(Operation operation, boolean returnsFuture);
}
