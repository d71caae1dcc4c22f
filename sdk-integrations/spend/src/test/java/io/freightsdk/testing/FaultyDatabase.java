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
  /** No connection is given while this is set. */
  public volatile boolean away;

  /** So many next commits happen, but their answers are lost. */
  public final AtomicInteger answersLost = new AtomicInteger();

  /** So many next commits do not happen, because the connection broke before. */
  public final AtomicInteger commitsLost = new AtomicInteger();

  /** Statements that contain this are not run while there are {@link #unwritten}. */
  public volatile String writing = "";

  /** So many next statements are not run, and say that they wrote no row. */
  public final AtomicInteger unwritten = new AtomicInteger();

  /** Runs before a connection is given. */
  public volatile Runnable beforeAsking = () -> {};

  /** Runs when a connection is given back: all was done, and nobody knows it yet. */
  public volatile Runnable beforeAnswering = () -> {};

  /** Sees each statement before it is prepared. */
  public volatile Consumer<String> beforeStatement = sql -> {};

  /** All that were prepared, in their order. */
  public final List<String> statements = new CopyOnWriteArrayList<>();

  /** Looks at a transaction before it is committed. */
  public volatile Look beforeCommit = connection -> {};

  public volatile boolean autoCommit = true;
  public volatile int isolation;

  public interface Look {
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
    beforeAsking.run();
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
    if (method.getName().equals("close")) {
      connection.close();
      beforeAnswering.run();
      return null;
    }
    if (!method.getName().equals("commit")) return JdbcProxy.invoke(connection, method, arguments);
    beforeCommit.at(connection);
    if (takeOne(commitsLost)) {
      connection.rollback();
      throw new SQLException("connection reset before the commit", "08006");
    }
    connection.commit();
    if (takeOne(answersLost)) throw new SQLException("connection reset", "08006");
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
