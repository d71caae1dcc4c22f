package io.freightsdk.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** {@link ThreadLeakCheck} for the properties of jqwik, which finds it as a service. */
public final class ThreadLeakHook implements AroundPropertyHook {
  /** Outside the hooks before and after a property, which jqwik runs at -10. */
  private static final int OUTERMOST = -100;

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    ClientThreads before = ClientThreads.before(context.label());
    PropertyExecutionResult result = property.execute();
    try {
      before.assertClosed();
      return result;
    } catch (AssertionError leftOpen) {
      return result.mapToFailed(leftOpen);
    }
  }

  @Override
  public int aroundPropertyProximity() {
    return OUTERMOST;
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }
}
