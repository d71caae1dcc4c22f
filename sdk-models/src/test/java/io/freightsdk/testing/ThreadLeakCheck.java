package io.freightsdk.testing;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Fails every test, and every test class, that leaves a client's thread running. JUnit finds it as
 * a service. {@link ThreadLeakHook} does it for properties.
 */
public final class ThreadLeakCheck implements BeforeAllCallback, BeforeEachCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    check(context);
  }

  /**
   * Only in sequence: of concurrent tests, a thread belongs to any of them. Their class is checked.
   */
  @Override
  public void beforeEach(ExtensionContext context) {
    if (context.getExecutionMode() == ExecutionMode.SAME_THREAD) check(context);
  }

  private static void check(ExtensionContext context) {
    ClientThreads before = ClientThreads.before(context.getDisplayName());
    // JUnit closes it after the end of the test, in reverse order.
    AutoCloseable check = before::assertClosed;
    context.getStore(ExtensionContext.Namespace.create(ThreadLeakCheck.class)).put(context, check);
  }
}
