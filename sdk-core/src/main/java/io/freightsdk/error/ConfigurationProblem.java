package io.freightsdk.error;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong in a configuration and how to correct it, as values. Exceptions implement it that
 * you correct where the program is configured, so that a framework can report them under its own
 * names.
 */
public interface ConfigurationProblem {
  /** The option to correct, such as {@code callTimeout}; null if no option is wrong. */
  @Nullable String option();

  /**
   * What is wrong, as a clause that follows the name of the option or of its property. Shows no
   * secret.
   */
  String problem();

  /** What to do, beginning with a verb; null if that depends on the cause. */
  @Nullable String remedy();
}
