package io.freightsdk.internal.sql;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jdbi.v3.core.statement.TemplateEngine;
import org.jdbi.v3.core.statement.Update;
import org.jdbi.v3.core.transaction.TransactionException;
import org.jspecify.annotations.Nullable;

/**
 * Statements and transactions on the caller's thread. Each attempt of some work borrows a
 * connection, and returns it unchanged. Statements have named parameters ({@code :reference}). An
 * {@link java.time.Instant} is bound and read with milliseconds on all databases.
 *
 * <p>Work that meets a conflict, such as a deadlock, is rolled back and repeated, so it must
 * contain only statements. Its own exceptions reach the caller unchanged.
 */
public final class Database {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.database");

  /** Attempts of work that meets conflicts: about a second. */
  private static final int MAX_CONFLICTS = 11;

  private static final Duration MAX_CONFLICT_PAUSE = Duration.ofSeconds(1);

  /** The beginning of a message of the JDK and of pools. The rest is the URL with the password. */
  private static final String NO_DRIVER = "No suitable driver";

  private static final Pattern DATABASE = Pattern.compile("jdbc:\\w+");

  private final Jdbi jdbi;

  /** Caches parsed statements, also for connections of callers. */
  private final SqlParser parser = new ColonPrefixSqlParser();

  private final @Nullable DataSource source;
  private final String component;

  /** Null before the first connection. */
  private volatile @Nullable Dialect dialect;

  /**
   * The database of a data source. Nothing is connected yet.
   *
   * @param component the component that uses it, as messages name it: "jobs"
   */
  public Database(DataSource source, String component) {
    this(source::getConnection, source, component);
  }

  /** A database with another source of connections. */
  public Database(ConnectionFactory connections, String component) {
    this(connections, null, component);
  }

  private Database(ConnectionFactory connections, @Nullable DataSource source, String component) {
    this.jdbi = jdbi(new TranslatingConnections(connections));
    this.source = source;
    this.component = component;
  }

  private Jdbi jdbi(ConnectionFactory connections) {
    Jdbi jdbi = Jdbi.create(connections);
    // A handle would turn autocommit on, which commits a transaction that was not rolled back.
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    // The texts of statements are complete.
    jdbi.getConfig(SqlStatements.class).setTemplateEngine(TemplateEngine.NOP).setSqlParser(parser);
    // Bound values must not reach a log.
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
    return jdbi;
  }

  /**
   * The data source of its constructor.
   *
   * @throws NullPointerException for a database with another source of connections
   */
  public DataSource source() {
    return requireNonNull(source, "a database that was made with a data source");
  }

  /** The component that uses it, as messages name it, such as {@code ledger}. */
  public String component() {
    return component;
  }

  /**
   * Its dialect, for which the first call connects.
   *
   * @throws DatabaseException if the database failed
   */
  public Dialect dialect() {
    Dialect known = dialect;
    return known != null
        ? known
        : withoutTransaction(handle -> requireNonNull(dialect, "an open connection"));
  }

  // --- work ---

  /**
   * Works in a new transaction. Each statement sees everything that was committed before it.
   *
   * @throws DatabaseException if the database failed, or every attempt met a conflict
   */
  public <T extends @Nullable Object> T inTransaction(Function<Handle, T> work) {
    return repeated(() -> tryChange(handle -> new Change<>(work.apply(handle), true), null));
  }

  /**
   * Works without a transaction. Each statement is its own transaction.
   *
   * @throws DatabaseException if the database failed, or every attempt met a conflict
   */
  public <T extends @Nullable Object> T withoutTransaction(Function<Handle, T> work) {
    return repeated(() -> tryWithoutTransaction(work, null));
  }

