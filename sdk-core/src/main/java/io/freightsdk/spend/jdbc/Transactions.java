package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.spend.BookStore.CommitUnknown;
import io.freightsdk.spend.SpendStoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of one book: each on its own connection, repeated after a conflict or a lost
 * connection.
 */
final class Transactions {
  private static final System.Logger LOG = System.getLogger(Transactions.class.getName());

  /**
   * Serialization failure, deadlock, lock not available, lock timeout; of MySQL also deadlock
   * (1213) and lock wait (1205), of MariaDB a row changed since the snapshot (1020), of H2 90131.
   */
  private static final Set<String> CONFLICTS =
      Set.of("40001", "40P01", "55P03", "HYT00", "1213", "1205", "1020", "90131");

  /** The server is going away or starting; H2: closed while it was used. */
  private static final Set<String> GONE =
      Set.of("57P01", "57P02", "57P03", "53300", "90067", "90098", "90121", "1053", "1927");

  private static final int MAX_CONFLICTS = 40;
  private static final int MAX_LOSSES = 4;
  private static final long MAX_PAUSE_MILLIS = 250;

  private final DataSource dataSource;
  private final String name;
  private final Database database;
  private final boolean setsIsolation;
  private final @Nullable LongSupplier micros;

  private Transactions(
      DataSource dataSource,
      String name,
      Database database,
      boolean setsIsolation,
      @Nullable LongSupplier micros) {
    this.dataSource = dataSource;
    this.name = name;
    this.database = database;
    this.setsIsolation = setsIsolation;
    this.micros = micros;
  }

  static Transactions open(DataSource dataSource, String name, @Nullable LongSupplier micros) {
    try (Connection connection = connect(dataSource)) {
      boolean sets = connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED;
      return new Transactions(dataSource, name, Database.of(connection), sets, micros);
    } catch (SQLException e) {
      throw failed("open", e, true);
    } catch (Sql.Failure e) {
      throw failed("open", e.cause, false);
    }
  }

  Database database() {
    return database;
  }

  String name() {
    return name;
  }

  /** Runs work with the book's row locked, and commits it. */
  <T> T change(Function<? super JdbcBook, T> work) {
    return repeat(
        (connection, mayBeRepeated) -> {
          JdbcBook book =
              new JdbcBook(new Sql(connection), database, name, micros, true, mayBeRepeated);
          T result = work.apply(book);
          book.save();
          return result;
        },
        true);
  }

  /** Runs statements that only read, without a lock and without a common transaction. */
  <T> T look(Function<? super JdbcBook, T> work) {
    return repeat(
        (connection, again) ->
            work.apply(new JdbcBook(new Sql(connection), database, name, micros, false, false)),
        false);
  }

  /** Runs statements, each in its own transaction. */
  <T> T statements(Function<Sql, T> work) {
    return repeat((connection, again) -> work.apply(new Sql(connection)), false);
  }

  private interface Work<T> {
    T on(Connection connection, boolean mayBeRepeated) throws SQLException;
  }

  /**
   * Hides an interrupt from the driver and restores it afterwards: drivers lose it, and H2 closes
   * its file after one. Only the wait for a connection can be interrupted.
   */
  private <T> T repeat(Work<T> work, boolean inTransaction) {
    boolean[] interrupted = new boolean[1];
    try {
      return repeat(work, inTransaction, interrupted);
    } finally {
      if (interrupted[0]) Thread.currentThread().interrupt();
    }
  }

  private <T> T repeat(Work<T> work, boolean inTransaction, boolean[] interrupted) {
    boolean commitUnknown = false;
    int losses = 0;
    for (int run = 1; ; run++) {
      Connection connection = connect(dataSource);
      interrupted[0] |= Thread.interrupted();
      boolean[] committing = new boolean[1];
      SQLException failure;
      try {
        return inTransaction
            ? commit(connection, work, commitUnknown, committing)
            : work.on(connection, false);
      } catch (Sql.Failure e) {
        failure = e.cause;
      } catch (SQLException e) {
        failure = e;
      } finally {
        quietly(connection::close);
      }
      boolean conflict = isOneOf(failure, CONFLICTS);
      boolean lost = isLost(failure);
      commitUnknown |= committing[0] && !conflict;
      if (lost) losses++;
      boolean again = conflict ? run < MAX_CONFLICTS : lost && losses < MAX_LOSSES;
      if (again && paused(run)) continue;
      if (!commitUnknown) throw failed("read or write the books", failure, conflict || lost);
      throw new SpendStoreException(message("commit", failure), new CommitUnknown(failure), true);
    }
  }

  private <T> T commit(
      Connection connection, Work<T> work, boolean mayBeRepeated, boolean[] committing)
      throws SQLException {
    int isolation = setsIsolation ? connection.getTransactionIsolation() : 0;
    if (setsIsolation) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
    connection.setAutoCommit(false);
    boolean committed = false;
    try {
      T result = work.on(connection, mayBeRepeated);
      committing[0] = true;
      connection.commit();
      committed = true;
      return result;
    } finally {
      // Turning autocommit on would commit a transaction that could not be rolled back.
      boolean over = committed || quietly(connection::rollback);
      if (over) quietly(() -> connection.setAutoCommit(true));
      if (over && setsIsolation) quietly(() -> connection.setTransactionIsolation(isolation));
    }
  }

  private interface Step {
    void run() throws SQLException;
  }

  /** Runs a step whose failure does not matter, because the outcome of the transaction is known. */
  private static boolean quietly(Step step) {
    try {
      step.run();
      return true;
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "a connection broke after its transaction", e);
      return false;
    }
  }

  /**
   * Requires a connection with autocommit on, so that no transaction of the application is
   * committed or blocked.
   */
  private static Connection connect(DataSource dataSource) {
    Connection connection;
    boolean free;
    try {
      connection = dataSource.getConnection();
    } catch (SQLException e) {
      throw failed("get a connection", e, true);
    }
    try {
      free = connection.getAutoCommit();
      if (free) return connection;
      connection.close();
    } catch (SQLException e) {
      throw failed("get a connection", e, true);
    }
    throw new SpendStoreException(
        "spend store: the data source gave a connection with autocommit off, which may be in a transaction of the application; give the store its own data source, with autocommit on",
        new IllegalStateException("autocommit is off"),
        false);
  }

  private static boolean isOneOf(SQLException failure, Set<String> codes) {
    String state = failure.getSQLState();
    return (state != null && codes.contains(state))
        || codes.contains(Integer.toString(failure.getErrorCode()));
  }

  private static boolean isLost(SQLException failure) {
    String state = failure.getSQLState();
    return (state != null && state.startsWith("08")) || isOneOf(failure, GONE);
  }

  /**
   * Pauses for a growing, random time, so that conflicting processes do not conflict again. False
   * if interrupted.
   */
  private static boolean paused(int run) {
    long most = Math.min(MAX_PAUSE_MILLIS, 2L << Math.min(run, 10));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static SpendStoreException failed(String what, SQLException e, boolean passing) {
    return new SpendStoreException(message(what, e), e, passing);
  }

  private static String message(String what, SQLException e) {
    return "spend store: cannot %s (SQL state %s): %s"
        .formatted(what, e.getSQLState(), e.getMessage());
  }
}
