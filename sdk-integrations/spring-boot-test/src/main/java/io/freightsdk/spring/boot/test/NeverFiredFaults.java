package io.freightsdk.spring.boot.test;

import io.freightsdk.server.fault.Faults;
import java.util.ArrayList;
import java.util.List;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Fails a test with a planned fault that never fired, as {@code @FreightServerTest} does.
 * Registered in {@code spring.factories}.
 */
final class NeverFiredFaults extends AbstractTestExecutionListener {
  /** After listeners that load a context, and at the end of a test before they close it. */
  private static final int ORDER = 4_500;

  private static final String STARTED = NeverFiredFaults.class.getName();

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public void beforeTestMethod(TestContext test) {
    boolean hasServer =
        TestContextAnnotationUtils.hasAnnotation(
            test.getTestClass(), AutoConfigureFreightServer.class);
    if (!hasServer) return;
    RunningTests running = test.getApplicationContext().getBean(RunningTests.class);
    running.started();
    test.setAttribute(STARTED, running);
  }

  @Override
  public void afterTestMethod(TestContext test) {
    if (!(test.removeAttribute(STARTED) instanceof RunningTests running)) return;
    List<String> neverFired = running.ended(test.getTestException() != null);
    if (neverFired.isEmpty()) return;
    throw new AssertionError(
        "planned faults that never fired:\n  "
            + String.join("\n  ", neverFired)
            + "\nMake the call for each fault, or plan a fault that need not fire with"
            + " faults.lenient()");
  }

  /**
   * The running tests of one context. Concurrent tests share its faults, which are checked when the
   * last of these tests ends. Faults that were planned before belong to none of them.
   */
  static final class RunningTests {
    private final Faults faults;
    private int running;
    private boolean hasFailed;
    private List<String> before = List.of();

    RunningTests(Faults faults) {
      this.faults = faults;
    }

    synchronized void started() {
      running++;
      if (running > 1) return;
      before = faults.neverFired();
      hasFailed = false;
    }

    /** The faults that never fired; none while other tests run, or if a test has failed. */
    synchronized List<String> ended(boolean failed) {
      running--;
      hasFailed |= failed;
      if (running > 0 || hasFailed) return List.of();
      List<String> neverFired = new ArrayList<>(faults.neverFired());
      before.forEach(neverFired::remove);
      return neverFired;
    }
  }
}
