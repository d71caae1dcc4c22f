package io.freightsdk.spend.positions;

import io.freightsdk.internal.ledger.store.DatabaseThread;
import io.freightsdk.internal.ledger.store.Micros;
import io.freightsdk.internal.sql.DatabaseException;
import io.freightsdk.internal.sql.Dialect;
import io.freightsdk.internal.sql.Tables;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The table of the cache. Each statement is its own transaction. Every failure is an {@link
 * IllegalStateException}.
 */
final class PositionTable {
  /** A read without the cache costs 2 cents: it is not worth a longer wait. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration TO_OPEN = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private static final Tables.Script SCRIPT =
      new Tables.Script(
          "io/freightsdk/spend/positions/%s/R__freight_position.sql",
          path -> PositionTable.class.getResourceAsStream("/" + path),
          "freight-spend",
          "JdbcPositionCache.createTables");

  private static final String SELECT =
      "SELECT read_at_micros, reading FROM freight_position WHERE name = :name";

  private static final String INSERT =
      "INSERT INTO freight_position (name, read_at_micros, reading)"
          + " VALUES (:name, :readAt, :reading)";

  private static final String OR_REPLACE =
      " ON CONFLICT (name) DO UPDATE SET"
          + " read_at_micros = EXCLUDED.read_at_micros, reading = EXCLUDED.reading";

  private static final String OR_REPLACE_IN_MYSQL =
      " ON DUPLICATE KEY UPDATE"
          + " read_at_micros = VALUES(read_at_micros), reading = VALUES(reading)";

  private static final String REPLACE_IN_H2 =
      "MERGE INTO freight_position (name, read_at_micros, reading) KEY (name)"
          + " VALUES (:name, :readAt, :reading)";

  private static final String PURGE = "DELETE FROM freight_position WHERE read_at_micros < :before";

  private final DatabaseThread thread;

  /** A row of the table: a position as JSON. */
  record PositionRow(Instant readAt, String reading) {}

  private PositionTable(DataSource source) {
    this.thread = new DatabaseThread(source, "position cache", "table", PAUSE);
  }

  /** Checks the table on a server, and creates it on SQLite and H2. */
  static PositionTable open(DataSource source) {
    PositionTable table = new PositionTable(source);
    boolean unused = table.run(table.schema()::open, TO_OPEN);
    return table;
  }

  /** Creates the table if it is missing. Any number of processes may do so concurrently. */
  static void create(DataSource source) {
    PositionTable table = new PositionTable(source);
    boolean unused = table.run(table.schema()::create, TO_OPEN);
  }

  private Tables schema() {
    return new Tables(thread.database(), SCRIPT);
  }

  @Nullable PositionRow get(String name) {
    return run(
        handle ->
            handle
                .createQuery(SELECT)
                .bind("name", name)
                .map(
                    (row, context) ->
                        new PositionRow(
                            Micros.instant(row.getLong("read_at_micros")),
                            row.getString("reading")))
                .findOne()
                .orElse(null),
        PATIENCE);
  }

  /**
   * Replaces a row, even by an earlier time, because the stored time may be from a clock that is
   * fast.
   */
  void put(String name, PositionRow row) {
    int unused =
        run(
            handle ->
                handle
                    .createUpdate(replace(thread.database().dialect()))
                    .bind("name", name)
                    .bind("readAt", Micros.of(row.readAt()))
                    .bind("reading", row.reading())
                    .execute(),
            PATIENCE);
  }

  private static String replace(Dialect dialect) {
    return switch (dialect) {
      case POSTGRESQL, SQLITE -> INSERT + OR_REPLACE;
      case MYSQL -> INSERT + OR_REPLACE_IN_MYSQL;
      case H2 -> REPLACE_IN_H2;
    };
  }

  /** Deletes positions that were read before a time. */
  void purge(Instant before) {
    int unused =
        run(
            handle -> handle.createUpdate(PURGE).bind("before", Micros.of(before)).execute(),
            TO_OPEN);
  }

  private <T extends @Nullable Object> T run(Function<Handle, T> statement, Duration atMost) {
    try {
      return thread.run(statement, atMost);
    } catch (RuntimeException e) {
      DatabaseException failure = thread.database().failed(e, false);
      throw new PositionCacheException(failure);
    }
  }
}
