package io.freightsdk.watch;

import io.freightsdk.internal.fleet.FleetTables;
import io.freightsdk.sql.SchemaMode;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * A database in which the instances of an application share their fleets: the loads, what was read
 * of each, up to where its events were delivered, and which instance leads. For PostgreSQL, MariaDB
 * and H2; MySQL uses what MariaDB does, but was never tested on a MySQL server.
 *
 * <pre>{@code
 * FleetStore store = FleetStore.jdbc(dataSource, "acme");
 * FleetOptions options =
 *     FleetOptions.builder().budgetPerDay("10.00").store(store).build();
 * FleetWatch fleet = watches.watchFleet(options);   // the same in each instance
 * }</pre>
 *
 * <p>What that means is at {@link FleetWatch}. Rows belong to a named account and, in it, to the
 * {@link FleetOptions#name()} of a fleet. Make one for each database and account and keep it: it
 * has no thread and keeps no connection, so it is not closed. Safe for concurrent use.
 */
public final class FleetStore {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@+-]{1,64}");

  private final FleetTables tables;

  private FleetStore(FleetTables tables) {
    this.tables = tables;
  }

  /** The fleets of an account; creates the tables if they are missing. */
  public static FleetStore jdbc(DataSource dataSource, String account) {
    return jdbc(dataSource, account, SchemaMode.CREATE);
  }

  /**
   * The fleets of an account.
   *
   * @param dataSource a connection pool with autocommit on; the caller closes it, after the fleets
   * @param account name of the account that the loads belong to: 1 to 64 characters: letters,
   *     digits and {@code . _ @ + -}. Use different names for different accounts of the service
   * @param schema whether the tables {@code freight_fleet} and {@code freight_fleet_load} may be
   *     created; with any mode but {@code CREATE} they must exist. The scripts are in this
   *     package's folder of the jar, one folder for each database, with Flyway's file names
   * @throws IllegalStateException when the database is of another kind, is not reachable, may lose
   *     what it has committed, or lacks a table
   */
  public static FleetStore jdbc(DataSource dataSource, String account, SchemaMode schema) {
    Objects.requireNonNull(dataSource, "dataSource");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(schema, "schema");
    if (!NAME.matcher(account).matches()) {
      throw new IllegalArgumentException(
          "account: expected 1 to 64 characters: letters, digits or . _ @ + -, got \""
              + account
              + "\"");
    }
    return new FleetStore(FleetTables.open(dataSource, account, schema == SchemaMode.CREATE));
  }

  /**
   * Forgets loads of this account that left their fleet before this time: who adds one of them
   * again is told its events again. Blocks.
   *
   * @throws IllegalStateException when the database cannot be reached
   */
  public void purge(Instant before) {
    tables.purge(Objects.requireNonNull(before, "before"));
  }

  FleetTables tables() {
    return tables;
  }
}
