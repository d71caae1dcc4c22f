package io.freightsdk.testing;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails every test class that leaves a client's thread or any TCP connection behind; found by JUnit
 * without being named. {@link NoLeaks} does it test by test where clients end with their test.
 */
public final class NothingLeftOpen implements BeforeAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    boolean nested = context.getParent().flatMap(ExtensionContext::getTestClass).isPresent();
    if (nested) return;

    // What JUnit closes for a class, it closes last in, first out: this comes after all the rest.
    context
        .getStore(ExtensionContext.Namespace.create(NothingLeftOpen.class))
        .put("open before", new Check(context.getDisplayName(), open()));
  }

  static Set<String> open() {
    Set<String> open = new HashSet<>(NoLeaks.clientThreads());
    if (OpenSockets.known()) open.addAll(OpenSockets.connections());
    return open;
  }

  record Check(String testClass, Set<String> before) implements AutoCloseable {
    @Override
    public void close() {
      Eventually.until(() -> leftOpen().isEmpty(), () -> testClass + " left open: " + leftOpen());
    }

    Set<String> leftOpen() {
      Set<String> left = open();
      left.removeAll(before);
      return left;
    }
  }
}
