package io.freightsdk.examples.fleet;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.Delivered;
import io.freightsdk.watch.LoadEvent.FirstSeen;
import io.freightsdk.watch.LoadEvent.StatusChanged;
import io.freightsdk.watch.LoadEvent.StopLeft;
import io.freightsdk.watch.LoadEvent.StopReached;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database of a fleet: the tasks of db-scheduler, what happened to each load, and who read it
 * when. PostgreSQL, or H2 where there is none.
 */
final class FleetDatabase implements AutoCloseable {
  private static final String UNIQUE_VIOLATION = "23505";

  private static final List<String> TABLES =
      List.of(
          """
          create table if not exists scheduled_tasks (
            task_name varchar(100) not null,
            task_instance varchar(100) not null,
            task_data bytea,
            execution_time timestamp with time zone not null,
            picked boolean not null,
            picked_by varchar(50),
            last_success timestamp with time zone,
            last_failure timestamp with time zone,
            consecutive_failures int,
            last_heartbeat timestamp with time zone,
            version bigint not null,
            priority smallint,
            primary key (task_name, task_instance))
          """,
          """
          create index if not exists scheduled_tasks_due on scheduled_tasks (execution_time)
          """,
          """
          create table if not exists fleet_event (
            load_number varchar(64) not null,
            fact varchar(200) not null,
            told_at timestamp with time zone not null,
            primary key (load_number, fact))
          """,
          """
          create table if not exists fleet_read (
            load_number varchar(64) not null,
            read_at timestamp with time zone not null,
            worker varchar(50) not null)
          """);

  private final HikariDataSource pool;

  /** Opens the database and makes the tables that are missing. */
  FleetDatabase(String jdbcUrl, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(connections);
    this.pool = new HikariDataSource(config);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        make(statement, table);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("fleet: the tables cannot be made", e);
    }
  }

  /** Where two workers start at once, one finds that the other has made it meanwhile. */
  private static void make(Statement statement, String table) throws SQLException {
    try {
      statement.execute(table);
    } catch (SQLException madeMeanwhile) {
      statement.execute(table);
    }
  }

  DataSource dataSource() {
    return pool;
  }

  /**
   * Stores a reading and its events. An event is stored once, also if the reading is repeated after
   * a crash.
   */
  void note(String loadNumber, Instant readAt, String worker, List<LoadEvent> events) {
    try (Connection connection = pool.getConnection()) {
      insertRead(connection, loadNumber, readAt, worker);
      for (LoadEvent event : events) {
        String fact = fact(event);
        if (fact != null) {
          insertFact(connection, loadNumber, fact, readAt);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("fleet: the reading of " + loadNumber + " is not noted", e);
    }
  }

  private static void insertRead(
      Connection connection, String loadNumber, Instant readAt, String worker) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into fleet_read values (?, ?, ?)")) {
      insert.setString(1, loadNumber);
      insert.setTimestamp(2, Timestamp.from(readAt));
      insert.setString(3, worker);
      insert.executeUpdate();
    }
  }

  private static void insertFact(
      Connection connection, String loadNumber, String fact, Instant toldAt) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into fleet_event values (?, ?, ?)")) {
      insert.setString(1, loadNumber);
      insert.setString(2, fact);
      insert.setTimestamp(3, Timestamp.from(toldAt));
      insert.executeUpdate();
    } catch (SQLException e) {
      if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  /** The events that are stored; the truck's present position is not one of them. */
  private static @Nullable String fact(LoadEvent event) {
    if (event instanceof FirstSeen) {
      return "first seen";
    }
    if (event instanceof StatusChanged change) {
      return "status " + change.from() + " -> " + change.to();
    }
    if (event instanceof StopReached reached) {
      return "stop " + reached.stop().sequence() + " reached";
    }
    if (event instanceof StopLeft left) {
      return "stop " + left.stop().sequence() + " left";
    }
    return event instanceof Delivered ? "delivered" : null;
  }

  @Override
  public void close() {
    pool.close();
  }
}
