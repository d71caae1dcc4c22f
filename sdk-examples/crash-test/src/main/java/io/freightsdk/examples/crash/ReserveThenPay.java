package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Wallet;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The careful way: one locked row, a hold for each order before it is paid, and the order's
 * reference as the key of its request. What may have been charged stays counted.
 */
final class ReserveThenPay implements Wallet {
  private static final Set<Integer> REFUSED = Set.of(400, 402);

  private final Place place;
  private final DataSource database;
  private final PlainHttp http;
  private final BigDecimal price;

  ReserveThenPay(Place place) throws SQLException {
    this.place = place;
    this.database = place.database().dataSource();
    this.http = new PlainHttp(place);
    this.price = Naive.price(http);
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS cap (id INT PRIMARY KEY)");
      statement.execute(
          "CREATE TABLE IF NOT EXISTS hold (ref VARCHAR(60) PRIMARY KEY, cents BIGINT,"
              + " state VARCHAR(10), held_at TIMESTAMP)");
      statement.execute(
          "INSERT INTO cap SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM cap WHERE id = 1)");
    }
  }

  @Override
  public Told create(Order order) {
    String state;
    try {
      state = reserve(order.key());
    } catch (SQLException e) {
      return Told.NOTHING;
    }
    if (state == null) return Told.NOTHING;
    Told told = pay(order);
    // Paid before: this time it cost nothing.
    return state.equals("CHARGED") ? Told.NOTHING : told;
  }

  private Told pay(Order order) {
    try {
      int status = http.post(order);
      if (status / 100 == 2) {
        mark(order.key(), "CHARGED");
        return Told.charged(price);
      }
      if (REFUSED.contains(status)) {
        mark(order.key(), "RELEASED");
        return Told.NOTHING;
      }
    } catch (ConnectException e) {
      mark(order.key(), "RELEASED");
      return Told.NOTHING;
    } catch (IOException e) {
      // Nobody knows: it stays as it is, and counts.
    }
    return Told.perhaps(price);
  }

  /** The state of the order; null if there is no room for it. */
  private @Nullable String reserve(String reference) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        String state = reserve(connection, reference);
        if (state == null) connection.rollback();
        else connection.commit();
        return state;
      } catch (SQLException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  private @Nullable String reserve(Connection connection, String reference) throws SQLException {
    try (Statement lock = connection.createStatement()) {
      lock.executeQuery("SELECT id FROM cap WHERE id = 1 FOR UPDATE").close();
    }
    try (PreparedStatement known =
        connection.prepareStatement("SELECT state FROM hold WHERE ref = ?")) {
      known.setString(1, reference);
      try (ResultSet row = known.executeQuery()) {
        if (row.next()) return row.getString(1).equals("RELEASED") ? null : row.getString(1);
      }
    }
    long cents = price.movePointRight(2).longValueExact();
    try (PreparedStatement sum =
        connection.prepareStatement(
            "SELECT COALESCE(SUM(cents), 0) FROM hold WHERE state <> 'RELEASED' AND held_at > ?")) {
      sum.setTimestamp(1, Timestamp.from(since()));
      try (ResultSet row = sum.executeQuery()) {
        row.next();
        long cap = Trial.MONEY.cap().movePointRight(2).longValueExact();
        if (row.getLong(1) + cents > cap) return null;
      }
    }
    try (PreparedStatement hold =
        connection.prepareStatement("INSERT INTO hold VALUES (?, ?, 'UNKNOWN', ?)")) {
      hold.setString(1, reference);
      hold.setLong(2, cents);
      hold.setTimestamp(3, Timestamp.from(now()));
      hold.executeUpdate();
    }
    return "UNKNOWN";
  }

  /** What cannot be marked stays unknown, and counts. */
  private void mark(String reference, String state) {
    try (Connection connection = database.getConnection();
        PreparedStatement mark =
            connection.prepareStatement(
                "UPDATE hold SET state = ? WHERE ref = ? AND state = 'UNKNOWN'")) {
      mark.setString(1, state);
      mark.setString(2, reference);
      mark.executeUpdate();
    } catch (SQLException e) {
      // It counts as it is.
    }
  }

  private Instant since() {
    Duration window = place.window();
    return window == null ? Instant.EPOCH : now().minus(window);
  }

  private Instant now() {
    return (place.clock() == null ? Clock.systemUTC() : place.clock()).instant();
  }

  @Override
  public void close() {}
}
