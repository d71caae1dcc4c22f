package io.freightsdk.server.fault;

import io.freightsdk.model.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The planned failures of a server. Rules are tried in the order they were added; one call meets at
 * most one on arrival and one where it is charged. Safe for use by several threads.
 *
 * <p>Where {@code operation} is a parameter, null means every operation.
 */
public interface Faults {
  /** The same plan, for adding rules that strike only the calls of one broker. */
  Faults forBroker(String brokerId);

  /** Strikes the next call of {@code operation}. */
  default Faults next(@Nullable Operation operation, Fault fault) {
    return times(operation, 1, fault);
  }

  /** Strikes the next {@code times} calls, at least 1. */
  Faults times(@Nullable Operation operation, int times, Fault fault);

  /** Strikes only the {@code n}-th call from now, counted from 1. */
  Faults nth(@Nullable Operation operation, int n, Fault fault);

  /** Strikes every call until {@link #clear}. */
  Faults always(@Nullable Operation operation, Fault fault);

  /**
   * Strikes each call by chance, the same calls for the same {@code seed}.
   *
   * @param probability from 0 (never) to 1 (always)
   */
  Faults probability(@Nullable Operation operation, double probability, long seed, Fault fault);

  /**
   * Takes billing down for every charged call until the returned outage is closed. Dedup, replays
   * and free operations work through it.
   */
  Outage billingOutage();

  /** Forgets every rule: those of {@link #forBroker} only, when called on such a plan. */
  void clear();

  /** A billing outage that lasts until it is closed. */
  @FunctionalInterface
  interface Outage extends AutoCloseable {
    /** Ends the outage. */
    @Override
    void close();
  }
}
