package io.freightsdk.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Gives each property its seed of {@link Seeds} and as many tries as {@link Size} has; one that
 * fails says how to run it again.
 */
public final class SeedHook implements AroundPropertyHook {
  /** Of a property that names no number, as jqwik has it. */
  private static final int TRIES = 1_000;

  /**
   * A build, which draws the same values each time, draws one of so many; but at least the fewest.
   */
  private static final int SHARE = 8;

  private static final int FEWEST = 10;

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    String name = context.containerClass().getSimpleName() + "#" + context.targetMethod().getName();
    long seed =
        context.attributes().seed().map(Long::valueOf).orElse(Seeds.orFresh(name.hashCode()));
    context.attributes().setSeed(Long.toString(seed));
    int tries = context.attributes().tries().orElse(TRIES);
    context.attributes().setTries(Size.of(Math.max(Math.min(tries, FEWEST), tries / SHARE), tries));

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
