package io.freightsdk.internal.sql;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if work on a database fails, with the remedy and whether the same work may succeed later.
 * Ledgers and jobs convert it to their own exceptions.
 */
public final class DatabaseException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final @Nullable String option;
  private final String problem;
  private final @Nullable String remedy;
  private final boolean transientFailure;

  private DatabaseException(
      @Nullable String component,
      @Nullable String option,
      String problem,
      @Nullable String remedy,
      @Nullable Throwable cause,
      boolean transientFailure) {
    super(
        (component == null ? "" : component + ": ")
            + problem
            + (remedy == null ? "" : "; " + remedy),
        cause);
    this.option = option;
    this.problem = problem;
    this.remedy = remedy;
    this.transientFailure = transientFailure;
  }

  /**
   * Creates a failure after which the same work may succeed later, such as every exception of a
   * driver or a pool.
   *
   * @param component the component that uses the database, such as {@code ledger}
   */
  public static DatabaseException transientFailure(
      String component, String problem, @Nullable String remedy, @Nullable Throwable cause) {
    return new DatabaseException(component, null, problem, remedy, cause, true);
  }

  /**
   * Creates a failure that an operator must fix.
   *
   * @param component the component that uses the database; null if it is not known
   * @param option the option that fixes the failure; null for none
   */
  public static DatabaseException permanentFailure(
      @Nullable String component,
      @Nullable String option,
      String problem,
      @Nullable String remedy,
      @Nullable Throwable cause) {
    return new DatabaseException(component, option, problem, remedy, cause, false);
  }

  /** The option that fixes the failure, as in {@code ConfigurationProblem}; null for none. */
  public @Nullable String option() {
    return option;
  }

  /** The fact. */
  public String problem() {
    return problem;
  }

  /** The remedy, beginning with a verb; null if it is unknown. */
  public @Nullable String remedy() {
    return remedy;
  }

  /** Whether the same work may succeed later. */
  public boolean isTransient() {
    return transientFailure;
  }
}
