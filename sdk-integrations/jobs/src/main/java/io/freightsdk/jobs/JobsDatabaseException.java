package io.freightsdk.jobs;

import java.io.Serial;
import java.sql.SQLException;

/** The database of the jobs failed, for example because its tables are missing. */
public final class JobsDatabaseException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  public JobsDatabaseException(SQLException cause) {
    super("freight jobs: " + cause.getMessage() + advice(cause), cause);
  }

  private static String advice(SQLException cause) {
    String state = cause.getSQLState();
    boolean isOfTheStatement = state != null && state.startsWith("42");
    // SQLite has no SQL states.
    boolean isMissing = String.valueOf(cause.getMessage()).contains("no such ");
    return isOfTheStatement || isMissing
        ? "; if a table is missing, run its script or createTables()"
        : "";
  }
}
