package io.freightsdk.server.fault;

import io.freightsdk.model.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The planned faults of a server. Rules apply in the order in which they were added. At most one
 * rule fails a call on arrival, and one where it is charged. Calls that are refused for their key
 * (401), scope (403) or broker (422) use up no rule. All other calls do, also calls that are later
 * refused for their body or load, because a network loses any response. Thread-safe.
 *
 * <p>A null {@code operation} means every operation. To fail one call in ten:
 *
 * <pre>{@code
 * Random random = new Random(7);
 * for (int read = 0; read < 20; read++) {
 *   if (random.nextInt(10) == 0) broker.faults().next(null, Fault.closeBeforeProcessing());
 *   client.getBalance();
 * }
 * }</pre>
 */
public interface Faults {
  /** The same plan. Rules that are added to it apply only to the calls of one broker. */
  Faults forBroker(String brokerId);

  /**
   * The same plan. Rules that are added to it need not fire: {@link #neverFired} does not list
   * them. Use it for faults that a setup method plans for all tests, or that a random test plans
   * for some of its runs.
   */
  Faults lenient();

  /** Makes the next call of {@code operation} fail. */
  default Faults next(@Nullable Operation operation, Fault fault) {
    return times(operation, 1, fault);
  }

  /** Makes the next {@code times} calls fail, at least 1. */
  Faults times(@Nullable Operation operation, int times, Fault fault);

  /** Makes every call fail until {@link #clear}. */
  Faults always(@Nullable Operation operation, Fault fault);

  /**
   * Makes billing unavailable for every charged call until the returned outage is closed.
   * Deduplication, replays and free operations still work.
   */
  Outage billingOutage();

  /** Removes all rules; on a plan of {@link #forBroker}, only the rules of this broker. */
  void clear();

  /**
   * The rules that have not failed any call, in words and with the line that planned them. This
   * includes rules that {@link #clear} removed and outages that ended before a call. The JUnit
   * extension and {@code @AutoConfigureFreightServer} fail a test that leaves such a rule. On a
   * plan of {@link #forBroker}, only the rules of this broker.
   */
  List<String> neverFired();

  /** A billing outage that lasts until it is closed. */
  @FunctionalInterface
  interface Outage extends AutoCloseable {
    /** Ends the outage. */
    @Override
    void close();
  }
}
