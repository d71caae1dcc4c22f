package io.freightsdk.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.jobs.rules.Intervals;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/**
 * An instance of an application. Tests start and kill it. Its arguments are the JDBC URL, a file
 * with the lead of its clock in hours, a file with the zone of the customers' day, and a mode. It
 * stores bookings and events in tables. In the mode {@link #EXIT_ON_EVENT} it exits at the first
 * event. A customer may spend the price of {@link #ORDERS_PER_DAY} orders in a day.
 */
final class Instance implements JobsListener {
  static final String STANDARD = "standard";

  /** Mode with short intervals. */
  static final String QUICK = "quick";

  /** Mode with short intervals that exits at the first event. */
  static final String EXIT_ON_EVENT = "exit-on-event";

  static final Intervals SHORT_INTERVALS =
      new Intervals(
          Duration.ofMillis(200),
          Duration.ofMillis(500),
          Duration.ofMillis(500),
          Duration.ofMillis(200),
          Duration.ofSeconds(2));

  static final int ORDERS_PER_DAY = 4;

  private final DataSource database;
  private final boolean exitsOnEvent;

  private Instance(DataSource database, boolean exitsOnEvent) {
    this.database = database;
    this.exitsOnEvent = exitsOnEvent;
  }

  public static void main(String[] arguments) throws Exception {
    String mode = arguments[3];
    DataSource database = JobsDatabases.pooled(arguments[0]);
    FreightClient client =
        FreightClient.builder().spendGuard(SpendLedger.open(database, "jobs").guard()).build();
    FreightJobs jobs =
        FreightJobs.builder(database, client)
            .scopes(customer -> scope(customer, Path.of(arguments[2])))
            .listener(new Instance(database, mode.equals(EXIT_ON_EVENT)))
            .clock(new MovedClock(Path.of(arguments[1])))
            .intervals(mode.equals(STANDARD) ? Intervals.STANDARD : SHORT_INTERVALS)
            .build();
    Runtime.getRuntime().addShutdownHook(new Thread(jobs::close));
    jobs.createTables();
    jobs.start();
    new CountDownLatch(1).await();
  }

  private static SpendScope scope(String customer, Path zone) {
    BigDecimal perDay = new BigDecimal("0.65").multiply(BigDecimal.valueOf(ORDERS_PER_DAY));
    return SpendScope.of(customer, SpendLimit.perDay(perDay, ZoneId.of(textOf(zone))));
  }

  @Override
  public void onLoadBooked(BookedLoad booking) throws SQLException {
    update(
        "UPDATE orders SET load_number = ? WHERE number = ?",
        booking.loadNumber(),
        booking.reference());
  }

  @Override
  public void onEvent(ReportedEvent reported) throws SQLException {
    if (exitsOnEvent) Runtime.getRuntime().halt(137);
    update(
        "INSERT INTO events (load_number, event) VALUES (?, ?)",
        reported.event().loadNumber(),
        reported.event().getClass().getSimpleName());
  }

  private void update(String sql, String... values) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  private static String textOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The system clock, plus the hours in a file. */
  private static final class MovedClock extends Clock {
    private final Path hours;

    MovedClock(Path hours) {
      this.hours = hours;
    }

    @Override
    public Instant instant() {
      return Instant.now().plus(Duration.ofHours(Long.parseLong(textOf(hours))));
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }
}
