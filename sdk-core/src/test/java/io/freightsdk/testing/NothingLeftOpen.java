package io.freightsdk.testing;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails every test, and every test class, that leaves a client's thread behind; found by JUnit
 * without being named. {@link NothingLeftOpenHook} does it for properties.
 */
public final class NothingLeftOpen implements BeforeAllCallback, BeforeEachCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    check(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    check(context);
  }

  private static void check(ExtensionContext context) {
    OpenThings before = OpenThings.before(context.getDisplayName());
    // What JUnit closes for a test, it closes last in, first out, and after the test's own end.
    AutoCloseable check = before::assertClosed;
    context.getStore(ExtensionContext.Namespace.create(NothingLeftOpen.class)).put(context, check);
  }
}
