package io.freightsdk.internal.database;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jdbi.v3.core.statement.TemplateEngine;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a data source or of a file. Each is taken for one try of some work, has a time
 * limit for its statements, and is given back as it was. Used by one thread.
 */
final class Connections {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /** Asked before the last step of a try. */
  interface CommitCheck {
    /**
     * The next step is the commit.
     *
     * @throws SQLException if it is too late for that
     */
    void beforeCommit() throws SQLException;
  }

  /** Carries what the work itself threw, and no statement of it. */
  static final class WorkFailure extends RuntimeException {
    private static final long serialVersionUID = 1;
    final RuntimeException thrown;

    WorkFailure(RuntimeException thrown) {
      super(thrown);
      this.thrown = thrown;
    }
  }

  private final Jdbi jdbi;
  private final TableSet tables;

  /** Whether they are of a file that this process opened itself, where no statement waits. */
  private final boolean isOfFile;

  /** Known since the first connection. */
  private volatile @Nullable Database database;

  /** Whether the thread waits for a connection now. */
  private volatile boolean isConnecting;

  Connections(Jdbi jdbi, TableSet tables, boolean isOfFile) {
    this.jdbi = jdbi;
    this.tables = tables;
    this.isOfFile = isOfFile;
    // A handle would turn autocommit on, which commits what could not be rolled back.
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    // The texts of statements are complete.
    jdbi.getConfig(SqlStatements.class).setTemplateEngine(TemplateEngine.NOP);
    // What is bound to a statement does not belong into a log.
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
  }

  boolean isOfFile() {
    return isOfFile;
  }

  boolean isConnecting() {
    return isConnecting;
  }

  /** Knows the database before the work starts: the work may ask for it on this thread. */
  private Handle open() throws SQLException {
    Handle handle = connect();
    try {
      if (database == null) database = Database.of(handle.getConnection());
      return handle;
    } catch (SQLException | RuntimeException e) {
      handle.close();
      throw e;
    }
  }

  private Handle connect() {
    isConnecting = true;
    try {
      return jdbi.open();
    } finally {
      isConnecting = false;
    }
  }

  /** The kind of the database; null before the first connection. */
  @Nullable Database knownDatabase() {
    return database;
  }

  /** The kind of the database, while a connection is open. */
  Database kind() {
    return requireNonNull(database, "an open connection");
  }

  /** Reads once, each statement in a transaction of its own. */
  <T extends @Nullable Object> T read(Function<Handle, T> work, int millis) throws SQLException {
    try (Handle handle = open()) {
      return within(millis, handle, () -> run(work, handle));
    }
  }

  /** Makes a change once, in one transaction. */
  <T extends @Nullable Object> T change(
      Function<Handle, DatabaseThread.Change<T>> work, int millis, CommitCheck check)
      throws SQLException {
    try (Handle handle = open()) {
      return within(millis, handle, () -> inTransaction(work, handle, check));
    }
  }

  private interface Try<T extends @Nullable Object> {
    T make() throws SQLException;
  }

  /** Limits the time of each statement and of the network. */
  private <T extends @Nullable Object> T within(int millis, Handle handle, Try<T> once)
      throws SQLException {
    if (isOfFile) return once.make();
    Connection connection = handle.getConnection();
    refuseOpenTransaction(connection);
    handle.getConfig(SqlStatements.class).setQueryTimeout(Math.max(1, millis / 1000));
    int queryTimeout = kind().queryTimeout(connection);
    int[] before = new int[1];
    quietly(() -> before[0] = connection.getNetworkTimeout());
    quietly(() -> connection.setNetworkTimeout(Runnable::run, millis));
    try {
      return once.make();
    } finally {
      quietly(() -> kind().restoreQueryTimeout(connection, queryTimeout));
      quietly(() -> connection.setNetworkTimeout(Runnable::run, before[0]));
    }
  }

  private void refuseOpenTransaction(Connection connection) throws SQLException {
    if (connection.getAutoCommit()) return;
    throw new DatabaseException(
        String.format(
            Locale.ROOT,
            "%1$s: the data source gave a connection with autocommit off, which may be in a"
                + " transaction of the application; give the %1$s a data source of its own, with"
                + " autocommit on",
            tables.noun),
        null,
        false);
  }

  private <T extends @Nullable Object> T inTransaction(
      Function<Handle, DatabaseThread.Change<T>> work, Handle handle, CommitCheck check)
      throws SQLException {
    Connection connection = handle.getConnection();
    Database kind = kind();
    int isolation = kind.isolation(connection);
    boolean isOpen = kind != Database.SQLITE;
    try {
      kind.begin(connection);
      isOpen = true;
      DatabaseThread.Change<T> change = run(work, handle);
      if (!change.isChanged()) return change.result();
      check.beforeCommit();
      kind.commit(connection);
      isOpen = false;
      return change.result();
    } finally {
      boolean isEnded = !isOpen || quietly(() -> kind.rollback(connection));
      boolean isAsBefore = isEnded && quietly(() -> kind.restore(connection, isolation));
      // What could not be rolled back must not reach another user of the connection.
      if (!isAsBefore) drop(connection);
    }
  }

  private void drop(Connection connection) {
    quietly(() -> connection.abort(Runnable::run));
    if (isOfFile) quietly(connection::close);
  }

  private static <T extends @Nullable Object> T run(Function<Handle, T> work, Handle handle) {
    try {
      return work.apply(handle);
    } catch (DatabaseThread.DatabaseFailure | DatabaseException ofDatabase) {
      throw ofDatabase;
    } catch (RuntimeException thrown) {
      throw new WorkFailure(thrown);
    }
  }

  private interface Step {
    void run() throws SQLException;
  }

  /** Whether it worked; if not, a statement has failed before it or will. */
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
