package io.freightsdk.testsupport;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test that logs a warning or an error that it did not expect. */
public final class WarningsExtension implements BeforeEachCallback, AfterEachCallback {
  @Override
  public void beforeEach(ExtensionContext context) {
    Warnings.INSTANCE.begin();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    AssertionError wrong =
        Warnings.INSTANCE.end(context.getRequiredTestClass(), context.getTestMethod().orElse(null));
    if (context.getExecutionException().isPresent()) {
      Warnings.INSTANCE.tell(context.getDisplayName(), System.err);
    } else if (wrong != null) {
      throw wrong;
    }
  }
}
