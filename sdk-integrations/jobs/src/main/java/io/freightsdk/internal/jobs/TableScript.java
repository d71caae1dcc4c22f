package io.freightsdk.internal.jobs;

import io.freightsdk.jobs.JobsDatabaseException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The script that creates the tables, run so that it changes nothing that is there. A table is
 * looked for before it is created: some servers lock it before they look, and then everyone who
 * books waits behind a start that waits for one open transaction.
 */
final class TableScript {
  private static final Pattern TABLE = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+)");

  /** The table that a statement creates or locks. */
  private static final Pattern LOCKED =
      Pattern.compile("CREATE (?:TABLE IF NOT EXISTS|INDEX IF NOT EXISTS \\w+ ON) (\\w+)");

  /** Semicolons between quotes are within a statement. */
  private static final Pattern END_OF_STATEMENT = Pattern.compile(";(?=(?:[^']*'[^']*')*[^']*$)");

  private static final int MAX_RUNS = 2;

  private final JobsDatabase database;
  private final String path;

  TableScript(JobsDatabase database) {
    this.database = database;
    String folder = database.product().name().toLowerCase(Locale.ROOT);
    this.path = "io/freightsdk/jobs/" + folder + "/R__freight_jobs.sql";
  }

  /** Creates what is missing, also while other instances do the same. */
  void run() {
    for (String sql : statements()) {
      Matcher table = TABLE.matcher(sql);
      if (!table.find() || !isThere(table.group(1))) create(sql);
    }
  }

  private List<String> statements() {
    try (InputStream script = TableScript.class.getResourceAsStream("/" + path)) {
      String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      String withoutComments = text.replaceAll("(?m)^--.*$", "");
      return Stream.of(END_OF_STATEMENT.split(withoutComments, -1))
          .filter(sql -> !sql.isBlank())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In the schema in which it would be created. SQLite and H2 look themselves, without a lock. */
  private boolean isThere(String table) {
    return switch (database.product()) {
      case POSTGRESQL -> isIn("current_schema()", table);
      case MYSQL -> isIn("DATABASE()", table);
      case SQLITE, H2 -> false;
    };
  }

  private boolean isIn(String schema, String table) {
    String select =
        "SELECT 1 FROM information_schema.tables WHERE table_schema = "
            + schema
            + " AND table_name = ?";
    return database.autoCommitted(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(select)) {
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
              return row.next();
            }
          }
        });
  }

  /** Retries once: on PostgreSQL, IF NOT EXISTS can fail while another instance creates it. */
  private void create(String sql) {
    for (int run = 1; ; run++) {
      try {
        boolean unused =
            database.withShortLockWaits(connection -> JobsDatabase.execute(connection, sql));
        return;
      } catch (JobsDatabaseException e) {
        if (e.getCause() instanceof SQLException cause && JobsDatabase.isLockTimeout(cause)) {
          throw waited(sql, cause);
        }
        if (run == MAX_RUNS) throw e;
      }
    }
  }

  private JobsDatabaseException waited(String sql, SQLException cause) {
    Matcher locked = LOCKED.matcher(sql);
    return new JobsDatabaseException(
        String.format(
            Locale.ROOT,
            "createTables() waited %d s for the lock of %s, which another transaction holds; start"
                + " again when that has ended, or run the script %s while nothing uses the table",
            JobsDatabase.LONGEST_LOCK_WAIT.toSeconds(),
            locked.find() ? locked.group(1) : "a table",
            path),
        cause);
  }
}
