package io.freightsdk.watch.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The two tables of {@link JdbcPositionCache}. Every statement is a transaction of its own. */
final class PositionTables {
  private static final String SCRIPT = "V100__freight_position.sql";

  /** A row of {@code freight_position}. */
  record Kept(long readMicros, String reading) {}

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private final DataSource dataSource;
  private final String folder;

  /** Microseconds since 1970 by the database's clock. */
  private final String clock;

  private PositionTables(DataSource dataSource, String folder, String clock) {
    this.dataSource = dataSource;
    this.folder = folder;
    this.clock = clock;
  }

  static PositionTables open(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      String product = connection.getMetaData().getDatabaseProductName();
      return switch (product) {
        case "PostgreSQL" ->
            new PositionTables(
                dataSource,
                "postgresql",
                "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)");
        case "MySQL", "MariaDB" ->
            new PositionTables(
                dataSource,
                "mysql",
                "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))");
        case "H2" ->
            new PositionTables(
                dataSource,
                "h2",
                "DATEDIFF(MICROSECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00',"
                    + " CURRENT_TIMESTAMP(6))");
        default ->
            throw new IllegalStateException(
                "position cache: expected PostgreSQL, MySQL, MariaDB or H2, got " + product);
      };
    } catch (SQLException e) {
      throw failed("open", e);
    }
  }

  /**
   * Two processes may create the tables at once and collide; it only matters that the tables exist.
   */
  void prepare(boolean create) {
    if (isThere()) {
      return;
    }
    if (create) {
      try {
        run("create the tables", this::script);
      } catch (IllegalStateException collided) {
        if (!isThere()) {
          throw collided;
        }
      }
    } else {
      throw new IllegalStateException(
          "position cache: the tables freight_position and freight_position_claim are missing; run the script io/freightsdk/watch/jdbc/%s/%s of the jar, or open the cache with SchemaMode.CREATE"
              .formatted(folder, SCRIPT));
    }
  }

  private boolean isThere() {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement
          .executeQuery("SELECT kind, name, read_us, reading FROM freight_position WHERE 1 = 0")
          .close();
      statement
          .executeQuery("SELECT name, owner, ends_us FROM freight_position_claim WHERE 1 = 0")
          .close();
      return true;
    } catch (SQLException missing) {
      return false;
    }
  }

  private int script(Connection connection) throws SQLException {
    try (InputStream in = PositionTables.class.getResourceAsStream(folder + "/" + SCRIPT);
        Statement statement = connection.createStatement()) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + folder + "/" + SCRIPT);
      }
      String text = new String(in.readAllBytes(), UTF_8).replaceAll("(?m)^--.*\\n", "");
      for (String sql : text.split(";\\s*\n", -1)) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Nullable Kept find(String kind, String name) {
    Optional<Kept> found =
        run(
            "read",
            connection -> {
              try (PreparedStatement select =
                  prepared(
                      connection,
                      "SELECT read_us, reading FROM freight_position WHERE kind = ? AND name = ?",
                      kind,
                      name)) {
                try (ResultSet rows = select.executeQuery()) {
                  return rows.next()
                      ? Optional.of(new Kept(rows.getLong(1), rows.getString(2)))
                      : Optional.empty();
                }
              }
            });
    return found.orElse(null);
  }

  /** Writes the row, unless it has a later reading. */
  void keep(String kind, String name, long readMicros, String reading) {
    String replace =
        "UPDATE freight_position SET read_us = ?, reading = ?"
            + " WHERE kind = ? AND name = ? AND read_us <= ?";
    boolean replaced = update(replace, readMicros, reading, kind, name, readMicros) > 0;
    if (!replaced && find(kind, name) == null) {
      String insert =
          "INSERT INTO freight_position (kind, name, read_us, reading) VALUES (?, ?, ?, ?)";
      boolean collided = !insert(insert, kind, name, readMicros, reading);
      if (collided) {
        update(replace, readMicros, reading, kind, name, readMicros);
      }
    }
  }

  /** Takes or renews the claim, unless another owner has it and it has not ended. */
  boolean claim(String name, String owner, long leaseMicros) {
    String take =
        ("UPDATE freight_position_claim SET owner = ?, ends_us = %s + ?"
                + " WHERE name = ? AND (owner = ? OR ends_us <= %s)")
            .formatted(clock, clock);
    String insert =
        "INSERT INTO freight_position_claim (name, owner, ends_us) VALUES (?, ?, %s + ?)"
            .formatted(clock);
    return update(take, owner, leaseMicros, name, owner) > 0
        || (!isHeld(name) && insert(insert, name, owner, leaseMicros));
  }

  private boolean isHeld(String name) {
    return run(
        "claim",
        connection -> {
          try (PreparedStatement select =
                  prepared(
                      connection, "SELECT owner FROM freight_position_claim WHERE name = ?", name);
              ResultSet rows = select.executeQuery()) {
            return rows.next();
          }
        });
  }

  void release(String name, String owner) {
    update("DELETE FROM freight_position_claim WHERE name = ? AND owner = ?", name, owner);
  }

  void purge(long beforeMicros) {
    update("DELETE FROM freight_position WHERE read_us < ?", beforeMicros);
    update("DELETE FROM freight_position_claim WHERE ends_us < ?", beforeMicros);
  }

  private int update(String sql, Object... values) {
    return run(
        "write",
        connection -> {
          try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
          }
        });
  }

  /** False when another process has inserted the row at the same time. */
  private boolean insert(String sql, Object... values) {
    return run(
        "write",
        connection -> {
          try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate() > 0;
          } catch (SQLException e) {
            String state = e.getSQLState();
            boolean exists = state != null && state.startsWith("23");
            if (exists) {
              return false;
            }
            throw e;
          }
        });
  }

  private static PreparedStatement prepared(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /**
   * Hides an interrupt from the driver and restores it afterwards: drivers lose it, and H2 closes
   * its file after one.
   */
  private <T> T run(String what, Work<T> work) {
    boolean interrupted = false;
    try (Connection connection = dataSource.getConnection()) {
      if (!connection.getAutoCommit()) {
        throw new IllegalStateException(
            "position cache: the data source gave a connection with autocommit off; give the cache its own data source, with autocommit on");
      }
      interrupted = Thread.interrupted();
      return work.on(connection);
    } catch (SQLException e) {
      throw failed(what, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IllegalStateException failed(String what, SQLException e) {
    return new IllegalStateException(
        "position cache: cannot %s (SQL state %s)".formatted(what, e.getSQLState()), e);
  }
}
