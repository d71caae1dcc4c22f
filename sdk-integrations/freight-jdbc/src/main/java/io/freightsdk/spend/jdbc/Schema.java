package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.jdbc.Database;
import io.freightsdk.internal.jdbc.Sql;
import io.freightsdk.spend.jdbc.JdbcSpendStore.SchemaMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Creates and checks the tables, with the script of the jar that Flyway and Liquibase can run too.
 * It may run any number of times, and only adds, so that an older release can use the tables of a
 * newer one.
 */
final class Schema {
  private static final String SCRIPT = "R__freight_books.sql";
  private static final List<List<String>> TABLES =
      List.of(
          List.of("freight_book", "book", "version", "ends_us", "head"),
          List.of("freight_cell", "book", "id", "ends_us", "body"),
          Stream.of("freight_ledger, book, " + Ledger.COLUMNS)
              .flatMap(all -> Stream.of(all.split(", ")))
              .toList());

  private Schema() {}

  /** Makes a book, and the tables if they may be made. */
  static boolean prepare(Sql sql, Database database, String book, SchemaMode mode) {
    boolean old = missing(sql, List.of("freight_spend_book", "book")).isEmpty();
    List<String> missing = missing(sql);
    if (old && missing.contains("freight_book")) {
      throw Database.refused(
          "the tables freight_spend_* are of a release that was never published; reconcile and drop them, then open the store again");
    }
    if (!missing.isEmpty() && mode == SchemaMode.CREATE) {
      for (String statement : database.script(Schema.class, SCRIPT)) sql.update(statement);
      missing = missing(sql);
    }
    if (!missing.isEmpty()) {
      throw Database.refused(
          "missing or not readable: %s; run the script io/freightsdk/spend/jdbc/%s/%s of the jar, or open the store with SchemaMode.CREATE"
              .formatted(String.join(", ", missing), database.folder(), SCRIPT));
    }
    String find = "SELECT version FROM freight_book WHERE book = ?";
    if (sql.list(find, row -> true, book).isEmpty()) {
      sql.update(
          "INSERT INTO freight_book (book, version, ends_us, head) VALUES (?, 0, 0, '')", book);
    }
    return true;
  }

  private static List<String> missing(Sql sql) {
    return TABLES.stream().flatMap(table -> missing(sql, table).stream()).toList();
  }

  /** The table, if no column can be read, or the columns that cannot. */
  private static List<String> missing(Sql sql, List<String> table) {
    String name = table.get(0);
    List<String> columns = table.subList(1, table.size());
    if (sql.canRead(name, String.join(", ", columns))) return List.of();
    List<String> missing = new ArrayList<>();
    for (String column : columns) if (!sql.canRead(name, column)) missing.add(name + "." + column);
    return missing.size() == columns.size() ? List.of(name) : missing;
  }
}
