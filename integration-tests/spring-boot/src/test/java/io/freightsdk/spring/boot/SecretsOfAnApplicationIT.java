package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.OrderSummary;
import io.freightsdk.jobs.ReportedEvent;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.view.LoadView;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.Eventually;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An application with jobs and a ledger shows no agent key, link or phone number, in its log at the
 * finest level and in the events of its listeners.
 */
@ExtendWith(OutputCaptureExtension.class)
class SecretsOfAnApplicationIT {
  private static final List<String> LOGGERS = List.of("io.freightsdk", "com.github.kagkarlsson");
  private static final CreateLoadInput LOAD = FreightAutoConfigurationIT.load();

  /** A digit is missing, so the service refuses it. */
  private static final CreateLoadInput WRONG =
      LOAD.toBuilder().driverPhone("+1312555").shipperName("Acme 8475550199").build();

  private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final List<Object> reported = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Object> newEvents = new LinkedBlockingQueue<>();
  private final AtomicBoolean refusesOnce = new AtomicBoolean(true);

  @BeforeEach
  void logEverything() {
    LOGGERS.forEach(logger -> logging.setLogLevel(logger, LogLevel.TRACE));
  }

  @AfterEach
  void close() {
    LOGGERS.forEach(logger -> logging.setLogLevel(logger, null));
    server.close();
  }

  private final JobsListener listener =
      new JobsListener() {
        @Override
        public void onLoadBooked(BookedLoad booking) {
          // The first call fails as an application may fail, with the event in its message.
          if (refusesOnce.getAndSet(false))
            throw new IllegalStateException("unavailable: " + booking);
          report(booking);
        }

        @Override
        public void onOrderStopped(OrderSummary order) {
          report(order);
        }

        @Override
        public void onEvent(ReportedEvent reported) {
          report(reported.event());
        }
      };

  private void report(Object what) {
    reported.add(what);
    newEvents.add(what);
  }

  private <T> T await(Class<T> type) throws InterruptedException {
    while (true) {
      Object next = newEvents.poll(60, TimeUnit.SECONDS);
      assertThat(next).as("notified of a %s within a minute", type.getSimpleName()).isNotNull();
      if (type.isInstance(next)) return type.cast(next);
    }
  }

  /** Lets the pause after the refusal pass. It begins when the attempt has ended. */
  private void passPauseAfterRefusal(JdbcTemplate sql) {
    String running = "SELECT COUNT(*) FROM freight_tasks WHERE picked";
    Eventually.until(() -> !refusesOnce.get(), () -> "no load was reported");
    Eventually.until(() -> sql.queryForObject(running, Integer.class), count -> count == 0);
    server.clock().advance(Duration.ofMinutes(1));
  }

  private static BookResult book(ApplicationContext context, String reference, CreateLoadInput in) {
    FreightJobs jobs = context.getBean(FreightJobs.class);
    return new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
        .execute(status -> jobs.book(reference, in, "acme"));
  }

  @Test
  void logAndEventsShowNoSecretOfAnOrder(CapturedOutput log) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                FreightAutoConfiguration.class,
                FreightLedgerAutoConfiguration.class,
                FreightJobsAutoConfiguration.class))
        .withPropertyValues(
            "freight.base-url=" + server.baseUrl(),
            "freight.agent-key=" + broker.agentKey(),
            "freight.ledger.store=jdbc",
            "freight.limits.per-day=20.00",
            "freight.jobs.poll-interval=100ms")
        .withBean("freightClock", Clock.class, () -> server.clock().asClock())
        .withBean(DataSource.class, () -> database)
        .withBean(
            PlatformTransactionManager.class, () -> new DataSourceTransactionManager(database))
        .withBean(JobsListener.class, () -> listener)
        .run(
            context -> {
              reported.add(book(context, "PO-1", LOAD));
              passPauseAfterRefusal(new JdbcTemplate(database));
              BookedLoad booking = await(BookedLoad.class);
              reported.add(book(context, "PO-2", WRONG));
              await(OrderSummary.class);
              server.load(booking.loadNumber()).deliver();
              server.clock().advance(Duration.ofDays(1));
              await(LoadEvent.class);
              FreightJobs jobs = context.getBean(FreightJobs.class);
              reported.addAll(
                  List.of(
                      jobs,
                      jobs.orders(null, null, null, null),
                      jobs.stoppedOrders(),
                      jobs.counts()));
              SpendLedger ledger = context.getBean(SpendLedger.class);
              reported.addAll(List.of(ledger, ledger.entries(SpendFilter.all()).toList()));

              LoadView load = server.loads(1).get(0);
              assertThat(log + "\n" + reported)
                  .contains("PO-1", "PO-2", booking.loadNumber(), "unavailable: BookedLoad[")
                  .doesNotContain(broker.agentKey())
                  .doesNotContain(booking.trackingLink(), load.driverToken())
                  .doesNotContain(LOAD.driverPhone(), LOAD.driverPhone().substring(2))
                  .doesNotContain(WRONG.driverPhone());
            });
  }
}
