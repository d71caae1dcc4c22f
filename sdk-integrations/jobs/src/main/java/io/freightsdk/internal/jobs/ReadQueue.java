package io.freightsdk.internal.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The queue of the reads of one budget, which all instances share: a row with its next free place.
 *
 * @param name of the jobs
 * @param loads the task of the loads that wait in it
 * @param perDay budget in USD
 */
public record ReadQueue(
    JobsDatabase database,
    TaskTable table,
    String name,
    String loads,
    FreightClient client,
    BigDecimal perDay) {
  /**
   * A place in the queue.
   *
   * @param at when the load may be read; at once if that is past
   * @param waitFactor see {@link ReadQueueState#waitFactor}
   */
  public record Place(Instant at, double waitFactor) {}

  /**
   * Begins to use this budget. If another one was used before, the places that were taken under it
   * are given again, at the next read of each load.
   */
  void begin(Instant now) {
    String stored = storedBudget(database, name);
    if (stored == null || stored.equals(budget())) return;
    boolean unused =
        database.inTransaction(
            connection -> {
              boolean isChanged = change(connection, now);
              if (isChanged) table.makeDue(connection, loads, now);
              return isChanged;
            });
  }

  /** Ends the use of any budget: what waits in its queue is read when it wants to be. */
  static void end(JobsDatabase database, TaskTable table, String name, String loads, Instant now) {
    if (storedBudget(database, name) == null) return;
    boolean unused =
        database.inTransaction(
            connection -> {
              boolean hadQueue = delete(connection, name);
              if (hadQueue) table.makeDue(connection, loads, now);
              return hadQueue;
            });
  }

  /**
   * The budget that was used last; null for none. On SQLite a start that writes waits for whatever
   * transaction is open, so it looks first.
   */
  private static @Nullable String storedBudget(JobsDatabase database, String name) {
    List<String> budgets =
        database.autoCommitted(
            connection -> {
              try (PreparedStatement statement =
                  connection.prepareStatement(
                      "SELECT per_day FROM freight_read_queue WHERE name = ?")) {
                statement.setString(1, name);
                try (ResultSet rows = statement.executeQuery()) {
                  return rows.next() ? List.of(rows.getString(1)) : List.of();
                }
              }
            });
    return budgets.isEmpty() ? null : budgets.get(0);
  }

  /**
   * Gives a load that is due the next place.
   *
   * @throws io.freightsdk.error.FreightException if the price of a read cannot be read
   */
  public Place join(Instant now) {
    Duration step = step(client.price(Operation.GET_LOAD_POSITION), perDay);
    Optional<Place> taken = database.inTransaction(connection -> join(connection, step, now));
    if (taken.isPresent()) return taken.get();
    // Not in the transaction whose UPDATE found no row: on MySQL two instances would deadlock.
    boolean unused = database.autoCommitted(connection -> insert(connection, now));
    return database.inTransaction(connection -> join(connection, step, now)).orElseThrow();
  }

  /**
   * Time between two places: a millisecond or more, also while a read costs nothing, so that the
   * UPDATE that takes a place always changes its row. Some drivers count only rows that change.
   */
  static Duration step(BigDecimal price, BigDecimal perDay) {
    BigDecimal millis = BigDecimal.valueOf(Duration.ofDays(1).toMillis()).multiply(price);
    long step = millis.divide(perDay, RoundingMode.CEILING).longValue();
    return Duration.ofMillis(Math.max(1, step));
  }

  /** Empty if there is no row yet. */
  private Optional<Place> join(Connection connection, Duration step, Instant now)
      throws SQLException {
    if (!advance(connection, step, now)) return Optional.empty();
    ReadQueueState joined = new ReadQueueState(next(connection), step);
    return Optional.of(new Place(joined.next().minus(step), joined.waitFactor(now)));
  }

  private Instant next(Connection connection) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT next_place FROM freight_read_queue WHERE name = ?")) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return Instant.ofEpochMilli(rows.getLong(1));
      }
    }
  }

  /**
   * One statement, so that no two loads get the same place: {@link ReadQueueState#joined} in SQL.
   */
  private boolean advance(Connection connection, Duration step, Instant now) throws SQLException {
    long earliest = now.minus(ReadQueueState.CARRY_OVER).toEpochMilli();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE freight_read_queue SET next_place ="
                + " CASE WHEN next_place < ? THEN ? ELSE next_place END + ? WHERE name = ?")) {
      statement.setLong(1, earliest);
      statement.setLong(2, earliest);
      statement.setLong(3, step.toMillis());
      statement.setString(4, name);
      return statement.executeUpdate() == 1;
    }
  }

  /** False if there is no row yet, or if it has this budget. */
  private boolean change(Connection connection, Instant now) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE freight_read_queue SET per_day = ?,"
                + " next_place = CASE WHEN next_place > ? THEN ? ELSE next_place END"
                + " WHERE name = ? AND per_day <> ?")) {
      statement.setString(1, budget());
      statement.setLong(2, now.toEpochMilli());
      statement.setLong(3, now.toEpochMilli());
      statement.setString(4, name);
      statement.setString(5, budget());
      return statement.executeUpdate() == 1;
    }
  }

  /** False if another instance has inserted the row. */
  private boolean insert(Connection connection, Instant now) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO freight_read_queue (name, per_day, next_place) VALUES (?, ?, ?)")) {
      statement.setString(1, name);
      statement.setString(2, budget());
      statement.setLong(3, now.toEpochMilli());
      return statement.executeUpdate() == 1;
    } catch (SQLException failure) {
      if (database.isDuplicate(failure)) return false;
      throw failure;
    }
  }

  private static boolean delete(Connection connection, String name) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("DELETE FROM freight_read_queue WHERE name = ?")) {
      statement.setString(1, name);
      return statement.executeUpdate() == 1;
    }
  }

  /** Equal amounts have one text. */
  private String budget() {
    return perDay.stripTrailingZeros().toPlainString();
  }
}
