package io.freightsdk.internal.database;

import io.freightsdk.spend.SpendLedgerException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * The tables of a {@link TableSet} as the script of their database defines them. Where they exist,
 * nothing is made: a definition would wait for every open transaction, and every later transaction
 * for it.
 */
public record Tables(DatabaseThread thread) {
  /** A table of the script, with its columns on lines of their own. */
  private static final Pattern TABLE =
      Pattern.compile("(?s)CREATE TABLE IF NOT EXISTS (\\w+) \\((.*?)\\n\\)");

  /** A view of the script. Views come last, so the script ran to its end where they exist. */
  private static final Pattern VIEW =
      Pattern.compile("CREATE (?:OR REPLACE )?VIEW (?:IF NOT EXISTS )?(\\w+)");

  /** The name of a column begins its line; keys are in capitals. */
  private static final Pattern COLUMN = Pattern.compile("(?m)^  ([a-z_]+) ");

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Each process collides once or twice with those that make them at the same moment. */
  private static final int MAX_RUNS = 8;

  /**
   * Makes those that are missing; any number of processes may do so at once.
   *
   * @throws SpendLedgerException if one lacks a column, as those of another version do
   */
  public void create() {
    List<String> missing = missing();
    if (missing.isEmpty() && hasViews()) return;
    refuseOthers(missing);
    String statements = script().replaceAll("(?m)^--.*\\n", "");
    Stream.of(statements.split(";\\s*\\n", -1)).filter(one -> !one.isBlank()).forEach(this::create);
  }

  /** IF NOT EXISTS does not help who makes a table at the same moment: it may run again. */
  private void create(String statement) {
    for (int run = 1; ; run++) {
      try {
        int unused = thread.run(handle -> handle.execute(statement), PATIENCE);
        return;
      } catch (SpendLedgerException e) {
        if (run == MAX_RUNS || !e.isPassing()) throw e;
      }
    }
  }

  /**
   * Looks for them.
   *
   * @throws SpendLedgerException that names what is missing, and what to do
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

  private SpendLedgerException refused(List<String> missing, String whatToDo) {
    String names = String.join(", ", missing);
    return new SpendLedgerException(
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
