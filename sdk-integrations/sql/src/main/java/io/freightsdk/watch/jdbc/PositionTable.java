package io.freightsdk.watch.jdbc;

import io.freightsdk.internal.sql.Connections;
import io.freightsdk.internal.sql.Connections.Borrowed;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Sql;
import io.freightsdk.internal.sql.Tables;
import io.freightsdk.internal.sql.Tables.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The table of {@link JdbcPositionCache}. Every statement is a transaction of its own. */
final class PositionTable {
  private static final String SCRIPT = "R__freight_position.sql";
  private static final Tables TABLES =
      Tables.of(new Table("freight_position", "name, read_us, reading"));

  /** A row of {@code freight_position}. */
  record Kept(long readMicros, String reading) {}

  /** A read without the cache costs 2 cents: it is not worth a longer wait. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final DataSource dataSource;
  private final Database database;

  PositionTable(DataSource dataSource) {
    this.dataSource = dataSource;
    try (Borrowed borrowed = new Connections(dataSource).borrow()) {
      this.database = Database.of(borrowed.connection());
    } catch (Connections.Unfit fault) {
      throw new IllegalStateException("position cache: " + fault.getMessage(), fault);
    } catch (SQLException e) {
      throw failed("open", e);
    }
  }

  /** Makes the table if it is missing and may be made. */
  void prepare(boolean create) {
    List<String> script = database.script(PositionTable.class::getResourceAsStream, SCRIPT);
    List<String> missing =
        create
            ? run("create the table", Connections.PATIENCE, sql -> TABLES.make(sql, script))
            : run("read", Connections.PATIENCE, TABLES::missing);
    if (missing.isEmpty()) return;
    throw new IllegalStateException(
        "position cache: missing or not readable: %s; run the script io/freightsdk/watch/jdbc/%s/%s of the jar, or open the cache with SchemaMode.CREATE"
            .formatted(String.join(", ", missing), database.folder(), SCRIPT));
  }

  @Nullable Kept find(String name) {
    String find = "SELECT read_us, reading FROM freight_position WHERE name = ?";
    List<Kept> found =
        run(
            "read",
            PATIENCE,
            sql -> sql.list(find, row -> new Kept(row.getLong(1), row.getString(2)), name));
    return found.isEmpty() ? null : found.get(0);
  }

  /** Writes the row, whatever it had: a later reading may be one of a clock that is ahead. */
  void keep(String name, long readMicros, String reading) {
    String replace = "UPDATE freight_position SET read_us = ?, reading = ? WHERE name = ?";
    if (update(replace, readMicros, reading, name) > 0) return;
    String insert = "INSERT INTO freight_position (name, read_us, reading) VALUES (?, ?, ?)";
    boolean collided = !insert(insert, name, readMicros, reading);
    if (collided) update(replace, readMicros, reading, name);
  }

  void purge(long beforeMicros) {
    update("DELETE FROM freight_position WHERE read_us < ?", beforeMicros);
  }

  private int update(String statement, Object... values) {
    return run("write", PATIENCE, sql -> sql.update(statement, values));
  }

  /** False when another process has inserted the row at the same time. */
  private boolean insert(String statement, Object... values) {
    return run(
        "write",
        PATIENCE,
        sql -> {
          try {
            return sql.update(statement, values) > 0;
          } catch (Sql.Failure e) {
            if (e.isDuplicate()) return false;
            throw e;
          }
        });
  }

  /**
   * Hides an interrupt from the driver and restores it afterwards: drivers lose it, and H2 closes
   * its file after one.
   */
  private <T> T run(String what, Duration patience, Function<Sql, T> work) {
    boolean interrupted = false;
    try (Borrowed borrowed = new Connections(dataSource, patience).borrow()) {
      interrupted = Thread.interrupted();
      return work.apply(new Sql(borrowed.connection()));
    } catch (Connections.Unfit fault) {
      throw new IllegalStateException("position cache: " + fault.getMessage(), fault);
    } catch (Sql.Failure e) {
      throw failed(what, e.cause);
    } catch (SQLException e) {
      throw failed(what, e);
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  private static IllegalStateException failed(String what, SQLException e) {
    return new IllegalStateException(
        "position cache: cannot %s (SQL state %s)".formatted(what, e.getSQLState()), e);
  }
}
