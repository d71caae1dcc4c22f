package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.jdbc.Database;
import io.freightsdk.internal.jdbc.Sql;
import io.freightsdk.internal.jdbc.Tables;
import io.freightsdk.internal.jdbc.Tables.Table;
import io.freightsdk.spend.jdbc.JdbcSpendStore.SchemaMode;
import java.util.List;

/**
 * Creates and checks the tables, with the script of the jar that Flyway and Liquibase can run too.
 * It may run any number of times, and only adds, so that an older release can use the tables of a
 * newer one.
 */
final class Schema {
  private static final String SCRIPT = "R__freight_books.sql";
  private static final Tables TABLES =
      Tables.of(
          new Table("freight_book", "book, version, ends_us, head"),
          new Table("freight_cell", "book, id, ends_us, body"),
          new Table("freight_ledger", "book, " + Ledger.COLUMNS));

  private Schema() {}

  /** Makes a book, and the tables if they may be made. */
  static boolean prepare(Sql sql, Database database, String book, SchemaMode mode) {
    boolean old = sql.canRead("freight_spend_book", "book");
    List<String> missing = TABLES.missing(sql);
    if (old && missing.contains("freight_book")) {
      throw Database.refused(
          "the tables freight_spend_* are of a release that was never published; reconcile and drop them, then open the store again");
    }
    if (!missing.isEmpty() && mode == SchemaMode.CREATE) {
      missing = TABLES.make(sql, database.script(Schema.class::getResourceAsStream, SCRIPT));
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
}
