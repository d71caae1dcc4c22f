package io.freightsdk.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/**
 * A connection during one attempt of some work. Afterwards, autocommit and the network timeout are
 * restored, or the connection is aborted.
 */
final class Session implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.database");

  private final Handle handle;
  private final Connection connection;
  private final Dialect dialect;
  private final boolean hadAutoCommit;
  private final boolean isLimited;
  private int networkTimeout;

  /** Whether there is a transaction to roll back. */
  private boolean isInTransaction;

  /**
   * Starts to use a connection.
   *
   * @param atMost time limit of each statement and network read; null for no limit
   */
  Session(Handle handle, Dialect dialect, @Nullable Duration atMost) throws SQLException {
    this.handle = handle;
    this.connection = handle.getConnection();
    this.dialect = dialect;
    this.hadAutoCommit = connection.getAutoCommit();
    this.isLimited = atMost != null;
    if (atMost == null) return;
    int millis = (int) Math.min(Integer.MAX_VALUE, atMost.toMillis());
    handle.getConfig(SqlStatements.class).setQueryTimeout(Math.max(1, millis / 1000));
    quietly(() -> networkTimeout = connection.getNetworkTimeout());
    quietly(() -> connection.setNetworkTimeout(Runnable::run, millis));
  }

  <T extends @Nullable Object> T withoutTransaction(Function<Handle, T> work) throws SQLException {
    if (!hadAutoCommit) connection.setAutoCommit(true);
    return work.apply(handle);
  }

  /** Commits the work if it has changed anything; otherwise {@link #close} rolls it back. */
  <T extends @Nullable Object> T change(Function<Handle, Database.Change<T>> work)
      throws SQLException {
    // On SQLite, a statement starts the transaction, and may fail.
    isInTransaction = dialect != Dialect.SQLITE;
    dialect.begin(connection);
    isInTransaction = true;
    Database.Change<T> change = work.apply(handle);
    if (!change.isChanged()) return change.result();
    dialect.commit(connection);
    isInTransaction = false;
    return change.result();
  }

  @Override
  public void close() {
    boolean isEnded = !isInTransaction || quietly(() -> dialect.rollback(connection));
    boolean isAsBefore = isEnded && quietly(this::restoreAutoCommit);
    boolean unused = !isLimited || quietly(this::restoreNetworkTimeout);
    // A transaction that was not rolled back must not reach another user of the connection.
    if (!isAsBefore) drop();
    handle.close();
  }

  private void restoreAutoCommit() throws SQLException {
    if (connection.getAutoCommit() != hadAutoCommit) connection.setAutoCommit(hadAutoCommit);
  }

  private void restoreNetworkTimeout() throws SQLException {
    connection.setNetworkTimeout(Runnable::run, networkTimeout);
  }

  /** The driver of SQLite does not abort a connection, so it is closed. */
  private void drop() {
    quietly(() -> connection.abort(Runnable::run));
    if (dialect == Dialect.SQLITE) quietly(connection::close);
  }

  private interface Step {
    void run() throws SQLException;
  }

  /** Returns whether the step succeeded. If it fails, an earlier or later statement fails, too. */
  private static boolean quietly(Step step) {
    try {
      step.run();
      return true;
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.DEBUG, "a step on a database connection failed", e);
      return false;
    }
  }
}
