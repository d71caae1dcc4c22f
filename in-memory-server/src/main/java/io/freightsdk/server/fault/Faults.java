package io.freightsdk.server.fault;

import io.freightsdk.model.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The planned faults of a server, as rules for future calls. Rules apply in the order in which they
 * were added. At most one rule fails a call when it arrives, and one when it is charged.
 * Thread-safe.
 *
 * <p>Calls that are refused because of their key (401), scope (403) or broker (422) use up no rule.
 * All other calls do, even if they are refused because of their body or load.
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
  /**
   * Returns a view of these faults for one broker. Rules that you add to it apply only to this
   * broker's calls.
   */
  Faults forBroker(String brokerId);

  /**
   * Returns a view of these faults for rules that need not fire: {@link #neverFired} does not list
   * them. Use it for faults that a setup method plans for all tests, or that a random test plans
   * for some of its runs.
   */
  Faults lenient();

  /** Makes the next call of {@code operation} fail. */
  default Faults next(@Nullable Operation operation, Fault fault) {
    return times(operation, 1, fault);
  }

  /** Makes the next {@code times} calls of {@code operation} fail; 1 or more. */
  Faults times(@Nullable Operation operation, int times, Fault fault);

  /** Makes every call of {@code operation} fail until {@link #clear}. */
  Faults always(@Nullable Operation operation, Fault fault);

  /**
   * Makes billing unavailable for every charged call until the returned outage is closed.
   * Deduplication, replays and free operations still work.
   */
  BillingOutage billingOutage();

  /** Removes all rules; on a view of {@link #forBroker}, only the rules of this broker. */
  void clear();

  /**
   * Returns the rules that have not failed any call, in words and with the code line that added
   * them. This includes rules that {@link #clear} removed, and outages that ended before a call.
   * With the JUnit extension or {@code @AutoConfigureFreightServer}, a test with such a rule fails.
   * On a view of {@link #forBroker}, only the rules of this broker.
   */
  List<String> neverFired();

  /** A billing outage that lasts until it is closed. */
  @FunctionalInterface
  interface BillingOutage extends AutoCloseable {
    /** Ends the outage. */
    @Override
    void close();
  }
}
