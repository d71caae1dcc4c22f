package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.outbox.Booking;
import io.freightsdk.outbox.Outbox;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spring.boot.BookingCommitted;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import io.freightsdk.spring.boot.FreightScopes;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import okhttp3.OkHttpClient;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

class OutboxIT {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final JdbcDataSource database = new JdbcDataSource();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  FreightClientAutoConfiguration.class,
                  FreightSpendAutoConfiguration.class,
                  FreightOutboxAutoConfiguration.class))
          .withBean(DataSource.class, () -> database)
          .withPropertyValues(
              "freight.base-url=" + server.baseUrl(),
              "freight.agent-key=" + broker.agentKey(),
              "freight.outbox.schema=create",
              "freight.outbox.every=1h");

  OutboxIT() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void whatIsBookedBelongsToTheTransactionOfTheCaller() {
    application.run(
        context -> {
          Outbox outbox = withoutSender(context);
          TransactionTemplate transaction =
              new TransactionTemplate(new DataSourceTransactionManager(database));
          transaction.executeWithoutResult(
              status -> {
                outbox.book("PO-1", FreightAutoConfigurationIT.load());
                status.setRollbackOnly();
              });
          assertThat(outbox.find("PO-1")).isNull();
          transaction.executeWithoutResult(
              status -> {
                outbox.book("PO-1", FreightAutoConfigurationIT.load());
                assertThatThrownBy(() -> outbox.send("PO-1")).hasMessageContaining("committed");
              });
          assertThat(outbox.send("PO-1").isBooked()).isTrue();
        });
  }

  @Test
  void whatIsDueIsSentByItselfInTheScopeOfItsCustomer() {
    CountDownLatch ended = new CountDownLatch(1);
    application
        .withPropertyValues("freight.outbox.every=10ms", "freight.spend.customer.per-hour=0.70")
        .withBean(
            FreightClientCustomizer.class,
            () -> builder -> builder.listener(event -> ended.countDown()))
        .run(
            context -> {
              Outbox outbox = context.getBean(Outbox.class);
              outbox.book("PO-1", FreightAutoConfigurationIT.load(), "ACME/7");
              assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
              withoutSender(context);
              Booking booked = outbox.find("PO-1");
              assertThat(booked.isBooked()).isTrue();
              FreightScopes scopes = context.getBean(FreightScopes.class);
              SpendLedger ledger = context.getBean(SpendLedger.class);
              assertThat(ledger.totals(SpendFilter.all().scope(scopes.of("ACME/7"))).spentUsd())
                  .isEqualByComparingTo("0.65");
            });
  }

  @Test
  void theApplicationIsToldThatABookingHasItsLoad() {
    List<Booking> told = new ArrayList<>();
    application
        .withInitializer(
            context ->
                context.addApplicationListener(
                    event -> {
                      boolean ours =
                          event instanceof PayloadApplicationEvent<?> payload
                              && payload.getPayload() instanceof Booking;
                      if (ours)
                        told.add((Booking) ((PayloadApplicationEvent<?>) event).getPayload());
                    }))
        .run(
            context -> {
              Outbox outbox = withoutSender(context);
              outbox.book("PO-1", FreightAutoConfigurationIT.load());
              assertThat(told).isEmpty();
              Booking booked = outbox.send("PO-1");
              assertThat(told).containsExactly(booked);
            });
  }

  /** Writes the load of its order, in the transaction of the event; fails once after that. */
  static final class Listens {
    private final JdbcTemplate orders;
    private final AtomicBoolean fails = new AtomicBoolean(true);
    private int told;

    Listens(DataSource database) {
      this.orders = new JdbcTemplate(database);
    }

    @EventListener
    void on(Booking booking) {
      told++;
      orders.update("INSERT INTO heard VALUES (?)", booking.loadNumber());
      if (fails.getAndSet(false)) throw new IllegalStateException("no more disk");
    }
  }

  /** Neither the caller's transaction nor a listener that throws makes it write half of it. */
  @Test
  void whatListenersWriteIsCommittedTogetherOrToldAgain() throws Exception {
    try (Connection connection = database.getConnection()) {
      connection.createStatement().execute("CREATE TABLE heard (load_number VARCHAR(255))");
    }
    Instant[] now = {Instant.now()};
    application
        .withBean("freightClock", Clock.class, () -> new MovingClock(now))
        .withBean(
            PlatformTransactionManager.class, () -> new DataSourceTransactionManager(database))
        .withBean(Listens.class, () -> new Listens(database))
        .run(
            context -> {
              Outbox outbox = withoutSender(context);
              TransactionTemplate callers =
                  new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
              outbox.book("PO-1", FreightAutoConfigurationIT.load());
              callers.executeWithoutResult(
                  status -> {
                    assertThat(outbox.send("PO-1").isBooked()).isTrue();
                    status.setRollbackOnly();
                  });
              JdbcTemplate orders = new JdbcTemplate(database);
              assertThat(orders.queryForList("SELECT * FROM heard")).as("rolled back").isEmpty();
              now[0] = now[0].plusSeconds(5);
              callers.executeWithoutResult(
                  status -> {
                    outbox.send("PO-1");
                    status.setRollbackOnly();
                  });
              assertThat(orders.queryForList("SELECT load_number FROM heard", String.class))
                  .containsExactly(outbox.find("PO-1").loadNumber());
              now[0] = now[0].plus(Duration.ofDays(1));
              outbox.send();
              assertThat(context.getBean(Listens.class).told).isEqualTo(2);
            });
  }

  /** Begins what must find it committed; fails once. */
  static final class Begins {
    private final JdbcTemplate orders;
    private final AtomicBoolean fails = new AtomicBoolean(true);
    private final List<String> found = new ArrayList<>();

    Begins(DataSource database) {
      this.orders = new JdbcTemplate(database);
    }

    @EventListener
    void on(Booking booking) {
      orders.update("INSERT INTO heard VALUES (?)", booking.loadNumber());
    }

    @EventListener
    void on(BookingCommitted committed) {
      assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isFalse();
      found.addAll(orders.queryForList("SELECT load_number FROM heard", String.class));
      if (fails.getAndSet(false)) throw new IllegalStateException("no more disk");
    }
  }

  @Test
  void whatListenersHaveCommittedIsToldAfterTheirTransactionUntilItIsHeard() throws Exception {
    try (Connection connection = database.getConnection()) {
      connection.createStatement().execute("CREATE TABLE heard (load_number VARCHAR(255))");
    }
    Instant[] now = {Instant.now()};
    application
        .withBean("freightClock", Clock.class, () -> new MovingClock(now))
        .withBean(
            PlatformTransactionManager.class, () -> new DataSourceTransactionManager(database))
        .withBean(Begins.class, () -> new Begins(database))
        .run(
            context -> {
              Outbox outbox = withoutSender(context);
              outbox.book("PO-1", FreightAutoConfigurationIT.load());
              // A caller's transaction is none of theirs.
              String load =
                  new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                      .execute(status -> outbox.send("PO-1").loadNumber());
              assertThat(context.getBean(Begins.class).found).containsExactly(load);
              now[0] = now[0].plusSeconds(5);
              outbox.send();
              assertThat(context.getBean(Begins.class).found).containsExactly(load, load, load);
              now[0] = now[0].plus(Duration.ofDays(1));
              outbox.send();
              assertThat(context.getBean(Begins.class).found).as("heard").hasSize(3);
            });
  }

  private static final class MovingClock extends Clock {
    private final Instant[] now;

    MovingClock(Instant[] now) {
      this.now = now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now[0];
    }
  }

  @Test
  void metersTellOfOrdersWithoutALoad() {
    ApplicationContextRunner metered = metered();
    metered.run(
        context -> {
          withoutSender(context).book("PO-1", FreightAutoConfigurationIT.load());
          assertThat(orderGauges(context))
              .containsOnlyKeys(
                  "freight.outbox.open", "freight.outbox.refused", "freight.outbox.oldest.age")
              .allSatisfy((name, gauge) -> assertThat(gauge.getId().getTags()).isEmpty());
        });
    // An outbox of the application's own.
    metered
        .withPropertyValues("freight.outbox.schema=none")
        .withUserConfiguration(OwnOutbox.class)
        .run(context -> assertThat(orderGauges(context)).hasSize(3));
    metered
        .withPropertyValues("freight.outbox.schema=none")
        .run(context -> assertThat(orderGauges(context)).isEmpty());
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnOutbox {
    @Bean
    Outbox orders(FreightClient client, DataSource database) {
      return Outbox.of(database, client);
    }
  }

  private static Map<String, Gauge> orderGauges(ApplicationContext context) {
    return context.getBean(MeterRegistry.class).getMeters().stream()
        .filter(meter -> meter.getId().getName().startsWith("freight.outbox."))
        .collect(Collectors.toMap(meter -> meter.getId().getName(), meter -> (Gauge) meter));
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

  @Configuration(proxyBeanMethods = false)
  static class PrimaryEast {
    @Bean
    @Primary
    FreightClient east() {
      return FreightClient.builder().baseUrl("http://127.0.0.1:9").agentKey("east").build();
    }

    @Bean
    FreightClient west() {
      return FreightClient.builder().baseUrl("http://127.0.0.1:9").agentKey("west").build();
    }
  }

  private ApplicationContextRunner metered() {
    return application
        .withConfiguration(AutoConfigurations.of(FreightObservabilityAutoConfiguration.class))
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new);
  }

  @Test
  void theOutboxOfThePrimaryClientHasItsTag() {
    metered()
        .withUserConfiguration(PrimaryEast.class)
        .run(context -> assertThat(tagsOfOrders(context)).containsOnly("east"));
  }

  @Configuration(proxyBeanMethods = false)
  static class OutboxesOfTheApplication {
    @Bean
    Outbox imports(@Qualifier("west") FreightClient west, DataSource database) {
      return Outbox.builder(database, west).name("imports").build();
    }

    @Bean
    Outbox exports(@Qualifier("west") FreightClient west, DataSource database) {
      return Outbox.builder(database, west).name("exports").build();
    }

    @Bean
    Outbox hidden(DataSource database) {
      return Outbox.builder(
              database,
              FreightClient.builder().baseUrl("http://127.0.0.1:9").agentKey("third").build())
          .name("hidden")
          .build();
    }
  }

  /** Whatever they are called, and whoever sends them. */
  @Test
  void noOutboxOfTheApplicationIsHidden() {
    metered()
        .withPropertyValues("freight.outbox.schema=none")
        .withUserConfiguration(TwoClients.class, OutboxesOfTheApplication.class)
        .run(
            context -> {
              for (String name : List.of("imports", "exports", "hidden")) {
                context
                    .getBean(name, Outbox.class)
                    .book("PO-" + name, FreightAutoConfigurationIT.load());
              }
              assertThat(tagsOfOrders(context)).containsOnly("west", "hidden");
              assertThat(
                      Outboxes.waiting(
                              List.of(
                                  context.getBean("imports", Outbox.class),
                                  context.getBean("exports", Outbox.class)))
                          .open())
                  .isEqualTo(2);
            });
  }

  private static List<String> tagsOfOrders(ApplicationContext context) {
    return context.getBean(MeterRegistry.class).getMeters().stream()
        .map(Meter::getId)
        .filter(id -> id.getName().startsWith("freight.outbox."))
        .map(id -> id.getTag("client"))
        .toList();
  }

  @Test
  void aContextThatIsStoppedAndStartedSendsAgain() {
    application.run(
        context -> {
          ConfigurableApplicationContext own =
              context.getSourceApplicationContext(ConfigurableApplicationContext.class);
          FreightOutboxAutoConfiguration.Sender sender =
              context.getBean(FreightOutboxAutoConfiguration.Sender.class);
          own.stop();
          assertThat(sender.isRunning()).isFalse();
          own.start();
          assertThat(sender.isRunning()).isTrue();
        });
  }

  @Test
  void anOutboxThatWouldHaveSeveralClientsEndsTheStart() {
    application
        .withUserConfiguration(TwoClients.class)
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("there are several clients"));
  }

  /** And half a minute: for so long nobody else sends what a dead process was sending. */
  @Test
  void aSenderMayTakeAsLongAsACall() {
    List<Duration> leases = new ArrayList<>();
    application
        .withPropertyValues("freight.deadline=1h")
        .withBean(
            FreightClientCustomizer.class,
            () ->
                builder ->
                    builder.httpClient(
                        new OkHttpClient.Builder()
                            .addInterceptor(
                                chain -> {
                                  leases.add(leaseFromNow());
                                  return chain.proceed(chain.request());
                                })
                            .build()))
        .run(
            context -> {
              Outbox outbox = withoutSender(context);
              outbox.book("PO-1", FreightAutoConfigurationIT.load());
              outbox.send("PO-1");
              assertThat(leases)
                  .isNotEmpty()
                  .allMatch(lease -> lease.toSeconds() > 3600)
                  .allMatch(lease -> lease.toMillis() <= 3_630_000);
            });
  }

  private Duration leaseFromNow() {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT lease_us FROM freight_outbox")) {
      row.next();
      Instant lease = Instant.EPOCH.plus(row.getLong(1), ChronoUnit.MICROS);
      return Duration.between(Instant.now(), lease);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theTableMustExistWhereItIsOnlyChecked() {
    application
        .withPropertyValues("freight.outbox.schema=validate")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("FREIGHT_OUTBOX"));
    application
        .withPropertyValues("freight.outbox.schema=none")
        .run(context -> assertThat(context).doesNotHaveBean(Outbox.class));
  }

  /** The sender ends its round before it stops. */
  private static Outbox withoutSender(ApplicationContext context) {
    context.getBean(FreightOutboxAutoConfiguration.Sender.class).stop();
    return context.getBean(Outbox.class);
  }
}
