package io.freightsdk.spring.boot;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** A database whose connections can hang. */
final class HangingDatabase implements DataSource {
  private final JdbcDataSource database = new JdbcDataSource();
  private volatile CountDownLatch answers = new CountDownLatch(0);

  HangingDatabase() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  }

  void hangs() {
    answers = new CountDownLatch(1);
  }

  void answers() {
    answers.countDown();
  }

  @Override
  public Connection getConnection() throws SQLException {
    try {
      answers.await();
    } catch (InterruptedException e) {
      throw new SQLException("interrupted", e);
    }
    return database.getConnection();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return database.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    database.setLogWriter(out);
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
  public Logger getParentLogger() {
    return Logger.getGlobal();
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
