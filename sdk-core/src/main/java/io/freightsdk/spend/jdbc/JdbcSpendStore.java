package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.spend.Book;
import io.freightsdk.internal.spend.BookStore;
import io.freightsdk.spend.SpendStore;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Books in a relational database. Every process that opens the same book in the same database
 * shares its limits and its ledger, and a call that died with its process stays counted.
 *
 * <p>Runs on PostgreSQL, MySQL, MariaDB and H2. A change locks the book's row, so changes of one
 * book follow each other; use a book per broker account. Two short transactions are made for a paid
 * call, one read for a refused one, none for a free one. They run at READ COMMITTED whatever the
 * default of the database is, on connections of their own, and are repeated when they meet another.
 * Times are the database's, so a process whose clock is wrong changes nothing.
 *
 * <p>H2 loses commits of its last half second in a crash unless it is told otherwise; a file is
 * therefore opened only with {@code ;WRITE_DELAY=0}.
 */
public abstract class JdbcSpendStore implements SpendStore {
  private static final Pattern NAME = Pattern.compile("[!-~]{1,64}");

  /** How the tables {@code freight_spend_*} come to be. */
  public enum SchemaMode {
    /** They are created and migrated where that is missing: needs the right to create tables. */
    CREATE,
    /** They are brought to this release's version, but have to be there. */
    MIGRATE,
    /**
     * They are only looked at; rights to read and write rows are enough. The scripts lie in this
     * package's folder of the jar, by vendor, named as Flyway wants them.
     */
    VALIDATE
  }

  JdbcSpendStore() {}

  /** Opens a book, and creates it and the tables where they are missing. */
  public static JdbcSpendStore open(DataSource dataSource, String book) {
    return open(dataSource, book, SchemaMode.CREATE);
  }

  /**
   * Opens a book, and creates it where it is missing.
   *
   * @param dataSource best a pool with a connection for every thread that makes paid calls, with
   *     autocommit on and not the one that the application's transactions are bound to; it is not
   *     closed with the store
   * @param book 1 to 64 visible ASCII characters, for example the broker's id
   * @throws io.freightsdk.spend.SpendStoreException if the database is away, forbids it, lacks a
   *     table or column, or may lose what it has committed
   */
  public static JdbcSpendStore open(DataSource dataSource, String book, SchemaMode schema) {
    return open(dataSource, book, schema, null);
  }

  static JdbcSpendStore open(
      DataSource dataSource, String book, SchemaMode schema, @Nullable LongSupplier micros) {
    if (!NAME.matcher(book).matches()) {
      throw new IllegalArgumentException(
          "book: expected 1 to 64 visible ASCII characters, got \"" + book + "\"");
    }
    Transactions transactions = Transactions.open(dataSource, book, micros);
    new Schema(transactions, schema).prepare();
    return new JdbcBookStore(transactions);
  }

  /** The store as the money rules see it. */
  private static final class JdbcBookStore extends JdbcSpendStore implements BookStore {
    private final Transactions transactions;

    JdbcBookStore(Transactions transactions) {
      this.transactions = transactions;
    }

    @Override
    public <T> T change(@Nullable Clock clock, Function<Book, T> work) {
      return transactions.change(work);
    }

    @Override
    public <T> T look(@Nullable Clock clock, Function<Book, T> work) {
      return transactions.look(work);
    }

    @Override
    public boolean mayBlock() {
      return true;
    }
  }
}
