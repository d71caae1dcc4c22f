package io.freightsdk.server.fault;

import io.freightsdk.model.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The planned failures of a server. Rules are tried in the order in which they were added; a call
 * fails by at most one rule on arrival and one where it is charged. A call that is refused for its
 * key (401), its scope (403) or its broker (422) meets none and uses none up; every other call
 * does, also one that is refused afterwards for its body or its load: a network that loses an
 * answer does not know what it says. Safe for use by several threads.
 *
 * <p>Where {@code operation} is a parameter, null means every operation. So one call in ten fails:
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
  /** The same plan, for adding rules that apply to the calls of one broker only. */
  Faults forBroker(String brokerId);

  /**
   * The same plan, for adding rules that need not fire: {@link #neverFired} does not list them. For
   * what a set-up plans for all tests of a class, or a random test for some of its runs.
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
   * Makes billing unavailable for every charged call until the returned outage is closed. Dedup,
   * replays and free operations still work.
   */
  Outage billingOutage();

  /** Removes every rule; on a plan of {@link #forBroker}, only the rules of that broker. */
  void clear();

  /**
   * The rules that no call has met yet, in words and with the line that planned them; also those
   * that {@link #clear} has removed since, and outages that ended before a call came. The JUnit
   * extension and {@code @AutoConfigureFreightServer} fail a test that leaves one: it did not try
   * what it planned. On a plan of {@link #forBroker}, only the rules of that broker.
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
