package io.freightsdk.internal.sql;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
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
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jdbi.v3.core.statement.TemplateEngine;
import org.jdbi.v3.core.statement.Update;
import org.jdbi.v3.core.transaction.TransactionException;
import org.jspecify.annotations.Nullable;

/**
 * Statements and transactions on the caller's thread. A connection is taken for one try of some
 * work, and given back as it was. A statement names what is bound to it ({@code :reference}); an
 * {@link java.time.Instant} is bound and read alike on all databases, to the millisecond.
 *
 * <p>Work that meets a conflict, such as a deadlock, is rolled back and runs again, so it does
 * nothing but statements. What it throws itself reaches the caller as it is.
 */
public final class Database {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.database");

  /** How often work runs that meets conflicts. */
  private static final int MAX_RUNS = 8;

  /** What the JDK says, and what pools repeat. Its message is the URL, with the password in it. */
  private static final String NO_DRIVER = "No suitable driver";

  private static final ThreadLocal<Connection> CALLERS = new ThreadLocal<>();

  private static final Pattern DATABASE = Pattern.compile("jdbc:\\w+");

  private final Jdbi jdbi;

  /** Makes handles over connections of callers. One for all, because it keeps parsed statements. */
  private final Jdbi overCallers = jdbi(new CallersConnection());

  private final @Nullable DataSource source;
  private final String noun;

  /** Known since the first connection. */
  private volatile @Nullable Dialect dialect;

  /**
   * The database of a data source. Nothing is connected yet.
   *
   * @param noun what messages call its user: "jobs"
   */
  public Database(DataSource source, String noun) {
    this(source::getConnection, source, noun);
  }

  /** One whose connections come from elsewhere, and are given back there. */
  public Database(ConnectionFactory connections, String noun) {
    this(connections, null, noun);
  }

  private Database(ConnectionFactory connections, @Nullable DataSource source, String noun) {
    this.jdbi = jdbi(new Pooled(connections));
    this.source = source;
    this.noun = noun;
  }

  private static Jdbi jdbi(ConnectionFactory connections) {
    Jdbi jdbi = Jdbi.create(connections);
    // A handle would turn autocommit on, which commits what could not be rolled back.
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    // The texts of statements are complete.
    jdbi.getConfig(SqlStatements.class).setTemplateEngine(TemplateEngine.NOP);
    // What is bound to a statement does not belong into a log.
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
    return jdbi;
  }

  /** What it was made with. */
  public DataSource source() {
    return requireNonNull(source, "a database that was made with a data source");
  }

  public String noun() {
    return noun;
  }

  /**
   * Its dialect. Connects if that was never done.
   *
   * @throws DatabaseException if it cannot
   */
  public Dialect dialect() {
    Dialect known = dialect;
    return known != null ? known : read(handle -> requireNonNull(dialect, "an open connection"));
  }

  // --- work ---

  /**
   * Works in a new transaction, in which each statement sees what others have committed before it.
   *
   * @throws DatabaseException if the database failed, or others were in the way each time
   */
  public <T extends @Nullable Object> T inTransaction(Function<Handle, T> work) {
    return repeated(() -> tryChange(handle -> new Change<>(work.apply(handle), true), null));
  }

  /**
   * Works without a transaction: each statement is one of its own.
   *
   * @throws DatabaseException if the database failed, or others were in the way each time
   */
  public <T extends @Nullable Object> T read(Function<Handle, T> work) {
    return repeated(() -> tryRead(work, null));
  }

  /**
   * Works in the caller's transaction. Nothing is committed, rolled back or closed, and nothing
   * runs again.
   *
   * @throws SQLException that of a failed statement, as the driver threw it
   */
  public <T extends @Nullable Object> T on(Connection connection, Function<Handle, T> work)
      throws SQLException {
    try (Handle handle = over(connection)) {
      return work.apply(handle);
    } catch (DatabaseException known) {
      throw known;
    } catch (RuntimeException e) {
      if (root(e) instanceof SQLException failure) throw failure;
      throw e;
    }
  }

  /**
   * Inserts a row unless there is one of its key, which is then left alone.
   *
   * @param insert the statement
   * @param keyColumn a column of the key
   * @param values binds them to the statement
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
   * INSERT IGNORE would share the lock of the row, and two who then change it deadlock. Drivers
   * count a row that was left alone as one that was inserted; so it sets the last id of the
   * session, which is then given back to the application.
   */
  private static boolean insertInMysql(
      Handle handle, String insert, String keyColumn, Consumer<Update> values) {
    String orNothing =
        String.format(
            Locale.ROOT,
            " ON DUPLICATE KEY UPDATE %1$s = IF(LAST_INSERT_ID(:mark) = :mark, %1$s, %1$s)",
            keyColumn);
    long before = lastId(handle);
    int unused =
        update(handle, insert + orNothing, values.andThen(row -> row.bind("mark", before + 1)));
    if (lastId(handle) == before) return true;
    unused = update(handle, "DO LAST_INSERT_ID(:before)", row -> row.bind("before", before));
    return false;
  }

