package io.freightsdk.internal.jobs;

import io.freightsdk.FreightClient;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The line of a budget that all instances share: a row with its next free place.
 *
 * @param name of the jobs
 * @param perDay budget in USD
 */
record StoredLine(JobsDatabase database, String name, FreightClient client, BigDecimal perDay)
    implements BudgetLine {
  @Override
  public Place take(Instant now) {
    Duration step = BudgetLine.step(client, perDay);
    Optional<Place> taken = database.inTransaction(connection -> take(connection, step, now));
    if (taken.isPresent()) return taken.get();
    // Not in the transaction whose UPDATE found no row: on MySQL two instances would deadlock.
    boolean unused = database.autoCommitted(connection -> insert(connection, now));
    return database.inTransaction(connection -> take(connection, step, now)).orElseThrow();
  }

  /** Empty if there is no row yet. */
  private Optional<Place> take(Connection connection, Duration step, Instant now)
      throws SQLException {
    if (!advance(connection, step, now)) return Optional.empty();
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT next_place FROM freight_read_line WHERE name = ?")) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        LineState taken = new LineState(Instant.ofEpochMilli(rows.getLong(1)), step);
        return Optional.of(new Place(taken.next().minus(step), taken.share(now)));
      }
    }
  }

  /** One statement, so that no two loads get the same place: {@link LineState#taken} in SQL. */
  private boolean advance(Connection connection, Duration step, Instant now) throws SQLException {
    long earliest = now.minus(LineState.CARRY_OVER).toEpochMilli();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE freight_read_line SET next_place ="
                + " CASE WHEN next_place < ? THEN ? ELSE next_place END + ? WHERE name = ?")) {
      statement.setLong(1, earliest);
      statement.setLong(2, earliest);
      statement.setLong(3, step.toMillis());
      statement.setString(4, name);
      return statement.executeUpdate() == 1;
    }
  }

  /** False if another instance has inserted the row. */
  private boolean insert(Connection connection, Instant now) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO freight_read_line (name, next_place) VALUES (?, ?)")) {
      statement.setString(1, name);
      statement.setLong(2, now.toEpochMilli());
      return statement.executeUpdate() == 1;
    } catch (SQLException failure) {
      if (database.isDuplicate(failure)) return false;
      throw failure;
    }
  }
}