  /**
   * Works in the caller's transaction. Nothing is committed, rolled back, closed or repeated.
   *
   * @throws SQLException if a statement failed, as the driver threw it
   */
  public <T extends @Nullable Object> T on(Connection connection, Function<Handle, T> work)
      throws SQLException {
    try (Handle handle = over(connection)) {
      return work.apply(handle);
    } catch (DatabaseException known) {
      throw known;
    } catch (RuntimeException e) {
      if (sqlOrRootCause(e) instanceof SQLException failure) throw failure;
      throw e;
    }
  }

  /**
   * Inserts a row, unless a row with its key exists.
   *
   * @param insert the statement
   * @param keyColumn a column of the key
   * @param values binds the values to the statement
   * @return whether it was inserted
   */
  public boolean insertOrNothing(
      Handle handle, String insert, String keyColumn, Consumer<Update> values) {
    return switch (dialect()) {
      case POSTGRESQL, SQLITE -> update(handle, insert + " ON CONFLICT DO NOTHING", values) == 1;
      case MYSQL -> insertInMysql(handle, insert, keyColumn, values);
      case H2 -> insertInH2(handle, insert, values);
    };
  }

  private static int update(Handle handle, String sql, Consumer<Update> values) {
    try (Update update = handle.createUpdate(sql)) {
      values.accept(update);
      return update.execute();
    }
  }

  /**
   * INSERT IGNORE would share the lock of the row, and two transactions that then change the row
   * deadlock. Drivers count an existing row as inserted. So the statement sets the last id of the
   * session, which is restored for the application.
   */
  private static boolean insertInMysql(
      Handle handle, String insert, String keyColumn, Consumer<Update> values) {
    String orNothing =
        String.format(
            Locale.ROOT,
            " ON DUPLICATE KEY UPDATE %1$s = IF(LAST_INSERT_ID(:mark) = :mark, %1$s, %1$s)",
            keyColumn);
    long before = lastId(handle);
    update(handle, insert + orNothing, values.andThen(row -> row.bind("mark", before + 1)));
    if (lastId(handle) == before) return true;
    update(handle, "DO LAST_INSERT_ID(:before)", row -> row.bind("before", before));
    return false;
  }

  private static long lastId(Handle handle) {
    return handle.createQuery("SELECT LAST_INSERT_ID()").mapTo(Long.class).one();
  }

  /** A failed INSERT does not end the transaction in H2. */
  private static boolean insertInH2(Handle handle, String insert, Consumer<Update> values) {
    try {
      return update(handle, insert, values) == 1;
    } catch (JdbiException e) {
      if (sqlOrRootCause(e) instanceof SQLException failure && Dialect.isDuplicateInH2(failure))
        return false;
      throw e;
    }
  }

  private interface Try<T extends @Nullable Object> {
    T make() throws SQLException;
  }

  private <T extends @Nullable Object> T repeated(Try<T> once) {
    Backoff backoff = new Backoff(MAX_CONFLICTS, MAX_CONFLICT_PAUSE, 1, Duration.ZERO);
    while (true) {
      try {
        return once.make();
      } catch (DatabaseException known) {
        throw known;
      } catch (SQLException | RuntimeException e) {
        if (e instanceof RuntimeException own && !isOfDatabase(own)) throw own;
        Duration pause = backoff.pauseAfter(e);
        if (pause == null || !Backoff.sleep(pause)) throw translate(e, false);
      }
    }
  }

  // --- single attempts ---

  /**
   * The result of a change.
   *
   * @param isChanged whether it has written anything; if not, it is rolled back
   */
  public record Change<T extends @Nullable Object>(T result, boolean isChanged) {}

  /**
   * Makes one attempt of a change, in its own transaction.
   *
   * @param atMost time limit of each statement and network read; null for no limit
   */
  public <T extends @Nullable Object> T tryChange(
      Function<Handle, Change<T>> work, @Nullable Duration atMost) throws SQLException {
    try (Session session = session(atMost)) {
      return session.change(work);
    }
  }

