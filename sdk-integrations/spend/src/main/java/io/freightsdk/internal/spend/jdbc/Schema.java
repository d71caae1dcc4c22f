package io.freightsdk.internal.spend.jdbc;

import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.DatabaseException;
import io.freightsdk.internal.sql.Sql;
import io.freightsdk.internal.sql.Tables;
import io.freightsdk.internal.sql.Tables.Table;
import io.freightsdk.sql.SchemaMode;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates and checks the tables, with the script of the jar that Flyway and Liquibase can run too.
 * It may run any number of times, and only adds, so that an older release can use the tables of a
 * newer one.
 */
final class Schema {
  private static final String FOLDER = "io/freightsdk/spend/jdbc/";
  private static final String SCRIPT = "R__freight_books.sql";
  private static final Tables TABLES =
      Tables.of(
          new Table("freight_book", "book, version, last_id, " + JdbcRows.HEAD),
          new Table("freight_sum", "book, " + JdbcRows.SUM),
          new Table("freight_reservation", "book, " + JdbcRows.RESERVATION),
          new Table("freight_memory", "book, " + JdbcRows.MEMORY),
          new Table("freight_ledger", "book, " + LedgerTable.COLUMNS));

  private Schema() {}

  /** Makes a ledger, and the tables if they may be made. */
  static boolean prepare(
      Sql sql, Database database, String book, SchemaMode mode, @Nullable LongSupplier micros) {
    List<String> missing = TABLES.missing(sql);
    if (!missing.isEmpty() && sql.canRead("freight_cell", "book")) {
      throw DatabaseException.refused(
          "the tables freight_book, freight_cell and freight_ledger are of a release that was never published; compare the balance and drop them, then open the ledger again");
    }
    if (!missing.isEmpty() && mode == SchemaMode.CREATE) {
      missing =
          TABLES.make(
              sql,
              database.script(
                  path -> Schema.class.getResourceAsStream("/" + FOLDER + path), SCRIPT));
    }
    if (!missing.isEmpty()) {
      throw DatabaseException.refused(
          "missing or not readable: %s; run the script %s%s/%s of the jar, or open the ledger with SchemaMode.CREATE"
              .formatted(String.join(", ", missing), FOLDER, database.folder(), SCRIPT));
    }
    String find = "SELECT version FROM freight_book WHERE book = ?";
    if (sql.list(find, row -> true, book).isEmpty()) {
      long now =
          micros == null
              ? sql.list("SELECT " + database.clock, row -> row.getLong(1)).get(0)
              : micros.getAsLong();
      Values columns = new Values(database);
      sql.update(
          "INSERT INTO freight_book (book, version, now_at, last_id, opening, balance_usd,"
              + " adjusted_usd, began_at) VALUES (?, 0, ?, 0, 0, 0, 0, ?)",
          book,
          columns.time(0),
          columns.time(now));
    }
    return true;
  }
}