  private static long lastId(Handle handle) {
    return handle.createQuery("SELECT LAST_INSERT_ID()").mapTo(Long.class).one();
  }

  /** An INSERT that fails there ends only itself. */
  private static boolean insertInH2(Handle handle, String insert, Consumer<Update> values) {
    try {
      return update(handle, insert, values) == 1;
    } catch (JdbiException e) {
      if (root(e) instanceof SQLException failure && Dialect.isDuplicateInH2(failure)) return false;
      throw e;
    }
  }

  private interface Try<T extends @Nullable Object> {
    T make() throws SQLException;
  }

  private <T extends @Nullable Object> T repeated(Try<T> once) {
    for (int run = 1; ; run++) {
      try {
        return once.make();
      } catch (DatabaseException known) {
        throw known;
      } catch (SQLException | RuntimeException e) {
        if (e instanceof RuntimeException own && !isOfDatabase(own)) throw own;
        if (run == MAX_RUNS || !isConflict(e) || !pause(run)) throw failed(e, false);
      }
    }
  }

  /** A short, random pause, so that two do not meet again; false after an interrupt. */
  static boolean pause(int run) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(5L << run));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  // --- one try, for who repeats it himself ---

  /**
   * What the work of a change has come to.
   *
   * @param isChanged whether it has written anything; if not, it is rolled back
   */
  public record Change<T extends @Nullable Object>(T result, boolean isChanged) {}

  /**
   * Makes one try of a change, in a transaction of its own.
   *
   * @param atMost for each statement, and for each answer of the network; null for no limit
   */
  public <T extends @Nullable Object> T tryChange(
      Function<Handle, Change<T>> work, @Nullable Duration atMost) throws SQLException {
    try (Session session = session(atMost)) {
      return session.change(work);
    }
  }

  /**
   * Makes one try of reading, without a transaction.
   *
   * @param atMost for each statement, and for each answer of the network; null for no limit
   */
  public <T extends @Nullable Object> T tryRead(Function<Handle, T> work, @Nullable Duration atMost)
      throws SQLException {
    try (Session session = session(atMost)) {
      return session.read(work);
    }
  }

  /** Whether the database failed, and not the code around its statements. */
  public static boolean isOfDatabase(RuntimeException failure) {
    return failure instanceof DatabaseException
        || failure instanceof JdbiException
        || root(failure) instanceof SQLException;
  }

  /** Whether others were in the way, so that the same work may succeed a moment later. */
  public static boolean isConflict(Throwable failure) {
    return root(failure) instanceof SQLException sql && Dialect.isConflict(sql);
  }

  /** A failure after which the same work is to run again. */
  public static RuntimeException conflict(String message) {
    return new TransactionException(new SQLException(message, Dialect.SERIALIZATION_FAILURE));
  }

  /**
   * What its user is told of a failure.
   *
   * @param mayBeStored whether a commit was sent, so that the work may be stored all the same
   */
  public DatabaseException failed(Throwable failure, boolean mayBeStored) {
    if (failure instanceof DatabaseException known) return known;
    Throwable root = root(failure);
    String message = String.valueOf(root.getMessage());
    if (message.startsWith(NO_DRIVER)) {
      Matcher url = DATABASE.matcher(message);
      return DatabaseException.lasting(
          noun,
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
    return DatabaseException.passing(
        noun, String.format(Locale.ROOT, "cannot %s (%s): %s", what, kind, message), null, root);
  }

  /** The first failure of SQL among the causes, or else the last of them. */
  static Throwable root(Throwable failure) {
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

  /** Knows the dialect before the work begins, which may ask for it. */
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

  /** What a pool throws is a failure of the database, and no failed return hides a result. */
  private record Pooled(ConnectionFactory connections) implements ConnectionFactory {
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
        LOG.log(System.Logger.Level.DEBUG, "a connection could not be given back", e);
      }
    }
  }

  private Handle over(Connection connection) throws SQLException {
    CALLERS.set(connection);
    try {
      return opened(overCallers);
    } finally {
      CALLERS.remove();
    }
  }

  /** The connection over which a handle is being opened on this thread; its caller closes it. */
  private static final class CallersConnection implements ConnectionFactory {
    @Override
    public Connection openConnection() {
      return requireNonNull(CALLERS.get(), "a connection of the caller");
    }

    @Override
    public void closeConnection(Connection same) {}
  }
}
