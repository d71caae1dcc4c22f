package io.freightsdk.outbox;

import io.freightsdk.error.NextStep;
import io.freightsdk.internal.sql.Connections;
import io.freightsdk.internal.sql.Connections.Borrowed;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Sql;
import io.freightsdk.internal.sql.Tables;
import io.freightsdk.outbox.Booking.State;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The rows of one outbox. */
final class Table {
  private static final int MAX_FAILURE = 1000;
  private static final int PURGED_AT_ONCE = 1000;
  private static final String COLUMNS =
      "reference, customer, input, idempotency_key, state, due_us, attempts, load_number,"
          + " tracking_link, failure, next_step, booked_us, tell_us, tells";
  private static final String SCRIPT = "R__freight_outbox.sql";
  private static final Tables TABLES =
      Tables.of(new Tables.Table("freight_outbox", COLUMNS + ", outbox, lease_us"));

  private final DataSource dataSource;
  private final String outbox;

  Table(DataSource dataSource, String outbox) {
    this.dataSource = dataSource;
    this.outbox = outbox;
  }

  /**
   * One creation as it is stored.
   *
   * @param tells how often it was tried to tell what became of it
   */
  record Row(Booking booking, @Nullable String customer, String input, String key, int tells) {
    boolean holds(String content, @Nullable String payer) {
      return input.equals(content) && Objects.equals(customer, payer);
    }

    boolean isCorrectedBy(String content, @Nullable String payer) {
      return booking.state() == State.REFUSED && !holds(content, payer);
    }
  }

  /** Creates the table if it is missing. */
  void create() {
    run(
        connection -> {
          try {
            Database database = Database.of(connection);
            return TABLES.make(
                new Sql(connection), database.script(Table.class::getResourceAsStream, SCRIPT));
          } catch (Sql.Failure failure) {
            throw OutboxException.ofMaking(failure.cause);
          }
        });
  }

  void check() {
    run(connection -> rows(connection, "1 = 0"));
  }

  /** Adds a row. The connection is the caller's, with its transaction. */
  void add(
      Connection connection,
      String reference,
      @Nullable String customer,
      String input,
      String key,
      Instant now)
      throws SQLException {
    update(
        connection,
        "INSERT INTO freight_outbox (outbox, reference, customer, input, idempotency_key, state,"
            + " booked_us, due_us, lease_us, attempts, tells) VALUES (?, ?, ?, ?, ?, 'OPEN', ?, ?,"
            + " 0, 0, 0)",
        outbox,
        reference,
        customer,
        input,
        key,
        micros(now),
        micros(now));
  }

  /** Puts other content in the place of what was refused; false if it is not refused any more. */
  boolean replace(
      Connection connection,
      String reference,
      @Nullable String customer,
      String input,
      String key,
      Instant now)
      throws SQLException {
    int replaced =
        update(
            connection,
            "UPDATE freight_outbox SET customer = ?, input = ?, idempotency_key = ?, state = 'OPEN',"
                + " due_us = ?, attempts = 0, failure = NULL, next_step = NULL, tell_us = NULL,"
                + " tells = 0 WHERE outbox = ? AND reference = ? AND state = 'REFUSED'",
            customer,
            input,
            key,
            micros(now),
            outbox,
            reference);
    return replaced > 0;
  }

  /** What is committed now, whatever the transaction has read before. */
  @Nullable Row latest(Connection connection, String reference) throws SQLException {
    return only(rows(connection, "reference = ? FOR UPDATE", reference));
  }

  @Nullable Row find(Connection connection, String reference) throws SQLException {
    return only(rows(connection, "reference = ?", reference));
  }

  @Nullable Row find(String reference) {
    return only(run(connection -> rows(connection, "reference = ?", reference)));
  }

  private static @Nullable Row only(List<Row> found) {
    return found.isEmpty() ? null : found.get(0);
  }

  /** Those that are open, due, and not being sent by anybody, oldest first. */
  List<String> due(Instant now, int atMost) {
    return run(
        connection ->
            rows(
                    connection,
                    "state = 'OPEN' AND due_us <= ? AND lease_us <= ? ORDER BY due_us, reference"
                        + " LIMIT "
                        + atMost,
                    micros(now),
                    micros(now))
                .stream()
                .map(row -> row.booking.reference())
                .toList());
  }

