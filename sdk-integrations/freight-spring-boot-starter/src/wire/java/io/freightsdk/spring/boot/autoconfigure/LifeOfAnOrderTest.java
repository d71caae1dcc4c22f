package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.outbox.Booking;
import io.freightsdk.outbox.Outbox;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.PayloadApplicationEvent;

/**
 * An order from its day without money to its deletion, in the time of the server's clock: the
 * minute of the outbox, a limit's day, the comparison of the night, the purge.
 */
class LifeOfAnOrderTest {
  private static final ZoneId CHICAGO = ZoneId.of("America/Chicago");

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder().frozenClock().start();
  private final Broker broker = server.createBroker("0.10");
  private final JdbcDataSource database = new JdbcDataSource();
  private final List<Booking> told = new ArrayList<>();

  LifeOfAnOrderTest() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  @ExpectedWarnings("the balance is")
  void itGoesByTheClockOfTheServer() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                FreightClientAutoConfiguration.class,
                FreightSpendAutoConfiguration.class,
                FreightJobsAutoConfiguration.class,
                FreightOutboxAutoConfiguration.class))
        .withBean(DataSource.class, () -> database)
        .withBean("freightClock", Clock.class, () -> server.clock().asClock())
        .withPropertyValues(
            "freight.base-url=" + server.baseUrl(),
            "freight.agent-key=" + broker.agentKey(),
            "freight.outbox.schema=create",
            "freight.spend.jdbc.schema=create",
            "freight.spend.limits.per-day=1.00",
            "freight.spend.limits.day-zone=America/Chicago",
            "freight.reconcile.zone=America/Chicago",
            "freight.purge.keep=30d",
            "freight.purge.keep-bookings=30d",
            "freight.retry.max-attempts=1")
        .withInitializer(
            context ->
                context.addApplicationListener(
                    event -> {
                      if (event instanceof PayloadApplicationEvent<?> payload
                          && payload.getPayload() instanceof Booking booking) told.add(booking);
                    }))
        .run(this::live);
  }

  private void live(ApplicationContext context) {
    // The test runs what the threads of the starter run otherwise.
    context.getBean(FreightOutboxAutoConfiguration.Sender.class).stop();
    FreightJobs jobs = context.getBean(FreightJobs.class);
    Outbox outbox = context.getBean(Outbox.class);
    SpendLedger ledger = context.getBean(SpendLedger.class);
    morning(9);
    jobs.stop();
    jobs.start(Never::new);
    ledger.reconcile(context.getBean(FreightClient.class));

    outbox.book("PO-1", FreightAutoConfigurationTest.load());
    outbox.send();
    assertThat(outbox.find("PO-1").nextStep()).isEqualTo(NextStep.TOP_UP);
    broker.credit("10.00");
    after(Duration.ofSeconds(59));
    assertThat(outbox.send()).as("not yet a minute").isZero();
    after(Duration.ofSeconds(1));
    assertThat(outbox.send()).isOne();
    outbox.book("PO-2", FreightAutoConfigurationTest.load());
    assertThat(outbox.send()).as("a day has room for one").isZero();
    assertThat(told).extracting(Booking::reference).containsExactly("PO-1");

    Booking waits = outbox.find("PO-2");
    Instant midnight = day().plusDays(1).toInstant();
    assertThat(waits.dueAt())
        .as("in case somebody raises the limit")
        .isBeforeOrEqualTo(now().plus(Duration.ofMinutes(10)));
    after(Duration.between(now(), midnight).minusMillis(1));
    assertThat(outbox.send()).as("the limit's day has not ended").isZero();
    after(Duration.between(now(), outbox.find("PO-2").dueAt()));
    // Its answer is lost, and its key finds the load.
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(outbox.send()).isZero();
    after(Duration.ofMinutes(10));
    assertThat(outbox.send()).isOne();
    assertThat(told).extracting(Booking::reference).containsExactly("PO-1", "PO-2");
    assertThat(broker.debits()).hasSize(2);

    jobs.runDue();
    int before = comparisons(ledger);
    morning(2);
    jobs.runDue();
    assertThat(comparisons(ledger)).isEqualTo(before);
    morning(3);
    jobs.runDue();
    assertThat(comparisons(ledger)).as("at three").isEqualTo(before + 1);

    after(Duration.ofDays(20));
    jobs.runDue();
    assertThat(outbox.find("PO-1")).as("of 20 days").isNotNull();
    after(Duration.ofDays(12));
    jobs.runDue();
    assertThat(outbox.find("PO-1")).as("purged").isNull();
    assertThat(ledger.entries(SpendFilter.all()))
        .noneMatch(entry -> entry.kind() == SpendEntry.Kind.PURCHASE);
  }

  private static int comparisons(SpendLedger ledger) {
    return (int)
        ledger.entries(SpendFilter.all()).stream()
            .filter(row -> row.kind() == SpendEntry.Kind.COMPARISON)
            .count();
  }

  private Instant now() {
    return server.clock().now();
  }

  private ZonedDateTime day() {
    return now().atZone(CHICAGO).toLocalDate().atStartOfDay(CHICAGO);
  }

  private void after(Duration time) {
    server.clock().advance(time);
  }

  /** The next time that a clock in Chicago shows this hour. */
  private void morning(int hour) {
    ZonedDateTime today = day().withHour(hour);
    ZonedDateTime next = today.toInstant().isAfter(now()) ? today : today.plusDays(1);
    after(Duration.between(now(), next.toInstant()));
  }
}
