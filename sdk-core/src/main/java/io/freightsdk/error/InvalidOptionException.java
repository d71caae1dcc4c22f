package io.freightsdk.error;

import java.io.Serial;
import java.util.Objects;

/**
 * An invalid value of an option, alone or together with another option. Builders and factories
 * throw it before anything is sent.
 *
 * <p>The message has the option, the problem and the remedy, such as {@code callTimeout: must be
 * positive, got PT0S; use a positive duration}.
 */
public final class InvalidOptionException extends IllegalArgumentException
    implements ConfigurationProblem {
  @Serial private static final long serialVersionUID = 1;

  private final String option;
  private final String problem;
  private final String remedy;

  /**
   * Creates the exception.
   *
   * @param option the name of the builder's option, or of the environment variable that the value
   *     is from
   * @param problem the problem with the value, without secrets
   * @param remedy the remedy, beginning with a verb
   */
  public InvalidOptionException(String option, String problem, String remedy) {
    super(
        Objects.requireNonNull(option, "option")
            + ": "
            + Objects.requireNonNull(problem, "problem")
            + "; "
            + Objects.requireNonNull(remedy, "remedy"));
    this.option = option;
    this.problem = problem;
    this.remedy = remedy;
  }

  /** The name of the option or environment variable; never null. */
  @Override
  public String option() {
    return option;
  }

  /** The problem with the value; never null. */
  @Override
  public String problem() {
    return problem;
  }

  /** The remedy, beginning with a verb; never null. */
  @Override
  public String remedy() {
    return remedy;
  }
}
