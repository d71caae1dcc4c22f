package io.freightsdk;

import io.freightsdk.model.Operation;

/**
 * Refuses paid calls where your application must not make them. An example is a database
 * transaction, because a rollback does not undo a paid call. The client calls the check on the
 * caller's thread, also for a call that returns a future, because transactions are bound to that
 * thread. The check must return immediately and be safe for concurrent use.
 *
 * <p>A call that costs nothing is not refused. Examples are a confirmation with a price of 0, and a
 * read that returns a position for which another call has paid.
 */
@FunctionalInterface
public interface PaidCallCheck {
  /**
   * Refuses a call by an exception, or returns to allow it. The caller or the future gets the
   * exception unchanged, and nothing is sent.
   *
   * @param returnsFuture whether the call returns a future, so that another thread sends it
   * @throws IllegalCallerException if the call is not allowed
   */
  void check(Operation operation, boolean returnsFuture);
}
