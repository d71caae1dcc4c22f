package io.freightsdk.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** {@link NothingLeftOpen} for properties, which jqwik runs; found without being named as well. */
public final class NothingLeftOpenHook implements AroundPropertyHook {
  /** Outside of what a test does before and after a property, which jqwik has at -10. */
  private static final int OUTERMOST = -100;

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    OpenThings before = OpenThings.before(context.label());
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
