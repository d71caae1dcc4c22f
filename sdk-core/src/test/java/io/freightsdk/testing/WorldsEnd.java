package io.freightsdk.testing;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Ends the {@link World} that a test has left open, as one that hangs does: the next test has its
 * own. A test that leaves one open, and passes otherwise, fails. Found by JUnit without being
 * named.
 */
public final class WorldsEnd implements BeforeEachCallback {
  @Override
  public void beforeEach(ExtensionContext context) {
    // What JUnit closes for a test, it closes after all that the test itself does at its end.
    AutoCloseable end = () -> end(context);
    context.getStore(ExtensionContext.Namespace.create(WorldsEnd.class)).put(context, end);
  }

  private static void end(ExtensionContext context) {
    boolean wasLeftOpen = World.abandon();
    if (wasLeftOpen && context.getExecutionException().isEmpty()) {
      throw new AssertionError("the test has left its world open: close it");
    }
  }
}