  /**
   * Makes one attempt of some work, without a transaction.
   *
   * @param atMost time limit of each statement and network read; null for no limit
   */
  public <T extends @Nullable Object> T tryWithoutTransaction(
      Function<Handle, T> work, @Nullable Duration atMost) throws SQLException {
    try (Session session = session(atMost)) {
      return session.withoutTransaction(work);
    }
  }

  /** Whether the database failed, and not the code around its statements. */
  public static boolean isOfDatabase(RuntimeException failure) {
    return failure instanceof DatabaseException
        || failure instanceof JdbiException
        || sqlOrRootCause(failure) instanceof SQLException;
  }

  /** Whether the work failed because of a conflict, so that it may succeed a moment later. */
  public static boolean isConflict(Throwable failure) {
    return sqlOrRootCause(failure) instanceof SQLException sql && Dialect.isConflict(sql);
  }

  /** A failure after which the same work is repeated. */
  public static RuntimeException conflict(String message) {
    return new TransactionException(new SQLException(message, Dialect.SERIALIZATION_FAILURE));
  }

  /**
   * The exception for a failure.
   *
   * @param mayBeStored whether a commit was sent, so that the work may be stored
   */
  public DatabaseException translate(Throwable failure, boolean mayBeStored) {
    if (failure instanceof DatabaseException known) return known;
    Throwable root = sqlOrRootCause(failure);
    String message = String.valueOf(root.getMessage());
    if (message.startsWith(NO_DRIVER)) {
      Matcher url = DATABASE.matcher(message);
      return DatabaseException.permanentFailure(
          component,
          null,
          "no suitable driver for " + (url.find() ? url.group() : "the URL of the data source"),
          "add the JDBC driver of the database to the class path",
          null);
    }
    String kind =
        root instanceof SQLException sql
            ? "SQL state " + sql.getSQLState()
            : root.getClass().getSimpleName();
    String what = mayBeStored ? "commit" : "read or write";
    return DatabaseException.transientFailure(
        component,
        String.format(Locale.ROOT, "cannot %s (%s): %s", what, kind, message),
        null,
        root);
  }

  /** The first SQLException among the causes, or else the last cause. */
  static Throwable sqlOrRootCause(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && !(root instanceof SQLException)) root = root.getCause();
    return root;
  }

  // --- connections ---

  private Session session(@Nullable Duration atMost) throws SQLException {
    Handle handle = opened(jdbi);
    try {
      return new Session(handle, dialect(), atMost);
    } catch (SQLException | RuntimeException e) {
      handle.close();
      throw e;
    }
  }

  /** Opens a handle, and determines the dialect before the work starts. */
  private Handle opened(Jdbi connections) throws SQLException {
    Handle handle = connections.open();
    try {
      Dialect known = dialect;
      if (known == null) known = Dialect.of(handle.getConnection());
      dialect = known;
      Instants.register(handle, known);
      return handle;
    } catch (SQLException | RuntimeException e) {
      handle.close();
      throw e;
    }
  }

  /**
   * Translates exceptions of a pool to failures of the database, and only logs them while a
   * connection is returned.
   */
  private record TranslatingConnections(ConnectionFactory connections)
      implements ConnectionFactory {
    @Override
    public Connection openConnection() throws SQLException {
      try {
        return connections.openConnection();
      } catch (DatabaseException known) {
        throw known;
      } catch (RuntimeException e) {
        throw new ConnectionException(e);
      }
    }

    @Override
    public void closeConnection(Connection connection) {
      try {
        connections.closeConnection(connection);
      } catch (SQLException | RuntimeException e) {
        LOG.log(System.Logger.Level.DEBUG, "a connection could not be returned", e);
      }
    }
  }

  private Handle over(Connection connection) throws SQLException {
    return opened(jdbi(new CallersConnection(connection)));
  }

  /** A connection that its caller closes. */
  private record CallersConnection(Connection connection) implements ConnectionFactory {
    @Override
    public Connection openConnection() {
      return connection;
    }

    @Override
    public void closeConnection(Connection same) {}
  }
}
