package io.freightsdk.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.jobs.Tempo;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * An instance of an application, to be killed: {@code URL OFFSET HOW}. It notes in tables what it
 * is told, or dies of the first event.
 */
final class Instance implements JobsListener {
  static final Tempo QUICK =
      new Tempo(
          Duration.ofMillis(200),
          Duration.ofMillis(500),
          Duration.ofMillis(200),
          Duration.ofSeconds(2));

  private final DataSource database;
  private final boolean diesOfEvents;

  private Instance(DataSource database, boolean diesOfEvents) {
    this.database = database;
    this.diesOfEvents = diesOfEvents;
  }

  public static void main(String[] arguments) throws Exception {
    DataSource database = Databases.of(arguments[0]);
    FreightJobs jobs =
        FreightJobs.builder(database, FreightClient.builder().build())
            .listener(new Instance(database, arguments[2].equals("dying")))
            .clock(new MovedClock(Path.of(arguments[1])))
            .tempo(arguments[2].equals("standard") ? Tempo.STANDARD : QUICK)
            .build();
    jobs.start();
    new CountDownLatch(1).await();
  }

  @Override
  public void onBooked(Booking booking) throws SQLException {
    update(
        "UPDATE orders SET load_number = ? WHERE number = ?",
        booking.loadNumber(),
        booking.reference());
  }

  @Override
  public void onEvent(LoadEvent event) throws SQLException {
    if (diesOfEvents) Runtime.getRuntime().halt(137);
    update(
        "INSERT INTO events (load_number, event) VALUES (?, ?)",
        event.loadNumber(),
        event.getClass().getSimpleName());
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

  /** The clock of the machine, moved by the hours that a file has. */
  private static final class MovedClock extends Clock {
    private final Path hours;

    MovedClock(Path hours) {
      this.hours = hours;
    }

    @Override
    public Instant instant() {
      try {
        return Instant.now().plus(Duration.ofHours(Long.parseLong(Files.readString(hours))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
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
