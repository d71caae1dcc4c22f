package io.freightsdk.internal.sql;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown if work on a database fails. Ledgers and jobs turn it into their own exceptions. */
public final class DatabaseException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final @Nullable String option;
  private final String problem;
  private final @Nullable String remedy;
  private final boolean passing;

  private DatabaseException(
      @Nullable String noun,
      @Nullable String option,
      String problem,
      @Nullable String remedy,
      @Nullable Throwable cause,
      boolean passing) {
    super(
        (noun == null ? "" : noun + ": ") + problem + (remedy == null ? "" : "; " + remedy), cause);
    this.option = option;
    this.problem = problem;
    this.remedy = remedy;
    this.passing = passing;
  }

  /**
   * A failure that may be over a little later, such as everything that a driver or a pool throws.
   *
   * @param noun what the database is used for, such as {@code ledger}
   */
  public static DatabaseException passing(
      String noun, String problem, @Nullable String remedy, @Nullable Throwable cause) {
    return new DatabaseException(noun, null, problem, remedy, cause, true);
  }

  /**
   * A failure until something is corrected.
   *
   * @param noun what the database is used for; null if the caller does not know it
   * @param option the name of the switch that would correct it; null for none
   */
  public static DatabaseException lasting(
      @Nullable String noun,
      @Nullable String option,
      String problem,
      @Nullable String remedy,
      @Nullable Throwable cause) {
    return new DatabaseException(noun, option, problem, remedy, cause, false);
  }

  /** See {@code ConfigurationProblem}, which the exceptions of spending and jobs implement. */
  public @Nullable String option() {
    return option;
  }

  /** What failed. */
  public String problem() {
    return problem;
  }

  /** What to do, beginning with a verb; null if unknown. */
  public @Nullable String remedy() {
    return remedy;
  }

  /** Whether the same work may succeed later. */
  public boolean isPassing() {
    return passing;
  }
}
