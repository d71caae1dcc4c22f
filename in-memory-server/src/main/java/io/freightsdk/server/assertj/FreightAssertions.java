package io.freightsdk.server.assertj;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.Load;
import io.freightsdk.server.view.LoadView;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of these assertions and of AssertJ's own, so that a test needs one static import:
 *
 * <pre>{@code
 * assertThat(broker).chargedExactlyOnceFor(loadNumber).hasBalance("24.35");
 * assertThat(server).load(loadNumber).hasStatus(LoadStatus.IN_TRANSIT);
 * }</pre>
 */
// AssertJ is optional: the types are visible only to modules that have it.
@SuppressWarnings("exports")
public final class FreightAssertions extends Assertions {
  private FreightAssertions() {}

  /** Creates an assertion on a broker's balance and debits. */
  public static BrokerAssert assertThat(@Nullable Broker actual) {
    return new BrokerAssert(actual);
  }

  /** Creates an assertion on the recorded state of a load. */
  public static LoadAssert assertThat(@Nullable LoadView actual) {
    return new LoadAssert(actual);
  }

  /** Creates an assertion on the current state of a load. */
  public static LoadAssert assertThat(@Nullable Load actual) {
    return new LoadAssert(actual == null ? null : actual.view());
  }

  /** Creates an assertion on a server. */
  public static ServerAssert assertThat(@Nullable InMemoryFreightServer actual) {
    return new ServerAssert(actual);
  }
}
