package io.freightsdk.spend;

import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.spend.Outside;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.jdbc.JdbcStorage;
import io.freightsdk.internal.spend.memory.MemoryStorage;
import io.freightsdk.internal.text.Require;
import io.freightsdk.sql.SchemaMode;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens a {@link SpendLedger}. Not safe for concurrent use. */
public final class SpendLedgerBuilder {
  private static final int KEPT_ENTRIES = 10_000;
  private static final int MAX_ACCOUNT = 64;

  private @Nullable Clock clock;
  private int keptEntries = KEPT_ENTRIES;
  private SpendListener listener = new SpendListener() {};
  private SchemaMode schema = SchemaMode.CREATE;
  private @Nullable String account;
  private boolean recordsTopUps;

  SpendLedgerBuilder() {}

  /**
   * The clock of the ledger, for tests and time travel; by default the database's, or the machine's
   * in memory and in a file. Processes that share a ledger must have the same.
   */
  public SpendLedgerBuilder clock(Clock clock) {
    this.clock = Require.nonNull(clock, "clock");
    return this;
  }

  /**
   * How many closed entries a ledger in memory keeps readable, 10,000 by default. Totals and limits
   * count the others too; open entries and the last comparison are always kept.
   */
  public SpendLedgerBuilder keptEntries(int keptEntries) {
    this.keptEntries = Require.atLeast(0, keptEntries, "keptEntries");
    return this;
  }

  /** Is told of what this process books and refuses. */
  public SpendLedgerBuilder listener(SpendListener listener) {
    this.listener = Require.nonNull(listener, "listener");
    return this;
  }

  /** Whether a ledger in a database creates its tables, which is the default. */
  public SpendLedgerBuilder schema(SchemaMode schema) {
    this.schema = Require.nonNull(schema, "schema");
    return this;
  }

  /**
   * A name for the account, 1 to 64 characters, under which its idempotency keys stand: the same in
   * all processes. Default: none, because one ledger is one account.
   */
  public SpendLedgerBuilder account(String account) {
    this.account = requireAccount(account);
    return this;
  }

  static String requireAccount(String account) {
    if (Require.notBlank(account, "account").length() > MAX_ACCOUNT) {
      throw new IllegalArgumentException(
          "account: expected at most 64 characters, got " + account.length());
    }
    return account;
  }

  /**
   * Lets comparisons record money that came untold as a top-up: as an adjustment, instead of as
   * unexplained, where the ledger knows to the cent what all calls have cost. Money that somebody
   * gave back looks the same. Default: they do not.
   */
  public SpendLedgerBuilder recordTopUps() {
    this.recordsTopUps = true;
    return this;
  }

  /** Opens an empty ledger in memory. */
  public SpendLedger inMemory() {
    return open(new MemoryStorage(clock(), keptEntries));
  }

  /**
   * Opens a ledger in a file of SQLite, and creates it if it is missing.
   *
   * @throws SpendLedgerException if it cannot be opened, is no file of SQLite, or other users can
   *     change it, or if the dependency {@code org.xerial:sqlite-jdbc} is missing
   */
  public SpendLedger file(Path path) {
    Require.nonNull(path, "path");
    return open(JdbcStorage.open(path, clock));
  }

  /**
   * Opens a ledger in a database, and creates it if it is missing.
   *
   * @param name 1 to 64 visible ASCII characters
   * @throws SpendLedgerException if the database is not reachable, denies access, lacks a table, or
   *     may lose committed data
   */
  public SpendLedger jdbc(DataSource dataSource, String name) {
    return open(JdbcStorage.open(dataSource, name, schema, clock));
  }

  private SpendLedger open(Storage storage) {
    return new StoredLedger(storage, clock, account, recordsTopUps, listener, Outside.system());
  }

  private Clock clock() {
    return Objects.requireNonNullElse(clock, MachineTime.UTC);
  }
}
