package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.micrometer.BackgroundValue;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.OrderCounts;
import io.freightsdk.micrometer.OrderMetrics;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.Eventually;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Log lines while orders wait: a few, however many orders wait. */
@ExtendWith(OutputCaptureExtension.class)
class OutageIT {
  @ImportAutoConfiguration({
    FreightAutoConfiguration.class,
    FreightLedgerAutoConfiguration.class,
    FreightJobsAutoConfiguration.class,
    FreightMetricsAutoConfiguration.class,
    FreightOrderMetricsAutoConfiguration.class,
    FreightHealthAutoConfiguration.class
  })
  static class Application {}

  /** A line that an operator sees by default. */
  private static final Pattern SHOWN = Pattern.compile(".*\\b(INFO|WARN|ERROR)\\b.*");

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("50.00");
  private final JdbcDataSource database = new JdbcDataSource();
  private final MockClock scrapes = new MockClock();
  private final SimpleMeterRegistry registry =
      new SimpleMeterRegistry(SimpleConfig.DEFAULT, scrapes);

  OutageIT() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** With the log of Spring Boot. */
  private ConfigurableApplicationContext start(String... properties) {
    ApplicationContextInitializer<GenericApplicationContext> beans =
        context -> {
          context.registerBean(DataSource.class, () -> database);
          context.registerBean(MeterRegistry.class, () -> registry);
          context.registerBean(
              PlatformTransactionManager.class, () -> new DataSourceTransactionManager(database));
          context.registerBean("freightClock", Clock.class, () -> server.clock().asClock());
        };
    return new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .initializers(beans)
        .properties(
            "freight.base-url=" + server.baseUrl(),
            "freight.agent-key=" + broker.agentKey(),
            "freight.jobs.poll-interval=100ms")
        .properties(properties)
        .run();
  }

  private static void book(ApplicationContext context, int orders) {
    FreightJobs jobs = context.getBean(FreightJobs.class);
    new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
        .executeWithoutResult(
            status -> {
              for (int i = 0; i < orders; i++) {
                jobs.book("PO-" + i, FreightAutoConfigurationIT.load(), null);
              }
            });
  }

  private static void await(ApplicationContext context, Predicate<OrderCounts> counts) {
    Eventually.until(context.getBean(FreightJobs.class)::counts, counts);
  }

  /** Until they are over: the pause after an attempt begins with its end. */
  private void awaitAttempts(int attempts, long orders) {
    Eventually.until(
        () -> count("freight_orders WHERE attempts >= " + attempts), count -> count == orders);
    Eventually.until(() -> count("freight_tasks WHERE picked = TRUE"), count -> count == 0);
  }

  private long count(String rows) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM " + rows)) {
      result.next();
      return result.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean areWaiting(OrderCounts counts, long orders) {
    return counts.waitingFor().stream().anyMatch(waiting -> waiting.orders() == orders);
  }

  private static List<String> shown(CapturedOutput log, int from) {
    return log.getAll()
        .substring(from)
        .lines()
        .filter(line -> SHOWN.matcher(line).matches())
        .toList();
  }

  /** Eight orders: each attempt at one is repeated within its call, which takes a second. */
  @Test
  void outageIsLoggedOnceAtItsBeginAndOnceAtItsEnd(CapturedOutput log) {
    try (ConfigurableApplicationContext context = start()) {
      int start = log.length();
      server.faults().always(Operation.CREATE_LOAD, Fault.billingUnavailable());
      book(context, 8);
      awaitAttempts(1, 8);
      for (int attempt = 2; attempt <= 3; attempt++) {
        server.clock().advance(Duration.ofMinutes(10));
        awaitAttempts(attempt, 8);
      }
      Eventually.until(log::getAll, all -> all.contains(" loads wait for OUTAGE, "));

      server.faults().clear();
      server.clock().advance(Duration.ofMinutes(10));
      await(context, counts -> counts.waiting() == 0 && counts.unreported() == 0);
      server.clock().advance(Duration.ofMinutes(1));
      Eventually.until(
          log::getAll, all -> all.contains("no order or load waits for OUTAGE any more"));
      assertThat(shown(log, start)).hasSize(2);
    }
    assertThat(broker.debits())
        .filteredOn(debit -> debit.operation() == Operation.CREATE_LOAD)
        .hasSize(8);
  }

  @Test
  void usedUpLimitIsLoggedAndHealthStaysUp(CapturedOutput log) {
    try (ConfigurableApplicationContext context =
        start("freight.limits.create-load-per-day=6.60")) {
      int start = log.length();
      book(context, 20);
      await(context, counts -> areWaiting(counts, 10));
      server.clock().advance(Duration.ofMinutes(1));
      // A price that is read while the clock moves would be a minute old, which is an outage.
      awaitAttempts(2, 10);
      Eventually.until(log::getAll, all -> all.contains("10 orders and 0 loads wait for LIMIT"));
      assertThat(log.getAll().lines().filter(line -> line.contains("wait for LIMIT")))
          .singleElement()
          .asString()
          .endsWith("; raise the limit or maxPrice, or wait");
      context.getBean(OrderMetrics.class).bindTo(registry);
      scrapes.add(BackgroundValue.REFRESH_AFTER);
      FreightHealth.Result health =
          Eventually.until(
              context.getBean(FreightHealth.class)::read,
              read ->
                  read.state() == FreightHealth.State.UP
                      && !read.details().toString().contains("no response yet"));
      assertThat(health.details())
          .containsEntry(
              "limitsNearlyUsed",
              Map.of("6.60 USD per 24 hours of createLoad for scope client", "0.10 USD left"))
          .extractingByKey("orders")
          .hasToString(
              "{waiting=10, waitingFor.limit=10, stopped=0, unreported=0, unreportedEvents=0}");

      context.getBean(LedgerGuard.class).replaceLimits(SpendLimit.perDay("50.00"));
      server.clock().advance(Duration.ofMinutes(1));
      await(context, counts -> counts.waiting() == 0);
      server.clock().advance(Duration.ofMinutes(1));
      Eventually.until(
          log::getAll, all -> all.contains("no order or load waits for LIMIT any more"));
      assertThat(shown(log, start))
          .hasSize(4)
          .anyMatch(line -> line.contains(" nearly used up: 6.60 USD per 24 hours of createLoad"))
          .anyMatch(line -> line.contains(": used up: 6.60 USD per 24 hours of createLoad"));
    }
  }
}
