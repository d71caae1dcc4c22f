package io.freightsdk.internal.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * The tables of a {@link TableSet} as the script of their database defines them. What exists is not
 * made again: a definition would wait for every open transaction, and every later transaction for
 * it. What is missing waits only for a moment.
 */
public record Tables(DatabaseThread thread) {
  /** A table of the script, with its columns on lines of their own. */
  private static final Pattern TABLE =
      Pattern.compile("(?s)CREATE TABLE IF NOT EXISTS (\\w+) \\((.*?)\\n\\)");

  /** A view of the script. Views come last, so the script ran to its end where they exist. */
  private static final Pattern VIEW =
      Pattern.compile("CREATE (?:OR REPLACE )?VIEW (?:IF NOT EXISTS )?(\\w+)");

  /** The table that an index is of. */
  private static final Pattern INDEXED =
      Pattern.compile("CREATE INDEX IF NOT EXISTS \\w+ ON (\\w+)");

  /** The table to which the rows of a new one belong, and which is locked for that. */
  private static final Pattern REFERENCED = Pattern.compile("REFERENCES (\\w+)");

  /** Semicolons within lines are of a trigger, those between quotes of a block. */
  private static final Pattern END_OF_STATEMENT =
      Pattern.compile(";\\s*\\n(?=(?:[^']*'[^']*')*[^']*$)");

  /** The name of a column begins its line; keys are in capitals. */
  private static final Pattern COLUMN = Pattern.compile("(?m)^  ([a-z_]+) ");

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Each process collides once or twice with those that make them at the same moment. */
  private static final int MAX_RUNS = 8;

  /**
   * Makes those that are missing; any number of processes may do so at once.
   *
   * @throws DatabaseException if one lacks a column, as those of another version do
   */
  public void create() {
    List<String> missing = missing();
    if (missing.isEmpty() && hasViews()) return;
    refuseOthers(missing);
    String statements = script().replaceAll("(?m)^--.*\\n", "");
    Stream.of(END_OF_STATEMENT.split(statements, -1))
        .filter(one -> !one.isBlank() && !isMade(one, missing))
        .forEach(this::create);
  }

  /** Whether it defines what was found before. An index is looked for by its statement. */
  private boolean isMade(String statement, List<String> missing) {
    Matcher table = TABLE.matcher(statement);
    if (table.find()) return !missing.contains(table.group(1));
    Matcher view = VIEW.matcher(statement);
    return view.find() && thread.run(handle -> canRead(handle, view.group(1), "ledger"), PATIENCE);
  }

  /** IF NOT EXISTS does not help who makes a table at the same moment: it may run again. */
  private void create(String statement) {
    for (int run = 1; ; run++) {
      try {
        int unused = thread.run(handle -> createOnce(handle, statement), PATIENCE);
        return;
      } catch (DatabaseException e) {
        boolean isInUse = e.getCause() instanceof RuntimeException failed && isLockTimeout(failed);
        if (run == MAX_RUNS || !e.isPassing() || isInUse) throw e;
      }
    }
  }

  /** Says at once that a table is in use; anything else may be tried again. */
  private int createOnce(Handle handle, String statement) {
    try {
      return database().withShortLockWaits(handle, () -> handle.execute(statement));
    } catch (RuntimeException failed) {
      if (!isLockTimeout(failed)) throw failed;
      throw new DatabaseException(waited(statement), failed, true);
    }
  }

  private static boolean isLockTimeout(RuntimeException failed) {
    return DatabaseTask.root(failed) instanceof SQLException sql && Database.isLockTimeout(sql);
  }

  private String waited(String statement) {
    return String.format(
        Locale.ROOT,
        "%s: %s() waited %d s for the lock of %s, which another transaction holds; start again when"
            + " that has ended, or run the script %s of freight-spend while nothing uses the table",
        tables().noun,
        tables().creator,
        Database.LONGEST_LOCK_WAIT.toSeconds(),
        locked(statement),
        path());
  }

  private static String locked(String statement) {
    return Stream.of(INDEXED, REFERENCED, TABLE, VIEW)
        .map(pattern -> pattern.matcher(statement))
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst()
        .orElse("a table");
  }

  /**
   * Looks for them.
   *
   * @throws DatabaseException that names what is missing, and what to do
   */
  public void check() {
    List<String> missing = missing();
    if (missing.isEmpty()) return;
    refuseOthers(missing);
    throw refused(
        missing, "run the script " + path() + " of freight-spend, or call " + tables().creator);
  }

  /** A table that lacks a column is not of this version. */
  private void refuseOthers(List<String> missing) {
    List<String> columns = missing.stream().filter(one -> one.contains(".")).toList();
    if (columns.isEmpty()) return;
    throw refused(
        columns,
        "let this user read them, or, if another version of freight-spend made the tables, go on with that version or with other tables");
  }

  private DatabaseException refused(List<String> missing, String whatToDo) {
    String names = String.join(", ", missing);
    return new DatabaseException(
        tables().noun + ": missing or not readable: " + names + "; " + whatToDo, null, false);
  }

  /** Tables of which no column can be read, and columns that cannot. */
  private List<String> missing() {
    return thread.run(
        handle ->
            TABLE
                .matcher(script())
                .results()
                .flatMap(table -> missing(handle, table.group(1), table.group(2)))
                .toList(),
        PATIENCE);
  }

  private boolean hasViews() {
    return thread.run(
        handle ->
            VIEW.matcher(script())
                .results()
                .allMatch(view -> canRead(handle, view.group(1), "ledger")),
        PATIENCE);
  }

  private Stream<String> missing(Handle handle, String table, String definition) {
    List<String> columns =
        COLUMN.matcher(definition).results().map(column -> column.group(1)).toList();
    if (canRead(handle, table, String.join(", ", columns))) return Stream.of();
    List<String> unread =
        columns.stream().filter(column -> !canRead(handle, table, column)).toList();
    if (unread.size() == columns.size()) return Stream.of(table);
    // Another process may have made it among these.
    if (canRead(handle, table, String.join(", ", columns))) return Stream.of();
    return unread.stream().map(column -> table + "." + column);
  }

  private boolean canRead(Handle handle, String table, String columns) {
    String select = "SELECT " + columns + " FROM " + table + " WHERE 1 = 0";
    try {
      return handle.createQuery(select).mapToMap().list().isEmpty();
    } catch (RuntimeException e) {
      if (DatabaseTask.root(e) instanceof SQLException sql && database().isRefusal(sql))
        return false;
      throw e;
    }
  }

  private TableSet tables() {
    return thread.tables();
  }

  private Database database() {
    return thread.database(PATIENCE);
  }

  private String path() {
    return tables().script(database());
  }

  private String script() {
    String path = path();
    try (InputStream in = Tables.class.getResourceAsStream("/" + path)) {
      if (in == null) throw new IllegalStateException("the jar lacks " + path);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
