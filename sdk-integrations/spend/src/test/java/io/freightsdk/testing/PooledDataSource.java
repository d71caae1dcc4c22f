package io.freightsdk.testing;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A pool of connections to one database. It drops broken connections. */
public final class PooledDataSource implements DataSource, AutoCloseable {
  private final String url;
  private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  public PooledDataSource(String url) {
    this.url = url;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection real = connection();
    AtomicBoolean isBack = new AtomicBoolean();
    return JdbcProxy.of(
        Connection.class,
        (method, arguments) -> {
          if (!method.getName().equals("close")) return JdbcProxy.invoke(real, method, arguments);
          if (isBack.compareAndSet(false, true)) giveBack(real);
          return null;
        });
  }

  private Connection connection() throws SQLException {
    for (Connection kept = idle.poll(); kept != null; kept = idle.poll()) {
      if (!kept.isClosed()) return kept;
    }
    return DriverManager.getConnection(url);
  }

  private void giveBack(Connection real) throws SQLException {
    if (real.isClosed()) return;
    try {
      if (!real.getAutoCommit()) {
        real.rollback();
        real.setAutoCommit(true);
      }
      idle.add(real);
    } catch (SQLException broken) {
      real.close();
    }
    // A thread of a closed client returns its connection late.
    if (closed) close();
  }

  @Override
  public void close() throws SQLException {
    closed = true;
    for (Connection kept = idle.poll(); kept != null; kept = idle.poll()) kept.close();
  }

  @Override
  public Connection getConnection(String user, String password) {
    throw new UnsupportedOperationException();
  }

  @Override
  public PrintWriter getLogWriter() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setLoginTimeout(int seconds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getLoginTimeout() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Logger getParentLogger() {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
