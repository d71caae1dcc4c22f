package io.freightsdk.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** A pool that drops a connection once its driver has seen it break, as real ones do. */
public final class SmallPool implements AutoCloseable {
  private final String url;
  private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();

  public SmallPool(String url) {
    this.url = url;
  }

  public DataSource dataSource() {
    return (DataSource)
        Proxy.newProxyInstance(
            SmallPool.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection" -> lent(connection());
                  case "toString" -> "SmallPool";
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private Connection connection() throws SQLException {
    for (Connection kept = idle.poll(); kept != null; kept = idle.poll()) {
      if (!kept.isClosed()) return kept;
    }
    return DriverManager.getConnection(url);
  }

  private Connection lent(Connection real) {
    AtomicBoolean back = new AtomicBoolean();
    return (Connection)
        Proxy.newProxyInstance(
            SmallPool.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                if (back.compareAndSet(false, true)) giveBack(real);
                return null;
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
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
  }

  @Override
  public void close() throws SQLException {
    for (Connection kept = idle.poll(); kept != null; kept = idle.poll()) kept.close();
  }
}
