package io.freightsdk.error;

import org.jspecify.annotations.Nullable;

/**
 * A problem in the configuration and its remedy, as values. Exceptions that you fix in the
 * configuration implement this interface, so that a framework can report them with its own property
 * names.
 */
public interface ConfigurationProblem {
  /** The option to correct, such as {@code callTimeout}; null if no option is wrong. */
  @Nullable String option();

  /**
   * The problem, as text that follows the name of the option or property, such as {@code must be
   * positive, got PT0S}. Contains no secret.
   */
  String problem();

  /** The remedy, beginning with a verb; null if it depends on the cause. */
  @Nullable String remedy();
}
