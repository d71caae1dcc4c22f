package io.freightsdk.server.assertj;

import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import java.math.BigDecimal;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a server. */
// AssertJ is optional: only who has it can name these types.
@SuppressWarnings("exports")
public final class ServerAssert extends AbstractAssert<ServerAssert, InMemoryFreightServer> {
  ServerAssert(InMemoryFreightServer actual) {
    super(actual, ServerAssert.class);
  }

  /** Goes on with a load as it is now. */
  public LoadAssert load(String loadNumber) {
    isNotNull();
    return new LoadAssert(actual.load(loadNumber).view());
  }

  /**
   * Saw this many calls of an operation, hidden re-sends included, as far as its journal reaches.
   */
  public ServerAssert received(Operation operation, int calls) {
    isNotNull();
    int seen = actual.journal().matching(request -> request.operation() == operation).size();
    if (seen != calls) {
      failWithMessage("expected %d calls of %s but saw %d", calls, operation.id(), seen);
    }
    return this;
  }

  /** Booked every cent on two sides. */
  public ServerAssert hasBalancedBooks() {
    isNotNull();
    BigDecimal sum = actual.trialBalanceUsd();
    if (sum.signum() != 0) {
      failWithMessage("expected books that add up to 0 USD but they are off by %s", sum);
    }
    return this;
  }
}
