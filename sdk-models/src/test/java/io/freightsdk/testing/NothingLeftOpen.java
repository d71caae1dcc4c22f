package io.freightsdk.testing;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Fails every test, and every test class, that leaves a client's thread behind; found by JUnit
 * without being named. {@link NothingLeftOpenHook} does it for properties.
 */
public final class NothingLeftOpen implements BeforeAllCallback, BeforeEachCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    check(context);
  }

  /** Of tests that run at once nobody can say whose a thread is: their class is looked at. */
  @Override
  public void beforeEach(ExtensionContext context) {
    if (context.getExecutionMode() == ExecutionMode.SAME_THREAD) check(context);
  }

  private static void check(ExtensionContext context) {
    OpenThings before = OpenThings.before(context.getDisplayName());
    // What JUnit closes for a test, it closes last in, first out, and after the test's own end.
    AutoCloseable check = before::assertClosed;
    context.getStore(ExtensionContext.Namespace.create(NothingLeftOpen.class)).put(context, check);
  }
}
