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
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A position cache in a relational database. For PostgreSQL, MariaDB and H2; MySQL uses what
 * MariaDB does, but was never tested on a MySQL server.
 *
 * <p>Rows belong to a named account, so they are kept when the agent key changes, and processes
 * with different keys of one account share them. Every statement is its own transaction, on a
 * connection that is returned at once.
 *
 * <pre>{@code
 * JdbcPositionCache cache = JdbcPositionCache.open(dataSource, "acme");
 * FreightClient client = FreightClient.builder().positionCache(cache).build();
 * }</pre>
 */
public final class JdbcPositionCache implements PositionCache {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@+-]{1,64}");
  private static final String SHARED = "shared";

  private final JsonAdapter<LoadPosition> json = FreightJson.adapter(LoadPosition.class);
  private final PositionTables tables;
  private final String account;

  private JdbcPositionCache(PositionTables tables, String account) {
    this.tables = tables;
    this.account = account;
  }

  /** Opens the cache of an account, and creates the table if it is missing. */
  public static JdbcPositionCache open(DataSource dataSource, String account) {
    return open(dataSource, account, SchemaMode.CREATE);
  }

  /**
   * Opens the cache of an account.
   *
   * @param dataSource a connection pool with autocommit on; the caller closes it
   * @param account name of the account that the positions belong to: 1 to 64 characters: letters,
   *     digits and {@code . _ @ + -}. Use different names for different accounts of the service
   * @param schema whether the table {@code freight_position} may be created; with any mode but
   *     {@code CREATE} it must exist. The scripts are in this package's folder of the jar, one
   *     folder for each database, with Flyway's file names
   * @throws IllegalStateException when the database is of another kind, is not reachable, or lacks
   *     the table
   */
  public static JdbcPositionCache open(DataSource dataSource, String account, SchemaMode schema) {
    Objects.requireNonNull(dataSource, "dataSource");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(schema, "schema");
    if (!NAME.matcher(account).matches()) {
      throw new IllegalArgumentException(
          "account: expected 1 to 64 characters: letters, digits or . _ @ + -, got \""
              + account
              + "\"");
    }
    PositionTables tables = new PositionTables(dataSource);
    tables.prepare(schema == SchemaMode.CREATE);
    return new JdbcPositionCache(tables, account);
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public @Nullable PositionReading get(String key) {
    return reading(SHARED, Objects.requireNonNull(key, "key"));
  }

  /** Stores a reading, unless a later one is stored already. */
  @Override
  public void put(String key, PositionReading reading) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(reading, "reading");
    keep(SHARED, key, reading);
  }

  /** Deletes shared positions that were read before this time. */
  public void purge(Instant before) {
    tables.purge(micros(Objects.requireNonNull(before, "before")));
  }

  private @Nullable PositionReading reading(String kind, String name) {
    PositionTables.Kept kept = tables.find(kind, name);
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

  private void keep(String kind, String name, PositionReading reading) {
    tables.keep(kind, name, micros(reading.readAt()), json.toJson(reading.position()));
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
