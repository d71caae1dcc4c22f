package io.freightsdk;

import io.freightsdk.model.Operation;

/**
 * Says where no paid call may be made, such as within a database transaction: a rollback would not
 * undo it. It is asked on the thread of the caller, where a transaction is bound, also if a future
 * is asked for, whose call another thread makes. Must return at once, and be safe for concurrent
 * use.
 *
 * <p>A call that turns out to cost nothing is not refused, such as a confirmation that is free by
 * the price list, or a read of a position that another call has paid for.
 */
@FunctionalInterface
public interface PaidCallCheck {
  /**
   * Returns if the call may be made here. What it throws reaches the caller unchanged, or fails the
   * future, and nothing is sent.
   *
   * @param isFuture whether another thread makes the call, and this one goes on
   * @throws IllegalCallerException if the call may not be made here
   */
  void check(Operation operation, boolean isFuture);
}
