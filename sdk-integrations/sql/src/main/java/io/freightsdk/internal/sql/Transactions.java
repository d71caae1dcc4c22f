package io.freightsdk.internal.sql;

import io.freightsdk.internal.sql.Connections.Borrowed;
import io.freightsdk.internal.sql.Connections.Unfit;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on one database: each on its own connection, at READ COMMITTED, repeated after a
 * failure.
 *
 * <p>Each method ends with a {@link DatabaseException}, whatever a driver, a pool or their proxies
 * throw. What the work itself throws passes as it is, and is not tried again.
 */
public final class Transactions {
  /**
   * Serialization failure, deadlock, lock not available, lock timeout; of MySQL also deadlock
   * (1213) and lock wait (1205), of MariaDB a row changed since the snapshot (1020), of H2 90131,
   * of SQLite a file that another process has locked (5).
   */
  private static final Set<String> CONFLICTS =
      Set.of("40001", "40P01", "55P03", "HYT00", "1213", "1205", "1020", "90131", "5");

  private static final int MAX_CONFLICTS = 40;

  /** Of any other failure: a broken connection, a server that starts, a session that dies. */
  private static final int MAX_FAILURES = 4;

  private final Connections connections;
  private final Database database;
  private final boolean setsIsolation;
  private final boolean sendsSeveral;
  private final LongSupplier nanoTime;

  /** Work of one transaction, which may run several times. */
  public interface Work<T extends @Nullable Object> {
    /**
     * Does it, and returns what came of it.
     *
     * @param mayBeRepeated whether the same work may have been committed already, by a run whose
     *     answer was lost
     */
    T on(Sql sql, boolean mayBeRepeated);
  }

  /**
   * Opens a database.
   *
   * @throws DatabaseException if it is not reachable, may lose committed data, or stands behind a
   *     pooler that mixes up the statements of the driver
   */
  public Transactions(DataSource dataSource) {
    this(dataSource, System::nanoTime);
  }

  /**
   * @param nanoTime by which it is decided whether there is time for another run
   */
  public Transactions(DataSource dataSource, LongSupplier nanoTime) {
    this.connections = new Connections(dataSource);
    this.nanoTime = nanoTime;
    try (Borrowed borrowed = connections.borrow()) {
      Connection connection = borrowed.connection();
      this.database = Database.ofDurable(connection);
      // SQLite has no weaker one than its own, which is SERIALIZABLE.
      this.setsIsolation =
          database != Database.SQLITE
              && connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED;
      boolean isPostgres = database == Database.POSTGRESQL;
      if (isPostgres) Pooler.refuseMixedUp(connections, connection);
      this.sendsSeveral = isPostgres && Sql.sendsSeveral(connection);
    } catch (Throwable e) {
      throw failed("open", causeOf(e));
    }
  }

  public Database database() {
    return database;
  }

  /** Runs work in one transaction. */
  public <T extends @Nullable Object> T change(Work<T> work) {
    return repeat(work, true);
  }

  /** Runs work whose every statement is a transaction of its own. */
  public <T extends @Nullable Object> T look(Function<Sql, T> work) {
    return repeat((sql, again) -> work.apply(sql), false);
  }

  /**
   * What failures mean differs too much among drivers to decide by it: all that counts is whether
   * the change was not committed, or nobody knows.
   *
   * <p>An interrupt is hidden from the driver and restored afterwards: drivers lose it, and H2
   * closes its file after one. Only the wait for a connection can be interrupted.
   */
  private <T extends @Nullable Object> T repeat(Work<T> work, boolean inTransaction) {
    long begin = nanoTime.getAsLong();
    boolean interrupted = false;
    boolean[] commitUnknown = new boolean[1];
    int failures = 0;
    try {
      for (int run = 1; ; run++) {
        boolean connected = false;
        Throwable failure;
        try (Borrowed borrowed = connections.borrow()) {
          connected = true;
          interrupted |= Thread.interrupted();
          Connection connection = borrowed.connection();
          return inTransaction
              ? commit(connection, work, commitUnknown)
              : run(work, new Sql(connection, sendsSeveral), false);
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
        if (commitUnknown[0]) {
          throw new DatabaseException(message("commit", failure), failure, true, true);
        }
        if (failure instanceof Own own) throw own.cause;
        throw failed("read or write", failure);
      }
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  /**
   * @param unknown whether a commit may have happened; it stays so unless this one is answered
   */
  private <T extends @Nullable Object> T commit(
      Connection connection, Work<T> work, boolean[] unknown) throws SQLException {
    int isolation = setsIsolation ? connection.getTransactionIsolation() : 0;
    if (setsIsolation) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
    boolean committed = false;
    try {
      connection.setAutoCommit(false);
      T result = run(work, new Sql(connection, sendsSeveral), unknown[0]);
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

  /** What the work itself throws is no failure of the database. */
  private static <T extends @Nullable Object> T run(Work<T> work, Sql sql, boolean mayBeRepeated) {
    try {
      return work.on(sql, mayBeRepeated);
    } catch (Sql.Failure | DatabaseException failure) {
      throw failure;
    } catch (RuntimeException own) {
      throw new Own(own);
    }
  }

  /** Carries what the work has thrown past those that look after the database. */
  private static final class Own extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final RuntimeException cause;

    Own(RuntimeException cause) {
      super(cause);
      this.cause = cause;
    }
  }

  private static Throwable causeOf(Throwable thrown) {
    if (thrown instanceof Unfit) {
      return DatabaseException.refused(String.valueOf(thrown.getMessage()));
    }
    return thrown instanceof Sql.Failure failure ? failure.cause : thrown;
  }

  /** Whether it was thrown by a driver or a pool. */
  private static boolean isForeign(Throwable thrown) {
    return thrown instanceof Exception
        && !(thrown instanceof DatabaseException)
        && !(thrown instanceof Own);
  }

  private static boolean isConflict(Throwable thrown) {
    if (!(thrown instanceof SQLException failure)) return false;
    String state = failure.getSQLState();
    return (state != null && CONFLICTS.contains(state))
        || CONFLICTS.contains(Integer.toString(failure.getErrorCode()));
  }

  /** What nobody here has refused may be different a moment later, and nothing was committed. */
  private static DatabaseException failed(String what, Throwable failure) {
    if (failure instanceof DatabaseException refusal) return refusal;
    return new DatabaseException(message(what, failure), failure, true, false);
  }

  private static String message(String what, Throwable failure) {
    String kind =
        failure instanceof SQLException sql
            ? "SQL state " + sql.getSQLState()
            : failure.getClass().getSimpleName();
    return "cannot %s (%s): %s".formatted(what, kind, failure.getMessage());
  }
}
