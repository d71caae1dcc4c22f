package io.freightsdk.server.assertj;

import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on the loads of a server, and on the calls that it received. */
// AssertJ is optional: the types are visible only to modules that have it.
@SuppressWarnings("exports")
public final class ServerAssert extends AbstractAssert<ServerAssert, InMemoryFreightServer> {
  ServerAssert(@Nullable InMemoryFreightServer actual) {
    super(actual, ServerAssert.class);
  }

  /**
   * Returns an assertion on the current state of a load.
   *
   * @throws IllegalArgumentException if there is no load with this number
   */
  public LoadAssert load(String loadNumber) {
    Objects.requireNonNull(loadNumber, "loadNumber");
    isNotNull();
    return new LoadAssert(actual.load(loadNumber).view());
  }

  /**
   * Verifies the number of calls of an operation in the journal, including hidden retries of the
   * HTTP stack.
   */
  public ServerAssert received(Operation operation, int calls) {
    Objects.requireNonNull(operation, "operation");
    isNotNull();
    int seen = actual.journal().matching(request -> request.operation() == operation).size();
    if (seen != calls) {
      failWithMessage("expected %s calls of %s but saw %s", calls, operation.id(), seen);
    }
    return this;
  }
}
