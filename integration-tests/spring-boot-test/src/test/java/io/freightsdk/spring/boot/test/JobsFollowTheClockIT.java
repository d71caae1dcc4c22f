package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderDetails;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.spring.boot.FreightJobsAutoConfiguration;
import io.freightsdk.testing.Eventually;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Jobs that are due after a minute or a day are due by the server's clock. */
@SpringBootTest(classes = JobsFollowTheClockIT.Application.class)
@AutoConfigureFreightServer(balanceUsd = "0.60", perClass = true)
class JobsFollowTheClockIT {
  @Import(ClientApplication.class)
  @ImportAutoConfiguration(FreightJobsAutoConfiguration.class)
  static class Application {
    @Bean
    JdbcDataSource database() {
      JdbcDataSource database = new JdbcDataSource();
      database.setURL("jdbc:h2:mem:clock;DB_CLOSE_DELAY=-1");
      return database;
    }

    @Bean
    DataSourceTransactionManager transactions(DataSource database) {
      return new DataSourceTransactionManager(database);
    }

    @Bean
    TransactionTemplate transaction(PlatformTransactionManager transactions) {
      return new TransactionTemplate(transactions);
    }

    /** The application's own, which it injects by its type. */
    @Bean
    Clock applicationsClock() {
      return Clock.systemUTC();
    }
  }

  @Autowired FreightJobs jobs;
  @Autowired TransactionTemplate transaction;
  @Autowired InMemoryFreightServer server;
  @Autowired Broker broker;
  @Autowired ServerClock clock;
  @Autowired Clock applicationsClock;
  @Autowired Environment environment;

  @Test
  void orderThatWaitsForMoneyIsBookedAndFollowed() {
    transaction.executeWithoutResult(status -> jobs.book("PO-1", DispatchApplication.load(), null));
    Eventually.until(broker::requests, requests -> !requests.isEmpty());
    Eventually.until(() -> state("PO-1"), State.WAITING::equals);
    broker.credit("10.00");
    clock.advance(Duration.ofMinutes(10));
    Eventually.until(() -> state("PO-1"), State.BOOKED::equals);
    server.load(server.loads(1).get(0).loadNumber()).deliver();
    // While the listener is notified of its order, no instance follows the load, and a day may
    // pass.
    Eventually.until(
        () -> {
          clock.advance(Duration.ofHours(6));
          return jobs.latestPosition("PO-1").map(reading -> reading.position().status());
        },
        Optional.of(LoadStatus.DELIVERED)::equals);
  }

  private State state(String reference) {
    return jobs.find(reference).map(OrderDetails::state).orElseThrow();
  }

  /**
   * An application that waits longer in production waits so here, unless its test says otherwise.
   */
  @Test
  void jobsPollOftenByDefault() {
    assertThat(environment.getProperty("freight.jobs.poll-interval")).isEqualTo("100ms");
    GenericApplicationContext other = new GenericApplicationContext();
    other
        .getEnvironment()
        .getPropertySources()
        .addLast(new MapPropertySource("own", Map.of("freight.jobs.poll-interval", "7s")));
    new FreightServerCustomizer("25.00", null).customizeContext(other, null);
    try (other) {
      other.refresh();
      assertThat(other.getEnvironment().getProperty("freight.jobs.poll-interval")).isEqualTo("7s");
    }
  }

  @Test
  void clockOfTheApplicationIsNotReplaced() {
    clock.advance(Duration.ofDays(30));
    assertThat(applicationsClock).isEqualTo(Clock.systemUTC());
  }
}
