package io.freightsdk.examples.orderservice;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import io.freightsdk.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The service on SQLite. Its start takes seconds, so all subclasses in one JVM share the context
 * and the database: each test has orders of its own.
 */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      // With the budget of every day a load waits three minutes for each load before it.
      "freight.jobs.read-budget-per-day=10000",
      // The jobs repeat a call that failed; the pauses within the call would only be waited for.
      "freight.retry.max-attempts=1",
      // How long a test waits that holds all connections.
      "spring.datasource.hikari.connection-timeout=5000"
    })
@AutoConfigureFreightServer(balanceUsd = "1000.00")
abstract class ServiceOnSqlite {
  @Autowired Broker broker;
  @Autowired InMemoryFreightServer server;
  @Autowired Faults faults;
  @Autowired JdbcClient database;
  @LocalServerPort int port;

  Frontend frontend;

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry properties) {
    properties.add("spring.datasource.url", () -> Databases.sqlite(newFolder()));
    properties.add("freight.limits.zone", Databases::zoneWhereItIsNoon);
  }

  /** Not a folder of JUnit, which would delete it before the context ends. */
  private static Path newFolder() {
    try {
      return Files.createTempDirectory(Path.of("target"), "orders");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void start() {
    frontend = new Frontend(port);
  }

  /** Lets time pass once no task runs: to a call under way a leap looks like its end. */
  void pass(Duration time) {
    String running = "SELECT COUNT(*) FROM freight_tasks WHERE picked";
    Eventually.until(
        () -> database.sql(running).query(Integer.class).single(), count -> count == 0);
    server.clock().advance(time);
  }
}
