package io.freightsdk.testing;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Closes the {@link World} that a test has left open, such as a test that hangs, before the next
 * test. A test that leaves one open and passes otherwise fails. JUnit finds this class as a
 * service.
 */
public final class WorldCleanup implements BeforeEachCallback {
  @Override
  public void beforeEach(ExtensionContext context) {
    // JUnit closes resources of a test after everything that the test itself does.
    AutoCloseable end = () -> end(context);
    context.getStore(ExtensionContext.Namespace.create(WorldCleanup.class)).put(context, end);
  }

  private static void end(ExtensionContext context) {
    boolean wasLeftOpen = World.abandon();
    if (wasLeftOpen && context.getExecutionException().isEmpty()) {
      throw new AssertionError("the test has left its world open: close it");
    }
  }
}
