package io.freightsdk.testing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Ends the {@link World} that a test has left open, as one that hangs does: the next test has its
 * own. A test that leaves one open, and passes otherwise, fails. Found by JUnit without being
 * named.
 */
public final class WorldsEnd implements AfterEachCallback {
  @Override
  public void afterEach(ExtensionContext context) {
    boolean wasLeftOpen = World.abandon();
    if (wasLeftOpen && context.getExecutionException().isEmpty()) {
      throw new AssertionError("the test has left its world open: close it");
    }
  }
}
