package io.freightsdk.testing;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A database in memory behind a driver and a pool that fail at a chosen JDBC call. Consecutive
 * calls of the same method, such as setting parameters, count as one.
 */
public final class FailingDriver implements AutoCloseable {
  /** The failures of drivers, pools and proxies. */
  public enum Failure {
    NO_STATE(() -> new SQLException("something", (String) null)),
    UNKNOWN_STATE(() -> new SQLException("something of a vendor", "ZZ999", 4711)),
    CONNECTION_LOST(() -> new SQLException("connection reset", "08006")),
    SERIALIZATION(() -> new SQLException("could not serialize access", "40001")),
    DUPLICATE(() -> new SQLIntegrityConstraintViolationException("duplicate key", "23505")),
    SYNTAX(() -> new SQLSyntaxErrorException("no such table, for this moment", "42102")),
    NON_TRANSIENT(() -> new SQLNonTransientException("never again")),
    NON_TRANSIENT_CONNECTION(() -> new SQLNonTransientConnectionException("socket closed")),
    RECOVERABLE(() -> new SQLRecoverableException("closed connection", "99999", 17_008)),
    TRANSIENT(() -> new SQLTransientException("too busy")),
    TIMEOUT(() -> new SQLTimeoutException("30000 ms")),
    RUNTIME(() -> new IllegalStateException("pool is shut down")),
    FROM_A_PROXY(() -> new java.lang.reflect.UndeclaredThrowableException(new Exception("who?"))),
    ERROR(() -> new NoClassDefFoundError("org/vendor/Protocol")),
    MEMORY(() -> new OutOfMemoryError("Java heap space"));

    private final Supplier<Throwable> thrown;

    Failure(Supplier<Throwable> thrown) {
      this.thrown = thrown;
    }
  }

  /** The moment and the duration of a failure. */
  public enum How {
    /** Once, instead of the call. */
    ONCE_BEFORE,
    /** Once, after the call. */
    ONCE_AFTER,
    /** After the call, and at every later call until {@link #heal}. */
    FOR_GOOD
  }

  private static final List<Class<?>> TYPES =
      List.of(
          Connection.class,
          PreparedStatement.class,
          Statement.class,
          ResultSet.class,
          DatabaseMetaData.class);

  private final String url =
      "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE";
  private final Queue<Connection> open = new ConcurrentLinkedQueue<>();

  /** Guarded by this, like all fields below. */
  private @Nullable Failure failure;

  private How how = How.ONCE_BEFORE;
  private int left;
  private String lastMethod = "";
  private @Nullable String failedAt;

  /** Makes this call fail, counted from one. */
  public synchronized void failAt(int call, Failure failure, How how) {
    this.failure = failure;
    this.how = how;
    this.left = call;
    this.lastMethod = "";
    this.failedAt = null;
  }

  /**
   * Ends the failure. The database has closed its broken connections.
   *
   * @return the method that failed; null if the chosen call was not made
   */
  public synchronized @Nullable String heal() throws SQLException {
    failure = null;
    for (Connection real = open.poll(); real != null; real = open.poll()) real.close();
    return failedAt;
  }

  public DataSource dataSource() {
    return JdbcProxy.dataSource(() -> (Connection) call("getConnection", this::connection));
  }

  private Object connection() throws SQLException {
    Connection real = DriverManager.getConnection(url);
    open.add(real);
    return wrapped(Connection.class, real);
  }

  private Object wrapped(Class<?> type, Object real) {
    return JdbcProxy.of(
        type, (method, arguments) -> call(method.getName(), () -> invoke(real, method, arguments)));
  }

  private @Nullable Object invoke(Object real, Method method, @Nullable Object[] arguments)
      throws Throwable {
    Object result = JdbcProxy.invoke(real, method, arguments);
    boolean isJdbc = TYPES.contains(method.getReturnType());
    return isJdbc && result != null ? wrapped(method.getReturnType(), result) : result;
  }

  private interface Work {
    @Nullable Object run() throws Throwable;
  }

  private @Nullable Object call(String method, Work work) throws Throwable {
    Strike strike = strike(method);
    Object result = strike.works ? work.run() : null;
    if (strike.failure != null) throw strike.failure.thrown.get();
    return result;
  }

  private record Strike(boolean works, @Nullable Failure failure) {}

  private synchronized Strike strike(String method) {
    Strike none = new Strike(true, null);
    if (failure == null) return none;
    if (failedAt != null) return how == How.FOR_GOOD ? new Strike(false, failure) : none;
    if (!method.equals(lastMethod)) left--;
    lastMethod = method;
    if (left > 0) return none;
    failedAt = method;
    return new Strike(how != How.ONCE_BEFORE, failure);
  }

  @Override
  public void close() throws SQLException {
    heal();
    try (Connection last = DriverManager.getConnection(url);
        Statement shutdown = last.createStatement()) {
      shutdown.execute("SHUTDOWN");
    }
  }
}
