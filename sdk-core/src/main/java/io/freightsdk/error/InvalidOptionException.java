package io.freightsdk.error;

import java.io.Serial;

/**
 * An option has a value that cannot be used, alone or with another option. Builders and factories
 * throw it before anything is sent.
 *
 * <p>The message has all three values, such as {@code callTimeout: must be positive, got PT0S; use
 * a positive duration}.
 */
public final class InvalidOptionException extends IllegalArgumentException
    implements ConfigurationProblem {
  @Serial private static final long serialVersionUID = 1;

  private final String option;
  private final String problem;
  private final String remedy;

  /**
   * A refused option.
   *
   * @param option name of the builder's option, or of the environment variable that it was read
   *     from
   * @param problem what is wrong with its value, without secrets
   * @param remedy what to do, beginning with a verb
   */
  public InvalidOptionException(String option, String problem, String remedy) {
    super(option + ": " + problem + "; " + remedy);
    this.option = option;
    this.problem = problem;
    this.remedy = remedy;
  }

  /** The name of the option or environment variable; never null. */
  @Override
  public String option() {
    return option;
  }

  /** What is wrong with the value; never null. */
  @Override
  public String problem() {
    return problem;
  }

  /** What to do, beginning with a verb; never null. */
  @Override
  public String remedy() {
    return remedy;
  }
}
