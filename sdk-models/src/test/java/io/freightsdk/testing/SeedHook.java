package io.freightsdk.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Gives each jqwik property the seed of its {@code @Property}, or of {@code -Dfreight.seed}. The
 * seed does not depend on names, so a renamed property plays the same values. A failure says how to
 * run the property again.
 */
public final class SeedHook implements AroundPropertyHook {
  /** For a property without a seed of its own. */
  private static final long DEFAULT_SEED = 1;

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    long fixed = context.attributes().seed().map(Long::valueOf).orElse(DEFAULT_SEED);
    long seed = Seeds.givenOr(fixed);
    context.attributes().setSeed(Long.toString(seed));

    PropertyExecutionResult result = property.execute();
    if (result.status() == PropertyExecutionResult.Status.FAILED) {
      String name =
          context.containerClass().getSimpleName() + "#" + context.targetMethod().getName();
      String rerun = name + " failed with seed " + seed + ". Run it again: ";
      Throwable failure = result.throwable().orElse(null);
      String message = failure == null ? "" : failure.getMessage();
      return result.mapToFailed(
          new AssertionError(rerun + Seeds.rerunCommand(name, seed) + "\n" + message, failure));
    }
    return result;
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }
}
