package io.freightsdk.internal.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Creates and checks tables by the script of their database. If no table or view is missing, it
 * runs no statement of the script: each statement would wait for open transactions and block new
 * transactions. It changes no existing table, but reports one that lacks a column.
 */
public record Tables(Database database, Script script) {
  /**
   * A script for each database.
   *
   * @param path in the jar, with {@code %s} for the folder of the dialect
   * @param open opens a path in the jar
   * @param artifact the name of the jar's artifact, for messages
   * @param creator the method that makes the tables, for messages
   */
  public record Script(
      String path, Function<String, @Nullable InputStream> open, String artifact, String creator) {}

  /** A table and its definition. */
  private static final Pattern TABLE =
      Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+) \\((.*?)\\n\\)", Pattern.DOTALL);

  /** Each column has its own line, and its name is in lower case. */
  private static final Pattern COLUMN = Pattern.compile("(?m)^ +([a-z_]+) ");

  private static final Pattern TABLE_OR_VIEW =
      Pattern.compile("CREATE (?:OR REPLACE )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?(\\w+)");

  /** A semicolon within a line belongs to a trigger, and a semicolon between quotes to a block. */
  private static final Pattern END_OF_STATEMENT =
      Pattern.compile(";\\s*\\n(?=(?:[^']*'[^']*')*[^']*$)");

  /** A process collides once or twice with other processes that create tables concurrently. */
  private static final int MAX_ATTEMPTS = 8;

  private static final Duration PAUSE = Duration.ofMillis(300);

  /**
   * Creates missing tables. Any number of processes may do so concurrently.
   *
   * @throws DatabaseException if an existing table lacks a column
   */
  public void create() {
    database.withoutTransaction(this::create);
  }

  /**
   * Creates missing tables over a connection of the database, outside of a transaction.
   *
   * @return true if all tables are complete, whether they were created or existed
   * @throws DatabaseException if an existing table lacks a column
   */
  public boolean create(Handle handle) {
    Backoff backoff = new Backoff(MAX_ATTEMPTS, PAUSE, MAX_ATTEMPTS, PAUSE);
    while (lacksTableOrView(handle)) {
      // A view may need the column that a table lacks.
      missingTables(handle);
      try {
        statements().forEach(handle::execute);
        break;
      } catch (RuntimeException e) {
        // IF NOT EXISTS fails if another process creates the same table concurrently.
        if (!Database.isOfDatabase(e)) throw e;
        Duration pause = backoff.pauseAfter(e);
        if (pause == null || !Backoff.sleep(pause)) throw database.translate(e, false);
      }
    }
    return missingTables(handle).isEmpty();
  }

  /**
   * Creates missing tables, but only checks them on a server; over a connection of the database,
   * outside of a transaction.
   *
   * @return true if all tables are complete, whether they were created or existed
   * @throws DatabaseException that names a missing table or column, and what to do
   */
  public boolean createOrRequire(Handle handle) {
    return database.dialect().isServer() ? require(handle) : create(handle);
  }

  /**
   * Checks that all tables and their columns exist.
   *
   * @throws DatabaseException that names a missing table or column, and what to do
   */
  public void require() {
    database.withoutTransaction(this::require);
  }

  private boolean require(Handle handle) {
    List<String> missing = missingTables(handle);
    if (missing.isEmpty()) return true;
    throw DatabaseException.permanentFailure(
        database.component(),
        "createTables",
        String.format(
            Locale.ROOT,
            "missing or not readable: %s of the script %s in %s",
            String.join(", ", missing),
            path(),
            script.artifact),
        "run the script, or call " + script.creator,
        null);
  }

  private boolean lacksTableOrView(Handle handle) {
    return TABLE_OR_VIEW
        .matcher(text())
        .results()
        .anyMatch(found -> !canRead(handle, "1", found.group(1)));
  }

  /**
   * Returns the tables that do not exist or may not be read.
   *
   * @throws DatabaseException if another table lacks a column
   */
  private List<String> missingTables(Handle handle) {
    return TABLE
        .matcher(text())
        .results()
        .filter(table -> !hasColumns(handle, table.group(1), table.group(2)))
        .map(table -> table.group(1))
        .toList();
  }

  /** Whether a table exists with all its columns. */
  private boolean hasColumns(Handle handle, String table, String definition) {
    List<String> columns =
        COLUMN.matcher(definition).results().map(found -> found.group(1)).toList();
    if (canRead(handle, String.join(", ", columns), table)) return true;
    if (!canRead(handle, "1", table)) return false;
    List<String> missing =
        columns.stream().filter(column -> !canRead(handle, column, table)).toList();
    // Another process has just created it.
    if (missing.isEmpty()) return true;
    throw DatabaseException.permanentFailure(
        database.component(),
        null,
        "the table " + table + " lacks " + String.join(", ", missing),
        "it is of another version of "
            + script.artifact
            + ": run the ALTER TABLE statements of the changelog",
        null);
  }

  private boolean canRead(Handle handle, String columns, String table) {
    try {
      return handle
          .createQuery("SELECT " + columns + " FROM " + table + " WHERE 1 = 0")
          .mapToMap()
          .list()
          .isEmpty();
    } catch (RuntimeException e) {
      if (Database.sqlOrRootCause(e) instanceof SQLException sql
          && database.dialect().isStatementRefused(sql)) return false;
      throw e;
    }
  }

  private List<String> statements() {
    return Stream.of(END_OF_STATEMENT.split(text(), -1)).filter(one -> !one.isBlank()).toList();
  }

  private String path() {
    return String.format(Locale.ROOT, script.path, database.dialect().folder());
  }

  /** The script without its comments. */
  private String text() {
    String path = path();
    try (InputStream in = script.open.apply(path)) {
      if (in == null) throw new IllegalStateException("the jar lacks " + path);
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.replaceAll("(?m)^--.*\\n", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
