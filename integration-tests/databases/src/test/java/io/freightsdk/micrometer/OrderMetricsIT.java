package io.freightsdk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.OrderCounts;
import io.freightsdk.jobs.OrderDetails;
import io.freightsdk.jobs.ReportedEvent;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.MovableClock;
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
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrderMetricsIT {
  private final MockClock scrapes = inOurTime();
  private final SimpleMeterRegistry registry =
      new SimpleMeterRegistry(SimpleConfig.DEFAULT, scrapes);
  private final DataSource database = database();
  private final FreightClient client =
      FreightClient.builder().baseUrl("http://localhost:1").agentKey("fak_test").build();
  private final FreightJobs jobs =
      jobs(client)
          .clock(Clock.fixed(Instant.ofEpochMilli(scrapes.wallTime()), ZoneOffset.UTC))
          .build();

  /** Due times are after the year 2000, but a new clock starts in 1970. */
  private static MockClock inOurTime() {
    MockClock clock = new MockClock();
    clock.add(Duration.ofDays(20_000));
    return clock;
  }

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
    new OrderMetrics(jobs, Tags.of("jobs", "a"), Runnable::run).bindTo(registry);
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
    assertThat(orders("unreported")).isZero();
  }

  @Test
  void waitingOrdersAreMeteredByReason() throws SQLException {
    assertMeteredAs("balance", "0.70", SpendLimit.perDay("20.00"));
  }

  /** Includes a limit that has budget again tomorrow. */
  @Test
  void ordersThatWaitForALimitAreMetered() throws SQLException {
    assertMeteredAs("limit", "25.00", SpendLimit.perDay("0.70"));
  }

  @Test
  void loadsWithoutBalanceAreMetered() throws SQLException {
    MovableClock time = new MovableClock(Instant.ofEpochMilli(scrapes.wallTime()));
    try (InMemoryFreightServer server = InMemoryFreightServer.start();
        FreightClient poor =
            FreightClient.builder()
                .baseUrl(server.baseUrl())
                .agentKey(server.createBroker("0.66").agentKey())
                .build();
        FreightJobs followed = jobs(poor).clock(time).build()) {
      new OrderMetrics(followed, Tags.of("jobs", "a"), Runnable::run).bindTo(registry);
      followed.start();
      book(followed, "PO-1", MeteredLoads.load());
      Eventually.until(
          () -> followed.find("PO-1").orElseThrow().state() == OrderDetails.State.BOOKED,
          () -> followed.find("PO-1").toString());
      await(followed, counts -> counts.unreported() == 0);
      pass(time, Duration.ofHours(3));
      await(followed, counts -> !counts.waitingFor().isEmpty());
      scrapes.add(Duration.ofMinutes(1));
      assertThat(blocked("loads", "balance")).isOne();
      assertThat(blocked("orders", "balance")).isZero();
    }
  }

  /** Books two orders of 0.65 USD. The second one must be metered with this reason. */
  private void assertMeteredAs(String reason, String balance, SpendLimit limit)
      throws SQLException {
    try (InMemoryFreightServer server = InMemoryFreightServer.start();
        SpendLedger ledger = SpendLedger.inMemory();
        FreightClient poor =
            FreightClient.builder()
                .baseUrl(server.baseUrl())
                .agentKey(server.createBroker(balance).agentKey())
                .spendGuard(ledger.guard(limit))
                .build();
        FreightJobs waiting = jobs(poor).build()) {
      new OrderMetrics(waiting, Tags.of("jobs", "a"), Runnable::run).bindTo(registry);
      assertThat(waitingFor(reason)).isZero();
      waiting.start();
      book(waiting, "PO-1", MeteredLoads.load());
      book(waiting, "PO-2", MeteredLoads.load());
      await(waiting, counts -> !counts.waitingFor().isEmpty());
      scrapes.add(Duration.ofMinutes(1));
      for (String each : List.of("balance", "limit", "outage", "key")) {
        assertThat(waitingFor(each)).as(each).isEqualTo(each.equals(reason) ? 1 : 0);
      }
    }
  }

  /** A hanging listener throws no exception that would be logged. */
  @Test
  void unacceptedEventsAreMeteredSinceTheirRead() throws Exception {
    MovableClock time = new MovableClock(Instant.ofEpochMilli(scrapes.wallTime()));
    CountDownLatch end = new CountDownLatch(1);
    JobsListener hanging =
        new JobsListener() {
          @Override
          public void onEvent(ReportedEvent reported) throws InterruptedException {
            end.await();
          }
        };
    try (InMemoryFreightServer server = InMemoryFreightServer.start();
        FreightClient working =
            FreightClient.builder()
                .baseUrl(server.baseUrl())
                .agentKey(server.createBroker("25.00").agentKey())
                .build();
        FreightJobs followed = jobs(working).clock(time).listener(hanging).build()) {
      new OrderMetrics(followed, Tags.of("jobs", "a"), Runnable::run).bindTo(registry);
      followed.start();
      book(followed, "PO-1", MeteredLoads.load());
      Eventually.until(
          () -> followed.find("PO-1").orElseThrow().state() == OrderDetails.State.BOOKED,
          () -> followed.find("PO-1").toString());
      await(followed, counts -> counts.unreported() == 0);
      pass(time, Duration.ofHours(3));
      await(followed, counts -> counts.unreportedEvents() == 1);
      pass(time, Duration.ofMinutes(20));
      assertThat(orders("unreported_events")).isOne();
      assertThat(oldest("unreported_events")).isEqualTo(1_200);
      assertThat(orders("unreported")).isZero();
      end.countDown();
    }
  }

  /**
   * The age of an unaccepted event must not hide the age of a waiting order, or the other way
   * round.
   */
  @Test
  void eachStateHasTheAgeOfItsOwnOldestOrder() throws Exception {
    MovableClock time = new MovableClock(Instant.ofEpochMilli(scrapes.wallTime()));
    JobsListener refusing =
        new JobsListener() {
          @Override
          public void onLoadBooked(BookedLoad booking) {
            throw new IllegalStateException("the application is away");
          }
        };
    try (InMemoryFreightServer server = InMemoryFreightServer.start();
        FreightClient working =
            FreightClient.builder()
                .baseUrl(server.baseUrl())
                .agentKey(server.createBroker("25.00").agentKey())
                .build()) {
      FreightJobs three = jobs(working).clock(time).listener(refusing).build();
      new OrderMetrics(three, Tags.of("jobs", "a"), Runnable::run).bindTo(registry);
      try (three) {
        three.start();
        book(three, "PO-1", MeteredLoads.load().toBuilder().driverPhone("none").build());
        await(three, counts -> counts.stopped() == 1 && counts.unreported() == 0);
        pass(time, Duration.ofMinutes(1));
        book(three, "PO-2", MeteredLoads.load());
        await(three, counts -> counts.unreported() == 1);
      }
      pass(time, Duration.ofMinutes(2));
      book(three, "PO-3", MeteredLoads.load());
      pass(time, Duration.ofMinutes(4));

      assertThat(oldest("waiting")).isEqualTo(240);
      assertThat(oldest("unreported")).isEqualTo(360);
      assertThat(oldest("stopped")).isEqualTo(420);
      for (String state : List.of("waiting", "unreported", "stopped")) {
        assertThat(orders(state)).as(state).isOne();
      }
    }
  }

  /** Jobs with a short poll interval, so that a test does not wait for them. */
  private FreightJobs.Builder jobs(FreightClient client) {
    return FreightJobs.builder(database, client).pollInterval(Duration.ofMillis(20));
  }

  private void book(FreightJobs in, String reference, CreateLoadInput load) throws SQLException {
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      in.book(transaction, reference, load, null);
      transaction.commit();
    }
  }

  private void pass(MovableClock time, Duration by) {
    time.advance(by);
    scrapes.add(by);
  }

  private static void await(FreightJobs jobs, Predicate<OrderCounts> counts) {
    Eventually.until(() -> counts.test(jobs.counts()), () -> jobs.counts().toString());
  }

  @Test
  void metersWithoutTheDatabaseAreNaN() throws SQLException {
    new OrderMetrics(jobs, Tags.of("jobs", "a"), Runnable::run).bindTo(registry);
    assertThat(orders("stopped")).isZero();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE freight_orders");
    }
    scrapes.add(Duration.ofMinutes(1));
    assertThat(orders("stopped")).isNaN();
    assertThat(oldest("stopped")).isNaN();
    assertThat(waitingFor("balance")).isNaN();
  }

  private double orders(String state) {
    return registry.get("freight.orders").tags("jobs", "a", "state", state).gauge().value();
  }

  private double waitingFor(String reason) {
    return blocked("orders", reason);
  }

  private double blocked(String kind, String reason) {
    return registry
        .get("freight.blocked")
        .tags("jobs", "a", "kind", kind, "waiting_for", reason)
        .gauge()
        .value();
  }

  private double oldest(String state) {
    return registry.get("freight.orders.oldest").tags("jobs", "a", "state", state).gauge().value();
  }
}
