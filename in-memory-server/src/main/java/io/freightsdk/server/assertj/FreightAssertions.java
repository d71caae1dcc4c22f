package io.freightsdk.server.assertj;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.Load;
import io.freightsdk.server.LoadView;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/**
 * Entry point of these assertions and of AssertJ's own, so that a test needs one static import:
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

  /** Asserts on a broker's money. */
  public static BrokerAssert assertThat(@Nullable Broker actual) {
    return new BrokerAssert(actual);
  }

  /** Asserts on a load as it was when it was looked at. */
  public static LoadAssert assertThat(@Nullable LoadView actual) {
    return new LoadAssert(actual);
  }

  /** Asserts on a load as it is now. */
  public static LoadAssert assertThat(@Nullable Load actual) {
    return new LoadAssert(actual == null ? null : actual.view());
  }

  /** Asserts on a server. */
  public static ServerAssert assertThat(@Nullable InMemoryFreightServer actual) {
    return new ServerAssert(actual);
  }
}
