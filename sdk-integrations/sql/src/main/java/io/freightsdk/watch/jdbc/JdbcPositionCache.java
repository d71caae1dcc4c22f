package io.freightsdk.watch.jdbc;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.sql.SchemaMode;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A position cache in a relational database. For PostgreSQL, MariaDB and H2; MySQL uses what
 * MariaDB does, but was never tested on a MySQL server.
 *
 * <p>Every statement is its own transaction, on a connection that is returned at once. A database
 * that is silent for two seconds is one without positions; the pool needs a time limit of its own.
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

  /** Opens the cache, and creates the table if it is missing. */
  public static JdbcPositionCache open(DataSource dataSource) {
    return open(dataSource, SchemaMode.CREATE);
  }

  /**
   * Opens the cache.
   *
   * @param dataSource a connection pool with autocommit on; the caller closes it
   * @param schema whether the table {@code freight_position} may be created; with any mode but
   *     {@code CREATE} it must exist. The scripts are in this package's folder of the jar, one
   *     folder for each database, with Flyway's file names
   * @throws IllegalStateException when the database is of another kind, is not reachable, or lacks
   *     the table
   */
  public static JdbcPositionCache open(DataSource dataSource, SchemaMode schema) {
    Objects.requireNonNull(dataSource, "dataSource");
    Objects.requireNonNull(schema, "schema");
    PositionTable table = new PositionTable(dataSource);
    table.prepare(schema == SchemaMode.CREATE);
    return new JdbcPositionCache(table);
  }

  @Override
  public @Nullable PositionReading get(String key) {
    PositionTable.Kept kept = table.find(Objects.requireNonNull(key, "key"));
    if (kept == null) {
      return null;
    }
    try {
      LoadPosition position = json.fromJson(kept.reading());
      Instant readAt = Instant.EPOCH.plus(kept.readMicros(), ChronoUnit.MICROS);
      return position == null ? null : new PositionReading(position, readAt);
    } catch (IOException e) {
      throw new IllegalStateException(
          "position cache: a row of freight_position cannot be read as a position; delete it", e);
    }
  }

  @Override
  public void put(String key, PositionReading reading) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(reading, "reading");
    table.keep(key, micros(reading.readAt()), json.toJson(reading.position()));
  }

  /** Deletes shared positions that were read before this time. */
  public void purge(Instant before) {
    table.purge(micros(Objects.requireNonNull(before, "before")));
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
