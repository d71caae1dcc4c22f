package io.freightsdk.spend.positions;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import io.freightsdk.internal.ledger.jdbc.PositionTable;
import io.freightsdk.internal.ledger.jdbc.PositionTable.Kept;
import io.freightsdk.internal.text.Require;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import java.io.IOException;
import java.time.Instant;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Positions that processes share in a database: PostgreSQL, MySQL, MariaDB or SQLite, and H2 for
 * tests and one process.
 *
 * <p>Every statement is its own transaction, on a connection that is returned at once. A database
 * or a pool that is silent for two seconds is one without positions.
 *
 * <pre>{@code
 * JdbcPositionCache cache = JdbcPositionCache.open(dataSource);
 * FreightClient client = FreightClient.builder().positionCache(cache).build();
 * }</pre>
 */
public final class JdbcPositionCache implements PositionCache {
  private final JsonAdapter<LoadPosition> json = FreightJson.adapter(LoadPosition.class);
  private final PositionTable table;

  private JdbcPositionCache(PositionTable table) {
    this.table = table;
  }

  /**
   * Opens the cache. Its table, {@code freight_position}, has to be there, but for SQLite and H2,
   * where it is made.
   *
   * @param dataSource a pool whose connections have autocommit on; the caller closes it
   * @throws IllegalStateException if the database is of another kind, is not reachable or lacks the
   *     table
   * @see #createTables
   */
  public static JdbcPositionCache open(DataSource dataSource) {
    return new JdbcPositionCache(PositionTable.open(Require.nonNull(dataSource, "dataSource")));
  }

  /**
   * Makes the table in a database if it is missing. Any number of processes may do so at once. The
   * same statement is in the jar, in {@code io/freightsdk/spend/positions}.
   *
   * @throws IllegalStateException if the database is of another kind, is not reachable or denies it
   */
  public static void createTables(DataSource dataSource) {
    PositionTable.create(Require.nonNull(dataSource, "dataSource"));
  }

  @Override
  public @Nullable PositionReading get(String key) {
    Kept kept = table.get(Require.nonNull(key, "key"));
    if (kept == null) return null;
    try {
      LoadPosition position = json.fromJson(kept.reading());
      return position == null ? null : new PositionReading(position, kept.readAt());
    } catch (IOException | JsonDataException e) {
      throw new IllegalStateException(
          "position cache: a row of freight_position cannot be read as a position; delete it", e);
    }
  }

  @Override
  public void put(String key, PositionReading reading) {
    Require.nonNull(reading, "reading");
    Kept kept = new Kept(reading.readAt(), json.toJson(reading.position()));
    table.put(Require.nonNull(key, "key"), kept);
  }

  /** Deletes positions that were read before this time. */
  public void purge(Instant before) {
    table.purge(Require.nonNull(before, "before"));
  }
}
