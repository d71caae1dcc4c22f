package io.freightsdk.testing;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Ends the {@link World} that a test has left open, as one that hangs does: the next test has its
 * own. A test that leaves one open, and passes otherwise, fails. Found by JUnit without being
 * named.
 */
public final class WorldsEnd implements BeforeEachCallback {
  /** JUnit closes what it keeps for a test last, after fields that it closes for the test. */
  @Override
  public void beforeEach(ExtensionContext test) {
    AutoCloseable end = () -> end(test);
    test.getStore(Namespace.create(WorldsEnd.class)).put("end", end);
  }

  private static void end(ExtensionContext test) {
    boolean wasLeftOpen = World.abandon();
    if (wasLeftOpen && test.getExecutionException().isEmpty()) {
      throw new AssertionError("the test has left its world open: close it");
    }
  }
}
