package io.freightsdk.testing;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A pool of connections to one database: a closed connection is kept for the next caller. */
public final class TestDatabase implements DataSource, AutoCloseable {
  private final String url;
  private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  public TestDatabase(String url) {
    this.url = url;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection kept = idle.poll();
    Connection real = kept == null ? DriverManager.getConnection(url) : kept;
    return (Connection)
        Proxy.newProxyInstance(
            TestDatabase.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                if (!real.isClosed()) idle.add(real);
                // What a thread of a closed client was still at comes back late.
                if (closed) close();
                return null;
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
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
