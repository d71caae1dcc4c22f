package io.freightsdk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.jobs.FreightJobs;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrderMetersIT {
  private final MockClock scrapes = new MockClock();
  private final SimpleMeterRegistry registry =
      new SimpleMeterRegistry(SimpleConfig.DEFAULT, scrapes);
  private final DataSource database = database();
  private final FreightClient client =
      FreightClient.builder().baseUrl("http://localhost:1").agentKey("fak_test").build();
  private final FreightJobs jobs =
      FreightJobs.builder(database, client)
          .clock(Clock.fixed(Instant.ofEpochMilli(scrapes.wallTime()), ZoneOffset.UTC))
          .build();

  static DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return database;
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void ordersAreMeteredByStateWithTheAgeOfTheOldest() throws SQLException {
    new OrderMeters(jobs, Tags.of("jobs", "a"), Runnable::run).bindTo(registry);
    assertThat(orders("waiting")).isZero();
    assertThat(oldest("waiting")).isZero();
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      jobs.book(transaction, "PO-1", MeteredLoads.load(), null);
      jobs.book(transaction, "PO-2", MeteredLoads.load(), null);
      transaction.commit();
    }
    scrapes.add(Duration.ofMinutes(5));
    assertThat(orders("waiting")).isEqualTo(2);
    assertThat(oldest("waiting")).isEqualTo(300);
    assertThat(orders("stopped")).isZero();
    assertThat(orders("undelivered")).isZero();
  }

  @Test
  void withoutTheDatabaseTheyAreUnknown() throws SQLException {
    new OrderMeters(jobs, Tags.of("jobs", "a"), Runnable::run).bindTo(registry);
    assertThat(orders("stopped")).isZero();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE freight_tasks");
    }
    scrapes.add(Duration.ofMinutes(1));
    assertThat(orders("stopped")).isNaN();
    assertThat(oldest("stopped")).isNaN();
  }

  private double orders(String state) {
    return registry.get("freight.orders").tags("jobs", "a", "state", state).gauge().value();
  }

  private double oldest(String state) {
    return registry.get("freight.orders.oldest").tags("jobs", "a", "state", state).gauge().value();
  }
}
