package io.freightsdk.spend.jdbc;

import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.store.BookStore;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A spend store in a relational database. All processes that open the same book in the same
 * database share its limits and its ledger, and a call that ended with a crashed process stays
 * counted.
 *
 * <p>Supports PostgreSQL, MariaDB and H2. MySQL uses the script and statements of MariaDB, but was
 * never tested on a MySQL server. A change locks the row of the book, so the changes of one book
 * run one after another; use one book for each broker account. A paid call needs two short
 * transactions and a free call none. A call that is refused reads only, once its scope is known to
 * be full. Transactions run at READ COMMITTED, whatever the default of the database is, on their
 * own connections and threads, and are repeated after a failure. Times are those of the database,
 * so a wrong clock of a process does no harm.
 *
 * <p>By default H2 loses the commits of the last half second in a crash; therefore a file is opened
 * only with {@code ;WRITE_DELAY=0} in its URL.
 */
public final class JdbcSpendStore {
  private static final Pattern NAME = Pattern.compile("[!-~]{1,64}");

  /** How the tables {@code freight_book, freight_cell and freight_ledger} are created. */
  public enum SchemaMode {
    /** Missing tables are created: needs the right to do so. */
    CREATE,
    /**
     * The tables are only checked; the rights to read and write rows are enough. The script is in
     * this package's folder of the jar, one folder for each database. It can run any number of
     * times, and has the name of a repeatable migration of Flyway.
     */
    VALIDATE
  }

  private JdbcSpendStore() {}

  /** Opens a book, and creates it and the tables if they are missing. */
  public static SpendStore open(DataSource dataSource, String book) {
    return open(dataSource, book, SchemaMode.CREATE);
  }

  /**
   * Opens a book, and creates it if it is missing.
   *
   * @param dataSource a connection pool with autocommit on, best with a connection for every thread
   *     that makes paid calls. Do not pass a {@code DataSource} that joins the application's
   *     transactions. It is not closed with the store
   * @param book 1 to 64 visible ASCII characters, for example the broker's id
   * @throws io.freightsdk.spend.SpendStoreException if the database is not reachable, denies
   *     access, lacks a table or column, may lose committed data, or stands behind a pooler that
   *     mixes up the statements of the driver
   */
  public static SpendStore open(DataSource dataSource, String book, SchemaMode schema) {
    return open(dataSource, book, schema, null);
  }

  static SpendStore open(
      DataSource dataSource, String book, SchemaMode schema, @Nullable LongSupplier micros) {
    Objects.requireNonNull(dataSource, "dataSource");
    Objects.requireNonNull(book, "book");
    Objects.requireNonNull(schema, "schema");
    if (!NAME.matcher(book).matches()) {
      throw new IllegalArgumentException(
          "book: expected 1 to 64 visible ASCII characters, got \"" + book + "\"");
    }
    BookStore.requireRelease(BookStore.RELEASE);
    return new Transactions(dataSource, book, schema, micros);
  }
}