  /** Those that became something, and whose turn it is to be told, oldest first. */
  List<String> untold(Instant now, int atMost) {
    return run(
        connection ->
            rows(
                    connection,
                    "tell_us <= ? ORDER BY tell_us, reference LIMIT " + atMost,
                    micros(now))
                .stream()
                .map(row -> row.booking.reference())
                .toList());
  }

  /**
   * @param after the last one of the page before; null for the first page
   */
  List<Booking> list(State state, @Nullable Booking after, int atMost) {
    String page = " ORDER BY booked_us, reference LIMIT " + atMost;
    List<Row> rows =
        run(
            connection -> {
              if (after == null) return rows(connection, "state = ?" + page, state.name());
              long stored = micros(after.storedAt());
              return rows(
                  connection,
                  "state = ? AND booked_us >= ? AND (booked_us > ? OR reference > ?)" + page,
                  state.name(),
                  stored,
                  stored,
                  after.reference());
            });
    return rows.stream().map(Row::booking).toList();
  }

  /** Those that have no load. */
  Outbox.Waiting waiting() {
    String sql =
        "SELECT state, COUNT(*), MIN(booked_us) FROM freight_outbox"
            + " WHERE outbox = ? AND state IN ('OPEN', 'REFUSED') GROUP BY state";
    return run(
        connection -> {
          long open = 0;
          long refused = 0;
          Instant oldest = null;
          try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setObject(1, outbox);
            try (ResultSet result = select.executeQuery()) {
              while (result.next()) {
                if (State.valueOf(result.getString(1)) == State.REFUSED) {
                  refused = result.getLong(2);
                } else {
                  open = result.getLong(2);
                  oldest = at(result.getLong(3));
                }
              }
            }
          }
          return new Outbox.Waiting(open, refused, oldest);
        });
  }

  /** Takes the right to send a row; null if it is not open, or somebody else sends it. */
  @Nullable Row claim(String reference, Instant now, Instant until) {
    int claimed =
        change(
            "lease_us = ?, attempts = attempts + 1",
            "state = 'OPEN' AND lease_us <= ?",
            reference,
            List.of(micros(until)),
            List.of(micros(now)));
    return claimed == 0 ? null : find(reference);
  }

  /**
   * @param tell when it is told; null if nobody listens
   */
  void booked(
      String reference, String loadNumber, @Nullable String trackingLink, @Nullable Instant tell) {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(loadNumber);
    values.add(trackingLink);
    values.add(tell == null ? null : micros(tell));
    change(
        "state = 'BOOKED', load_number = ?, tracking_link = ?, failure = NULL, next_step = NULL,"
            + " lease_us = 0, tell_us = ?, tells = 0",
        "state <> 'BOOKED'",
        reference,
        values,
        List.of());
  }

  /** It is sent again. */
  void failed(String reference, @Nullable String message, NextStep step, Instant due) {
    change(
        "failure = ?, next_step = ?, lease_us = 0, due_us = ?",
        "state = 'OPEN'",
        reference,
        List.of(kept(message), step.name(), micros(due)),
        List.of());
  }

  /**
   * It is not sent again.
   *
   * @param tell when it is told; null if nobody listens
   */
  void refused(String reference, @Nullable String message, NextStep step, @Nullable Instant tell) {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(kept(message));
    values.add(step.name());
    values.add(tell == null ? null : micros(tell));
    change(
        "state = 'REFUSED', failure = ?, next_step = ?, lease_us = 0, tell_us = ?, tells = 0",
        "state = 'OPEN'",
        reference,
        values,
        List.of());
  }

  private static String kept(@Nullable String message) {
    String failure = String.valueOf(message);
    return failure.substring(0, Math.min(failure.length(), MAX_FAILURE));
  }

  /** Takes the right to tell a row; null if there is nothing to tell, or somebody else tells it. */
  @Nullable Row claimToTell(String reference, Instant now, Instant until) {
    int claimed =
        change(
            "tell_us = ?, tells = tells + 1",
            "tell_us <= ?",
            reference,
            List.of(micros(until)),
            List.of(micros(now)));
    return claimed == 0 ? null : find(reference);
  }

  /**
   * Ends the turn of who claimed it until then, unless the row became something else meanwhile.
   *
   * @param again when it is told again; null if it was told
   */
  void told(String reference, Instant claimedUntil, @Nullable Instant again) {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(again == null ? null : micros(again));
    change("tell_us = ?", "tell_us = ?", reference, values, List.of(micros(claimedUntil)));
  }

  /**
   * Deletes what was stored before the time, has its load and was told; how many rows. In pages,
   * because a statement that takes longer than a connection is waited for is cut off.
   */
  int purge(Instant before) {
    int purged = 0;
    while (true) {
      List<String> page = run(connection -> purgeable(connection, before));
      if (page.isEmpty()) return purged;
      List<Object> keys = new ArrayList<>();
      keys.add(outbox);
      keys.addAll(page);
      String delete =
          "DELETE FROM freight_outbox WHERE outbox = ? AND state = 'BOOKED' AND tell_us IS NULL"
              + " AND reference IN ("
              + Sql.marks(page.size())
              + ")";
      purged += run(connection -> update(connection, delete, keys.toArray()));
    }
  }

  private List<String> purgeable(Connection connection, Instant before) throws SQLException {
    String sql =
        "SELECT reference FROM freight_outbox WHERE outbox = ? AND state = 'BOOKED'"
            + " AND booked_us < ? AND tell_us IS NULL ORDER BY booked_us, reference LIMIT "
            + PURGED_AT_ONCE;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setObject(1, outbox);
      select.setObject(2, micros(before));
      List<String> page = new ArrayList<>();
      try (ResultSet result = select.executeQuery()) {
        while (result.next()) page.add(result.getString(1));
      }
      return page;
    }
  }

  private int change(
      String set,
      String where,
      String reference,
      List<? extends @Nullable Object> values,
      List<? extends @Nullable Object> more) {
    List<@Nullable Object> all = new ArrayList<>(values);
    all.add(outbox);
    all.add(reference);
    all.addAll(more);
    String sql =
        "UPDATE freight_outbox SET " + set + " WHERE outbox = ? AND reference = ? AND " + where;
    return run(connection -> update(connection, sql, all.toArray()));
  }

  private List<Row> rows(Connection connection, String where, Object... values)
      throws SQLException {
    String sql = "SELECT " + COLUMNS + " FROM freight_outbox WHERE outbox = ? AND " + where;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setObject(1, outbox);
      for (int i = 0; i < values.length; i++) select.setObject(i + 2, values[i]);
      List<Row> rows = new ArrayList<>();
      try (ResultSet result = select.executeQuery()) {
        while (result.next()) rows.add(row(result));
      }
      return rows;
    }
  }

  private static Row row(ResultSet result) throws SQLException {
    String step = result.getString(11);
    Booking booking =
        new Booking(
            result.getString(1),
            State.valueOf(result.getString(5)),
            result.getString(8),
            result.getString(9),
            result.getInt(7),
            result.getString(10),
            step == null ? null : NextStep.valueOf(step),
            at(result.getLong(6)),
            at(result.getLong(12)));
    return new Row(
        booking, result.getString(2), result.getString(3), result.getString(4), result.getInt(14));
  }

  private static int update(Connection connection, String sql, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) update.setObject(i + 1, values[i]);
      return update.executeUpdate();
    }
  }

  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * Without autocommit nothing of this would be kept, or the application's would be, too early. An
   * interrupt is hidden from the driver and restored afterwards: drivers lose it, and H2 closes its
   * file after one.
   */
  private <T> T run(Work<T> work) {
    boolean interrupted = false;
    try (Borrowed borrowed = new Connections(dataSource).borrow()) {
      interrupted = Thread.interrupted();
      return work.on(borrowed.connection());
    } catch (Connections.Unfit fault) {
      throw new IllegalStateException("outbox: " + fault.getMessage(), fault);
    } catch (SQLException e) {
      throw new OutboxException(e);
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  /** On a connection that may be in a transaction of the application. */
  static <T> T run(DataSource dataSource, Work<T> work) {
    try (Connection connection = dataSource.getConnection()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw new OutboxException(e);
    }
  }

  private static Instant at(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private static long micros(Instant at) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, at);
  }
}
