package io.freightsdk.jobs;

import java.io.Serial;
import java.sql.SQLException;

/** Thrown when the database of the jobs fails, for example because tables are missing. */
public final class JobsDatabaseException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  public JobsDatabaseException(SQLException cause) {
    super("freight jobs: " + cause.getMessage() + advice(cause), cause);
  }

  private static String advice(SQLException cause) {
    String state = cause.getSQLState();
    boolean isStatementError = state != null && state.startsWith("42");
    // SQLite has no SQL states.
    boolean isMissing = String.valueOf(cause.getMessage()).contains("no such ");
    return isStatementError || isMissing
        ? "; if a table is missing, run its script or createTables()"
        : "";
  }
}
