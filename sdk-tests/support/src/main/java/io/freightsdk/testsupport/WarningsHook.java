package io.freightsdk.testsupport;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** {@link WarningsExtension} for properties. */
public final class WarningsHook implements AroundPropertyHook {
  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    Warnings.INSTANCE.begin();
    PropertyExecutionResult result = property.execute();
    AssertionError wrong = Warnings.INSTANCE.end(context.containerClass(), context.targetMethod());
    boolean passed = result.status() == PropertyExecutionResult.Status.SUCCESSFUL;
    return passed && wrong != null ? result.mapToFailed(wrong) : result;
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }
}
