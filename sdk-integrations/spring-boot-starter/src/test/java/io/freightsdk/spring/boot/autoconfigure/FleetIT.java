package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.watch.FleetWatch;
import io.freightsdk.watch.LoadEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Two instances of an application that follow the same loads. */
class FleetIT {
  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder().frozenClock().start();
  private final Broker broker = server.createBroker("25.00");
  private final JdbcDataSource database = new JdbcDataSource();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightClientAutoConfiguration.class,
                  FreightSpendAutoConfiguration.class,
                  FreightWatchesAutoConfiguration.class,
                  FreightFleetAutoConfiguration.class))
          .withBean(DataSource.class, () -> database)
          .withBean("freightClock", Clock.class, () -> server.clock().asClock())
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(), "freight.agent-key=" + broker.agentKey());
  private final ApplicationContextRunner shared =
      application
          .withBean(
              PlatformTransactionManager.class, () -> new DataSourceTransactionManager(database))
          .withPropertyValues(
              "freight.spend.jdbc.schema=create",
              "freight.fleet.schema=create",
              "freight.fleet.budget-per-day=2.00");

  FleetIT() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** Keeps what it is told, in its table too. */
  static class Listener {
    private final JdbcTemplate database;
    private final BlockingQueue<LoadEvent> told = new LinkedBlockingQueue<>();
    private final AtomicInteger refuses = new AtomicInteger();

    Listener(DataSource dataSource) {
      database = new JdbcTemplate(dataSource);
      database.execute("CREATE TABLE IF NOT EXISTS told (load_number VARCHAR(20))");
    }

    @EventListener
    void on(LoadEvent event) {
      database.update("INSERT INTO told VALUES (?)", event.loadNumber());
      if (refuses.getAndDecrement() > 0) throw new IllegalStateException("not now");
      told.add(event);
    }

    int rows() {
      return database.queryForObject("SELECT COUNT(*) FROM told", Integer.class);
    }
  }

  @Test
  void whatHappensToALoadIsAnEventOfOneInstanceUntilItIsHeard() throws Exception {
    Listener listener = new Listener(database);
    listener.refuses.set(1);
    ApplicationContextRunner instance = shared.withBean(Listener.class, () -> listener);
    instance.run(
        first ->
            instance.run(
                second -> {
                  String load =
                      first
                          .getBean(FreightClient.class)
                          .createLoad(FreightAutoConfigurationIT.load())
                          .loadNumber();
                  server.driver(load).driveUntil(LoadStatus.IN_TRANSIT);
                  second.getBean(FleetWatch.class).add(load);
                  LoadEvent event = null;
                  for (int step = 0; event == null && step < 60; step++) {
                    server.clock().advance(Duration.ofSeconds(5));
                    event = listener.told.poll(1, TimeUnit.SECONDS);
                  }
                  assertThat(event).isNotNull();
                  assertThat(event.loadNumber()).isEqualTo(load);
                  first.getBean(FreightFleetAutoConfiguration.Teller.class).stop();
                  second.getBean(FreightFleetAutoConfiguration.Teller.class).stop();
                }));
    assertThat(listener.refuses).as("it was refused once").hasNegativeValue();
    assertThat(listener.told).as("each is told once").doesNotHaveDuplicates();
    assertThat(broker.debits()).as("one load, one read").hasSize(2);
    // What the refused telling had written was rolled back; one was taken from the queue.
    assertThat(listener.rows()).isEqualTo(listener.told.size() + 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "freight.fleet.schema=create | budget-per-day is not",
        "freight.fleet.schema=validate freight.fleet.budget-per-day=1.00 | freight_fleet",
        "freight.fleet.budget-per-day=0 | budgetPerDay: expected more than 0 USD"
      })
  void whatCannotBeAFleetEndsTheStart(String properties, String what) {
    application
        .withPropertyValues(properties.split(" "))
        .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining(what));
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoClients {
    @Bean
    FreightClient east() {
      return FreightClient.builder().baseUrl("http://127.0.0.1:9").agentKey("east").build();
    }

    @Bean
    FreightClient west() {
      return FreightClient.builder().baseUrl("http://127.0.0.1:9").agentKey("west").build();
    }
  }

  @Test
  void aFleetThatWouldHaveSeveralClientsEndsTheStart() {
    application
        .withUserConfiguration(TwoClients.class)
        .withPropertyValues("freight.fleet.budget-per-day=1.00")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("several clients"));
  }

  @Test
  void withoutABudgetThereIsNone() {
    application.run(
        context -> assertThat(context).hasNotFailed().doesNotHaveBean(FleetWatch.class));
  }
}
