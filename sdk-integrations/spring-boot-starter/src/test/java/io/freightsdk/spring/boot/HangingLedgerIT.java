package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.Eventually;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** All that is asked here is asked on the thread of the test, while the database never answers. */
class HangingLedgerIT {
  private final HangingDatabase database = new HangingDatabase();
  private final MockClock clock = new MockClock();
  private final MeterRegistry meters = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

  @Test
  void metersAnswerWhileTheDatabaseHangs() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class,
                  FreightLedgerAutoConfiguration.class,
                  FreightMetersAutoConfiguration.class))
          .withBean(DataSource.class, () -> database)
          .withBean(MeterRegistry.class, () -> meters)
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(),
              "freight.agent-key=" + server.createBroker("5.00").agentKey(),
              "freight.ledger.store=jdbc",
              "freight.limits.per-day=2.00")
          .run(
              context -> {
                awaitFirstReading();
                database.hangs();
                try {
                  clock.add(Duration.ofMinutes(1));
                  assertThat(unknown()).as("a look, that sets off a reading").isNotNull();
                  clock.add(Duration.ofMinutes(1));
                  for (Meter meter : meters.getMeters()) {
                    meter.measure().forEach(one -> one.getValue());
                  }
                  assertThat(unknown()).isNaN();
                } finally {
                  database.answers();
                }
              });
    }
  }

  /** One that is on its way when the database hangs has what it needs, and answers later. */
  private void awaitFirstReading() {
    Eventually.until(this::unknown, reading -> !reading.isNaN());
  }

  private Double unknown() {
    return meters.get("freight.unknown").gauge().value();
  }

  /** A database whose connections can hang. */
  private static final class HangingDatabase implements DataSource {
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
}
