package io.freightsdk.testing;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source whose connections fail when a test says so. */
public final class FaultyDatabase {
  /** While set, no connection is available. */
  public volatile boolean away;

  /** The number of next commits that succeed but lose their responses. */
  public final AtomicInteger lostResponses = new AtomicInteger();

  /** The number of next commits that fail, because the connection broke before. */
  public final AtomicInteger commitsLost = new AtomicInteger();

  /** Statements that contain this text are not run while {@link #unwritten} is above zero. */
  public volatile String writing = "";

  /** The number of next statements that are not run and report that they wrote no row. */
  public final AtomicInteger unwritten = new AtomicInteger();

  /** Gets each statement before it is prepared. */
  public volatile Consumer<String> beforeStatement = sql -> {};

  /** The prepared statements, in order. */
  public final List<String> statements = new CopyOnWriteArrayList<>();

  /** Gets a transaction before it is committed. */
  public volatile ConnectionHook beforeCommit = connection -> {};

  public volatile boolean autoCommit = true;
  public volatile int isolation;

  public interface ConnectionHook {
    void at(Connection connection) throws SQLException;
  }

  private final DataSource real;

  public FaultyDatabase(DataSource real) {
    this.real = real;
  }

  public DataSource dataSource() {
    return JdbcProxy.dataSource(this::connection);
  }

  private Connection connection() throws SQLException {
    if (away) throw new SQLTransientConnectionException("request timed out after 30000ms");
    Connection connection = real.getConnection();
    connection.setAutoCommit(autoCommit);
    if (isolation != 0) connection.setTransactionIsolation(isolation);
    return JdbcProxy.of(Connection.class, (m, a) -> ofConnection(connection, m, a));
  }

  private @Nullable Object ofConnection(
      Connection connection, Method method, @Nullable Object[] arguments) throws Throwable {
    if (method.getName().equals("prepareStatement")) {
      return statement(connection, (String) arguments[0]);
    }
    if (!method.getName().equals("commit")) return JdbcProxy.invoke(connection, method, arguments);
    beforeCommit.at(connection);
    if (takeOne(commitsLost)) {
      connection.rollback();
      throw new SQLException("connection reset before the commit", "08006");
    }
    connection.commit();
    if (takeOne(lostResponses)) throw new SQLException("connection reset", "08006");
    return null;
  }

  private PreparedStatement statement(Connection connection, String sql) throws SQLException {
    statements.add(sql);
    beforeStatement.accept(sql);
    PreparedStatement statement = connection.prepareStatement(sql);
    if (!sql.contains(writing) || !takeOne(unwritten)) return statement;
    return JdbcProxy.of(
        PreparedStatement.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "executeUpdate", "getUpdateCount" -> 0;
              case "execute" -> false;
              case "executeBatch" -> new int[1];
              default -> JdbcProxy.invoke(statement, method, arguments);
            });
  }

  private static boolean takeOne(AtomicInteger left) {
    return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }
}
