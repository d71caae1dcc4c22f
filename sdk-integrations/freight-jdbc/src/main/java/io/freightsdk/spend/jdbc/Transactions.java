package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.jdbc.Connections;
import io.freightsdk.internal.jdbc.Connections.Borrowed;
import io.freightsdk.internal.jdbc.Connections.Unfit;
import io.freightsdk.internal.jdbc.Database;
import io.freightsdk.internal.jdbc.Sql;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.jdbc.JdbcSpendStore.SchemaMode;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The transactions of one book: each on its own connection, repeated after a failure. */
final class Transactions implements BookStore {
  /**
   * Serialization failure, deadlock, lock not available, lock timeout; of MySQL also deadlock
   * (1213) and lock wait (1205), of MariaDB a row changed since the snapshot (1020), of H2 90131.
   */
  private static final Set<String> CONFLICTS =
      Set.of("40001", "40P01", "55P03", "HYT00", "1213", "1205", "1020", "90131");

  private static final int MAX_CONFLICTS = 40;

  /** Of any other failure: a broken connection, a server that starts, a session that dies. */
  private static final int MAX_FAILURES = 4;

  private final Connections connections;
  private final String name;
  private final Database database;
  private final boolean setsIsolation;
  private final @Nullable LongSupplier micros;
  private final LongSupplier nanoTime;

  /**
   * @param micros the time of the books in tests; null for the database's
   */
  Transactions(DataSource dataSource, String name, SchemaMode mode, @Nullable LongSupplier micros) {
    this(dataSource, name, mode, micros, System::nanoTime);
  }

  /**
   * @param nanoTime by which it is decided whether there is time for another run
   */
  Transactions(
      DataSource dataSource,
      String name,
      SchemaMode mode,
      @Nullable LongSupplier micros,
      LongSupplier nanoTime) {
    this.connections = new Connections(dataSource);
    this.name = name;
    this.micros = micros;
    this.nanoTime = nanoTime;
    try (Borrowed borrowed = connections.borrow()) {
      Connection connection = borrowed.connection();
      this.setsIsolation =
          connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED;
      this.database = Database.ofBooks(connection);
      if (database == Database.POSTGRESQL) Pooler.refuseMixedUp(connections, connection);
    } catch (Throwable e) {
      throw failed("open", causeOf(e));
    }
    repeat((sql, again) -> Schema.prepare(sql, database, name, mode), false);
  }

  @Override
  public <T> T change(@Nullable Clock clock, Function<Book, T> change) {
    return repeat(
        (sql, mayBeRepeated) -> {
          JdbcBook book = new JdbcBook(sql, database, name, micros, true, mayBeRepeated);
          T result = change.apply(book);
          book.save();
          return result;
        },
        true);
  }

  /** Without a lock, and without a common transaction. */
  @Override
  public <T> T look(@Nullable Clock clock, Function<Book, T> look) {
    return repeat(
        (sql, again) -> look.apply(new JdbcBook(sql, database, name, micros, false, false)), false);
  }

  @Override
  public boolean mayBlock() {
    return true;
  }

  private interface Work<T> {
    T on(Sql sql, boolean mayBeRepeated);
  }

  /**
   * Ends with a {@link SpendStoreException} whatever a driver, a pool or their proxies throw. What
   * their failures mean differs too much to decide by it: all that counts is whether the change was
   * not committed, or nobody knows, which is {@link BookStore.CommitUnknown}.
   *
   * <p>An interrupt is hidden from the driver and restored afterwards: drivers lose it, and H2
   * closes its file after one. Only the wait for a connection can be interrupted.
   */
  private <T> T repeat(Work<T> work, boolean inTransaction) {
    long begin = nanoTime.getAsLong();
    boolean[] interrupted = new boolean[1];
    boolean[] commitUnknown = new boolean[1];
    int failures = 0;
    try {
      for (int run = 1; ; run++) {
        boolean connected = false;
        Throwable failure;
        try (Borrowed borrowed = connections.borrow()) {
          connected = true;
          interrupted[0] |= Thread.interrupted();
          Connection connection = borrowed.connection();
          return inTransaction
              ? commit(connection, work, commitUnknown)
              : work.on(new Sql(connection), false);
        } catch (Throwable e) {
          failure = causeOf(e);
        }
        boolean conflict = isConflict(failure);
        if (!conflict) failures++;
        // A pool that gives no connection has waited for one; an Error does not pass.
        boolean mayPass = connected && isForeign(failure);
        // What a server or a network has kept waiting so long is not tried again.
        boolean inTime = nanoTime.getAsLong() - begin < Connections.PATIENCE.toNanos();
        boolean few = conflict ? run < MAX_CONFLICTS : failures < MAX_FAILURES;
        if (mayPass && inTime && few && Connections.paused(run)) continue;
        if (!commitUnknown[0]) throw failed("read or write the books", failure);
        throw new SpendStoreException(message("commit", failure), new CommitUnknown(failure), true);
      }
    } finally {
      if (interrupted[0]) Thread.currentThread().interrupt();
    }
  }

  /**
   * @param unknown whether a commit may have happened; it stays so unless this one is answered
   */
  private <T> T commit(Connection connection, Work<T> work, boolean[] unknown) throws SQLException {
    int isolation = setsIsolation ? connection.getTransactionIsolation() : 0;
    if (setsIsolation) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
    boolean committed = false;
    try {
      connection.setAutoCommit(false);
      T result = work.on(new Sql(connection), unknown[0]);
      unknown[0] = true;
      connection.commit();
      committed = true;
      return result;
    } finally {
      // Turning autocommit on would commit a transaction that could not be rolled back, and what
      // the connection may still hold must not reach another caller of its pool.
      boolean over = committed || Connections.quietly(connection::rollback);
      if (!over) Connections.quietly(() -> connection.abort(Runnable::run));
      if (over) Connections.quietly(() -> connection.setAutoCommit(true));
      if (over && setsIsolation)
        Connections.quietly(() -> connection.setTransactionIsolation(isolation));
    }
  }

  private static Throwable causeOf(Throwable thrown) {
    if (thrown instanceof Unfit fault) return Database.refused(String.valueOf(fault.getMessage()));
    return thrown instanceof Sql.Failure failure ? failure.cause : thrown;
  }

  /** Whether it was thrown by a driver or a pool, and not by the store itself. */
  private static boolean isForeign(Throwable thrown) {
    return thrown instanceof Exception && !(thrown instanceof SpendStoreException);
  }

  private static boolean isConflict(Throwable thrown) {
    if (!(thrown instanceof SQLException failure)) return false;
    String state = failure.getSQLState();
    return (state != null && CONFLICTS.contains(state))
        || CONFLICTS.contains(Integer.toString(failure.getErrorCode()));
  }

  /** What nobody here has refused may be different a moment later, and nothing was committed. */
  private static SpendStoreException failed(String what, Throwable failure) {
    if (failure instanceof SpendStoreException refusal) return refusal;
    return new SpendStoreException(message(what, failure), failure, true);
  }

  private static String message(String what, Throwable failure) {
    String kind =
        failure instanceof SQLException sql
            ? "SQL state " + sql.getSQLState()
            : failure.getClass().getSimpleName();
    return "spend store: cannot %s (%s): %s".formatted(what, kind, failure.getMessage());
  }
}
