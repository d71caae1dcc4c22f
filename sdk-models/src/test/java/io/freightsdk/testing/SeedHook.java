package io.freightsdk.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Gives each property its seed of {@link Seeds}; one that fails says how to run it again. */
public final class SeedHook implements AroundPropertyHook {
  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    String name = context.containerClass().getSimpleName() + "#" + context.targetMethod().getName();
    long seed =
        context.attributes().seed().map(Long::valueOf).orElse(Seeds.orFresh(name.hashCode()));
    context.attributes().setSeed(Long.toString(seed));

    PropertyExecutionResult result = property.execute();
    if (result.status() == PropertyExecutionResult.Status.FAILED) {
      String again = name + " failed with seed " + seed + ". Again: " + Seeds.again(name, seed);
      Throwable failure = result.throwable().orElse(null);
      String message = failure == null ? "" : failure.getMessage();
      return result.mapToFailed(new AssertionError(again + "\n" + message, failure));
    }
    return result;
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }
}
