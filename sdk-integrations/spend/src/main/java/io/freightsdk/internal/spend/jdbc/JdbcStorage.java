package io.freightsdk.internal.spend.jdbc;

import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.sqlite.SqliteFile;
import io.freightsdk.internal.sql.DatabaseException;
import io.freightsdk.internal.sql.Transactions;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.sql.SchemaMode;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a relational database, for all processes that open the same one there. For
 * PostgreSQL, MariaDB, a file of SQLite, and H2; MySQL uses what MariaDB does, but was never tested
 * on a MySQL server.
 *
 * <p>A change locks the row of its ledger, so changes of one ledger follow each other. On
 * PostgreSQL it needs four round trips: lock and head, what the rule asks for, all that is written,
 * and the commit.
 */
public final class JdbcStorage implements Storage {
  /** Each file has one ledger. */
  private static final String OF_A_FILE = "ledger";

  private static final Pattern NAME = Pattern.compile("[!-~]{1,64}");

  private final Transactions transactions;
  private final String book;
  private final @Nullable LongSupplier micros;

  /** The file of SQLite that it opened itself; null in a database of the caller. */
  private final @Nullable SqliteFile file;

  private final AtomicBoolean closed = new AtomicBoolean();

  private JdbcStorage(
      Transactions transactions,
      String book,
      @Nullable LongSupplier micros,
      @Nullable SqliteFile file) {
    this.transactions = transactions;
    this.book = book;
    this.micros = micros;
    this.file = file;
  }

  /**
   * Opens the ledger of a file of SQLite, and creates it if there is none.
   *
   * @param clock null for the machine's
   * @throws SpendLedgerException if the file cannot be opened, is none of SQLite, or can be changed
   *     by others, or if SQLite is not there
   */
  public static JdbcStorage open(Path path, @Nullable Clock clock) {
    SqliteFile file = SqliteFile.open(path);
    try {
      return open(file, OF_A_FILE, SchemaMode.CREATE, clock, file);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  /**
   * Opens a ledger, and creates it if it is missing.
   *
   * @param name 1 to 64 visible ASCII characters
   * @param clock null for the database's
   * @throws SpendLedgerException if the database is not reachable, denies access, lacks a table or
   *     column, may lose committed data, or stands behind a pooler that mixes up the statements of
   *     the driver
   */
  public static JdbcStorage open(
      DataSource dataSource, String name, SchemaMode schema, @Nullable Clock clock) {
    return open(dataSource, name, schema, clock, null);
  }

  private static JdbcStorage open(
      DataSource dataSource,
      String name,
      SchemaMode schema,
      @Nullable Clock clock,
      @Nullable SqliteFile file) {
    Objects.requireNonNull(dataSource, "dataSource");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(schema, "schema");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name: expected 1 to 64 visible ASCII characters, got \"" + name + "\"");
    }
    LongSupplier micros = clock == null ? null : () -> Micros.of(clock.instant());
    return told(
        () -> {
          Transactions transactions = new Transactions(dataSource);
          boolean unused =
              transactions.look(
                  sql -> Schema.prepare(sql, transactions.database(), name, schema, micros));
          return new JdbcStorage(transactions, name, micros, file);
        });
  }

  @Override
  public <T> T change(Function<Rows, T> work) {
    int[] runs = new int[1];
    return told(
        () ->
            transactions.change(
                (sql, mayBeRepeated) -> {
                  boolean again = runs[0]++ > 0;
                  JdbcRows rows =
                      new JdbcRows(sql, transactions.database(), book, micros, true, again);
                  T result = work.apply(rows);
                  rows.save();
                  return result;
                }));
  }

  @Override
  public <T> T look(Function<Rows, T> work) {
    return told(
        () ->
            transactions.look(
                sql ->
                    work.apply(
                        new JdbcRows(sql, transactions.database(), book, micros, false, false))));
  }

  private static <T> T told(Supplier<T> work) {
    try {
      return work.get();
    } catch (DatabaseException failure) {
      throw new SpendLedgerException(
          "ledger: " + failure.getMessage(), failure.getCause(), failure.isPassing());
    }
  }

  @Override
  public boolean mayBlock() {
    return true;
  }

  /** Closes its file; the connections of a database are the caller's. */
  @Override
  public void close() {
    if (file != null && !closed.getAndSet(true)) file.close();
  }
}
