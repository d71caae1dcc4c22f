package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.micrometer.BackgroundValue;
import io.freightsdk.micrometer.OrderMetrics;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spring.boot.FreightHealth.State;
import io.freightsdk.testing.Eventually;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Health, meters and log while the database of orders and ledger, or the service, is unavailable.
 */
@ExtendWith(OutputCaptureExtension.class)
class DatabaseOutageIT {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final Database database = new Database();
  private final MockClock scrapes = new MockClock();
  private final SimpleMeterRegistry registry =
      new SimpleMeterRegistry(SimpleConfig.DEFAULT, scrapes);
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightAutoConfiguration.class,
                  FreightLedgerAutoConfiguration.class,
                  FreightJobsAutoConfiguration.class,
                  FreightMetricsAutoConfiguration.class,
                  FreightOrderMetricsAutoConfiguration.class,
                  FreightHealthAutoConfiguration.class))
          .withBean(DataSource.class, () -> database)
          .withBean(MeterRegistry.class, () -> registry)
          .withBean("freightClock", Clock.class, () -> server.clock().asClock())
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(),
              "freight.agent-key=" + broker.agentKey(),
              "freight.ledger.store=jdbc",
              "freight.limits.per-day=50.00",
              "freight.jobs.auto-startup=false");

  /** A pool that waits for a connection, or has none. */
  private static final class Database extends DelegatingDataSource {
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean hangs;
    private volatile boolean isUnavailable;

    Database() {
      JdbcDataSource target = new JdbcDataSource();
      target.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
      setTargetDataSource(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
      try {
        if (hangs) end.await();
      } catch (InterruptedException e) {
        throw new SQLException(e);
      }
      if (isUnavailable) throw new SQLTransientConnectionException("no connection", "08001");
      return super.getConnection();
    }
  }

  @AfterEach
  void close() {
    database.end.countDown();
    server.close();
  }

  private void scrape() {
    scrapes.add(BackgroundValue.REFRESH_AFTER);
    registry.getMeters().forEach(meter -> meter.measure().forEach(one -> one.getValue()));
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  @Test
  void healthDoesNotWaitForTheDatabase() {
    application.run(
        context -> {
          context.getBean(OrderMetrics.class).bindTo(registry);
          FreightHealth health = context.getBean(FreightHealth.class);
          Eventually.until(health::read, read -> read.state() == State.UP && !isIncomplete(read));
          database.hangs = true;
          scrapes.add(BackgroundValue.REFRESH_AFTER);
          FreightHealth.Result read = health.read();
          assertThat(read.state()).isEqualTo(State.UP);
          assertThat(read.details())
              .containsEntry("orders", "cannot be read: no response yet")
              .containsEntry("limitsNearlyUsed", "cannot be read: no response yet");
        });
  }

  private static boolean isIncomplete(FreightHealth.Result read) {
    return read.details().toString().contains("no response yet");
  }

  @Test
  void healthDoesNotWaitForTheService() {
    server.faults().always(Operation.GET_BALANCE, Fault.delay(Duration.ofSeconds(20)));
    application.run(
        context -> {
          context.getBean(OrderMetrics.class).bindTo(registry);
          FreightHealth health = context.getBean(FreightHealth.class);
          assertThat(health.read().state()).as("before a first response").isEqualTo(State.UNKNOWN);
          Eventually.until(health::read, read -> read.state() == State.DOWN);
        });
  }

  @Test
  void unavailableDatabaseIsOneWarningForOrdersAndLimits(CapturedOutput log) {
    application.run(
        context -> {
          context.getBean(OrderMetrics.class).bindTo(registry);
          scrape();
          for (String name : List.of("freight.charges.unknown", "freight.limit.usage")) {
            Eventually.until(() -> gauge(name), value -> value == 0);
          }
          // A first read that is still running would also be NaN, without a failure.
          Eventually.until(() -> orders(), value -> value == 0);
          database.isUnavailable = true;
          for (int i = 0; i < 3; i++) {
            scrape();
            Eventually.until(() -> gauge("freight.charges.unknown"), value -> value.isNaN());
            Eventually.until(() -> orders(), value -> value.isNaN());
          }
          FreightHealth.Result read =
              Eventually.until(
                  context.getBean(FreightHealth.class)::read, some -> !isIncomplete(some));
          assertThat(read.state()).isEqualTo(State.UP);
          assertThat(read.details()).containsKeys("orders", "limitsNearlyUsed");
          assertThat(log.getAll().lines().filter(line -> line.startsWith("WARNING: ")))
              .singleElement()
              .asString()
              .contains("cannot be read; meters are NaN until the database responds");

          database.isUnavailable = false;
          scrape();
          Eventually.until(() -> gauge("freight.charges.unknown"), value -> value == 0);
          Eventually.until(() -> orders(), value -> value == 0);
          Eventually.until(log::getAll, all -> all.contains("all meters can be read again"));
        });
  }

  private Double orders() {
    return registry.get("freight.orders").tag("state", "waiting").gauge().value();
  }
}
