package io.freightsdk.jobs;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A database that gives no connections while it is away.
 *
 * @param refused how many it did not give
 */
record AwayAtTimes(DataSource database, AtomicBoolean isAway, AtomicInteger refused)
    implements DataSource {
  @Override
  public Connection getConnection() throws SQLException {
    if (isAway.get()) {
      refused.incrementAndGet();
      throw new SQLException("the database is away", "08001");
    }
    return database.getConnection();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return database.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter log) throws SQLException {
    database.setLogWriter(log);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    database.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return database.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return database.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return database.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return database.isWrapperFor(type);
  }
}
