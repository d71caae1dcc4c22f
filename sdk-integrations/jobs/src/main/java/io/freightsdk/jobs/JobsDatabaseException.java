package io.freightsdk.jobs;

import java.io.Serial;
import java.sql.SQLException;

/** The database of the jobs failed, for example because its tables are missing. */
public final class JobsDatabaseException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  public JobsDatabaseException(SQLException cause) {
    super(
        "freight jobs: %s; if a table is missing, run its script or createTables()"
            .formatted(cause.getMessage()),
        cause);
  }
}
