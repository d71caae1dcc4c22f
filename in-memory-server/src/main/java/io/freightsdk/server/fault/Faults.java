package io.freightsdk.server.fault;

import io.freightsdk.model.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The planned failures of a server. Rules are tried in the order in which they were added; a call
 * fails by at most one rule on arrival and one where it is charged. Safe for use by several
 * threads.
 *
 * <p>Where {@code operation} is a parameter, null means every operation.
 */
public interface Faults {
  /** The same plan, for adding rules that apply to the calls of one broker only. */
  Faults forBroker(String brokerId);

  /** Makes the next call of {@code operation} fail. */
  default Faults next(@Nullable Operation operation, Fault fault) {
    return times(operation, 1, fault);
  }

  /** Makes the next {@code times} calls fail, at least 1. */
  Faults times(@Nullable Operation operation, int times, Fault fault);

  /** Makes every call fail until {@link #clear}. */
  Faults always(@Nullable Operation operation, Fault fault);

  /**
   * Makes billing unavailable for every charged call until the returned outage is closed. Dedup,
   * replays and free operations still work.
   */
  Outage billingOutage();

  /** Removes every rule; on a plan of {@link #forBroker}, only the rules of that broker. */
  void clear();

  /** A billing outage that lasts until it is closed. */
  @FunctionalInterface
  interface Outage extends AutoCloseable {
    /** Ends the outage. */
    @Override
    void close();
  }
}
