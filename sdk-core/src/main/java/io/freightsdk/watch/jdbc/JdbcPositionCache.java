package io.freightsdk.watch.jdbc;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.spend.jdbc.JdbcSpendStore.SchemaMode;
import io.freightsdk.watch.FleetCursors;
import io.freightsdk.watch.PositionCache;
import io.freightsdk.watch.PositionReading;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Positions shared through a relational database, and the cursors of fleets: PostgreSQL, MySQL,
 * MariaDB and H2.
 *
 * <p>Rows belong to an account that is named here, so that they outlive a change of the agent key,
 * and processes share whatever key each of them uses. Claims end by the clock of the database: a
 * process whose clock is wrong holds none too long. Every statement is a transaction of its own, on
 * a connection that is given back at once; a reader that waits holds none.
 *
 * <pre>{@code
 * JdbcPositionCache cache = JdbcPositionCache.open(dataSource, "acme");
 * FreightClient client = FreightClient.builder().positionCache(cache).build();
 * FleetOptions options = FleetOptions.builder()
 *     .budget("10.00", Duration.ofDays(1)).cursors(cache.cursors("fleet")).build();
 * }</pre>
 */
public final class JdbcPositionCache implements PositionCache {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@+-]{1,64}");
  private static final String SHARED = "shared";
  private static final String CURSOR = "cursor";

  private final JsonAdapter<LoadPosition> json = FreightJson.adapter(LoadPosition.class);
  private final PositionTables tables;
  private final String account;

  private JdbcPositionCache(PositionTables tables, String account) {
    this.tables = tables;
    this.account = account;
  }

  /** Opens the cache of an account, and creates the tables where they are missing. */
  public static JdbcPositionCache open(DataSource dataSource, String account) {
    return open(dataSource, account, SchemaMode.CREATE);
  }

  /**
   * Opens the cache of an account.
   *
   * @param dataSource best a pool, with autocommit on; it stays the caller's to close
   * @param account 1 to 64 letters, digits and {@code . _ @ + -}: whose positions these are. Two
   *     accounts of the service never use one name
   * @param schema whether the tables {@code freight_position*} may be created; the scripts lie in
   *     this package's folder of the jar, by vendor, named as Flyway wants them
   * @throws IllegalStateException when the database is of another kind, is away, or lacks a table
   */
  public static JdbcPositionCache open(DataSource dataSource, String account, SchemaMode schema) {
    if (!NAME.matcher(account).matches()) {
      throw new IllegalArgumentException(
          "account: expected 1 to 64 letters, digits or . _ @ + -, got \"" + account + "\"");
    }
    PositionTables tables = PositionTables.open(dataSource);
    tables.prepare(schema == SchemaMode.CREATE);
    return new JdbcPositionCache(tables, account);
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public @Nullable PositionReading get(String key) {
    return reading(SHARED, key);
  }

  /** Keeps a reading, unless a later one is kept already. */
  @Override
  public void put(String key, PositionReading reading) {
    keep(SHARED, key, reading);
  }

  @Override
  public boolean claim(String key, String owner, Duration lease) {
    return tables.claim(key, owner, lease.toNanos() / 1000);
  }

  @Override
  public void release(String key, String owner) {
    tables.release(key, owner);
  }

  /** The cursors of a fleet of this account. They stay when the fleet is closed. */
  public FleetCursors cursors(String fleet) {
    if (!NAME.matcher(fleet).matches()) {
      throw new IllegalArgumentException(
          "fleet: expected 1 to 64 letters, digits or . _ @ + -, got \"" + fleet + "\"");
    }
    String prefix = account + ":" + fleet + ":";
    return new FleetCursors() {
      @Override
      public @Nullable PositionReading cursor(String loadNumber) {
        return reading(CURSOR, prefix + loadNumber);
      }

      @Override
      public void taken(PositionReading reading) {
        keep(CURSOR, prefix + reading.position().loadNumber(), reading);
      }
    };
  }

  /** Drops shared positions, and cursors, that were read before this time. */
  public void purge(Instant before) {
    tables.purge(micros(before));
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
      throw new IllegalStateException("freight_position: a row is not a position", e);
    }
  }

  private void keep(String kind, String name, PositionReading reading) {
    tables.keep(kind, name, micros(reading.readAt()), json.toJson(reading.position()));
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
