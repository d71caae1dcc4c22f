package io.freightsdk.internal.sql;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Work on a database failed. Spending and jobs turn it into exceptions of their own. */
public final class DatabaseException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final boolean passing;

  /**
   * A failure.
   *
   * @param passing whether the same work may succeed a little later, which is so for everything
   *     that a driver or a pool throws; false if something has to be fixed first
   */
  public DatabaseException(String message, @Nullable Throwable cause, boolean passing) {
    super(message, cause);
    this.passing = passing;
  }

  /** Whether the same work may succeed a little later. */
  public boolean isPassing() {
    return passing;
  }
}
