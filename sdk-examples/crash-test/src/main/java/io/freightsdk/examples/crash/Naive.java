package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import javax.sql.DataSource;

/** A table of payments in the shared database, as those have it who write it themselves. */
final class Naive {
  private final DataSource database;
  private final Place place;

  Naive(Place place) throws SQLException {
    this.place = place;
    this.database = place.database().dataSource();
    try (Connection connection = database.getConnection();
        PreparedStatement table =
            connection.prepareStatement(
                "CREATE TABLE IF NOT EXISTS payment"
                    + " (caller VARCHAR(60), usd DECIMAL(10, 2), paid_at TIMESTAMP)")) {
      table.execute();
    }
  }

  /** The price list, read once at the start. */
  static BigDecimal price(PlainHttp http) {
    try {
      return http.price();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  BigDecimal spent() throws SQLException {
    Instant since = place.window() == null ? Instant.EPOCH : now().minus(place.window());
    try (Connection connection = database.getConnection();
        PreparedStatement sum =
            connection.prepareStatement(
                "SELECT COALESCE(SUM(usd), 0) FROM payment WHERE caller = ? AND paid_at > ?")) {
      sum.setString(1, caller());
      sum.setTimestamp(2, Timestamp.from(since));
      try (ResultSet row = sum.executeQuery()) {
        row.next();
        return row.getBigDecimal(1);
      }
    }
  }

  void paid(BigDecimal usd) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement row =
            connection.prepareStatement("INSERT INTO payment VALUES (?, ?, ?)")) {
      row.setString(1, caller());
      row.setBigDecimal(2, usd);
      row.setTimestamp(3, Timestamp.from(now()));
      row.execute();
    }
  }

  private Instant now() {
    return (place.clock() == null ? Clock.systemUTC() : place.clock()).instant();
  }

  private String caller() {
    return place.caller() == null ? "" : place.caller();
  }
}
