package io.freightsdk.internal.ledger.jdbc;

import io.freightsdk.internal.ledger.LedgerRows;
import io.freightsdk.internal.ledger.LedgerStorage;
import io.freightsdk.internal.ledger.Micros;
import io.freightsdk.internal.ledger.sqlite.SqliteFile;
import io.freightsdk.spend.SpendLedgerException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a relational database, for all processes that open the same one there. A change is a
 * transaction at READ COMMITTED that locks the ledger's row, so changes of one ledger follow each
 * other; one that failed, or whose commit was lost, is made again.
 */
public final class JdbcLedger implements LedgerStorage {
  /** Each file has one ledger. */
  private static final String OF_A_FILE = "ledger";

  /** A pool that has a second connection gives it by then. */
  private static final Duration FOR_A_SECOND_CONNECTION = Duration.ofSeconds(5);

  private final Transactions transactions;
  private final Dialect dialect;
  private final Texts texts = new Texts();
  private final String name;
  private final @Nullable LongSupplier clock;

  /** The file that it opened itself; null in a database of the caller. */
  private final @Nullable SqliteFile file;

  private final AtomicBoolean closed = new AtomicBoolean();

  private JdbcLedger(
      DataSource source,
      String name,
      @Nullable Clock clock,
      Duration pause,
      @Nullable SqliteFile file) {
    this.transactions =
        file == null
            ? new Transactions(source, Purpose.LEDGER, pause)
            : new Transactions(source, Purpose.LEDGER, pause, Transactions.TOGETHER);
    this.name = name;
    this.clock = clock == null ? null : () -> Micros.of(clock.instant());
    this.file = file;
    this.dialect = run(Dialect::of);
  }

  /**
   * Opens a ledger in a database, and creates it if it is missing.
   *
   * @param clock null for the database's
   * @throws SpendLedgerException if the database is not reachable, denies access or lacks a table,
   *     or the data source has one connection only
   */
  public static JdbcLedger open(DataSource source, String name, @Nullable Clock clock) {
    return open(source, name, clock, Transactions.PAUSE);
  }

  /** Opens one that pauses at most so long after a failure, before the next try. */
  public static JdbcLedger open(
      DataSource source, String name, @Nullable Clock clock, Duration pause) {
    JdbcLedger ledger = new JdbcLedger(source, name, clock, pause, null);
    if (ledger.dialect.isServer()) {
      ledger.refuseASingleConnection();
      ledger.tables().check();
    } else {
      ledger.refuseLateWrites();
      ledger.tables().create();
    }
    ledger.begin();
    return ledger;
  }

  /**
   * Opens the ledger of a file of SQLite, and creates it if there is none.
   *
   * @param clock null for the machine's
   */
  public static JdbcLedger open(Path path, @Nullable Clock clock) {
    SqliteFile file = SqliteFile.open(path);
    try {
      JdbcLedger ledger = new JdbcLedger(file, OF_A_FILE, clock, Transactions.PAUSE, file);
      ledger.tables().create();
      ledger.begin();
      return ledger;
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  /** Makes the tables that are missing in a database; any number of processes may do so at once. */
  public static void createTables(DataSource source) {
    new JdbcLedger(source, "", null, Transactions.PAUSE, null).tables().create();
  }

  private Tables tables() {
    return new Tables(transactions, dialect);
  }

  /** With one, a call that holds it waits for the end of another that needs it. */
  private void refuseASingleConnection() {
    boolean unused =
        run(
            one -> {
              try {
                return transactions.run(another -> true, FOR_A_SECOND_CONNECTION);
              } catch (SpendLedgerException e) {
                throw new SpendLedgerException(
                    "ledger: the data source gave no second connection; give its pool two or more,"
                        + " with as many again for callers that hold one of their own",
                    e,
                    false);
              }
            });
  }

  /**
   * Of H2, which by default writes what was committed half a second later: a kill would lose it.
   */
  private void refuseLateWrites() {
    if (dialect != Dialect.H2) return;
    String delay =
        "SELECT MAX(SETTING_VALUE) FROM INFORMATION_SCHEMA.SETTINGS"
            + " WHERE SETTING_NAME = 'WRITE_DELAY' AND DATABASE_PATH() IS NOT NULL";
    String millis =
        run(handle -> handle.createQuery(delay).mapTo(String.class).findOne().orElse("0"));
    if (millis.equals("0")) return;
    throw new SpendLedgerException(
        "ledger: H2 writes to its file %s ms after a commit, and a killed process would lose it; add ;WRITE_DELAY=0 to the URL"
            .formatted(millis),
        null,
        false);
  }

  private void begin() {
    boolean isThere =
        run(
            handle ->
                handle
                    .createQuery("SELECT changes FROM freight_ledger WHERE ledger = :ledger")
                    .bind("ledger", name)
                    .mapTo(Long.class)
                    .findOne()
                    .isPresent());
    if (isThere) return;
    String insert =
        "INSERT INTO freight_ledger (ledger, changes, last_id)"
            + " SELECT :ledger, 0, 0 FROM (SELECT 1 AS one) only_one"
            + " WHERE NOT EXISTS (SELECT * FROM freight_ledger WHERE ledger = :ledger)";
    int unused = run(handle -> handle.createUpdate(insert).bind("ledger", name).execute());
  }

  private <T> T run(Function<Handle, T> statements) {
    return transactions.run(statements, PATIENCE);
  }

  @Override
  public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
    return transactions.change(changing(work), atMost, false, dialect.isolation());
  }

  @Override
  public <T> T changeEvenLate(Function<LedgerRows, T> work, Duration atMost) {
    return transactions.change(changing(work), atMost, true, dialect.isolation());
  }

  private <T> Function<Handle, T> changing(Function<LedgerRows, T> work) {
    return handle -> {
      JdbcLedgerRows rows = new JdbcLedgerRows(transaction(handle, true));
      T result = work.apply(rows);
      rows.save();
      return result;
    };
  }

  @Override
  public <T> T read(Function<LedgerRows, T> work) {
    return transactions.read(
        handle -> work.apply(new JdbcLedgerRows(transaction(handle, false))), PATIENCE);
  }

  private LedgerTransaction transaction(Handle handle, boolean isChange) {
    return new LedgerTransaction(handle, dialect, texts, name, clock, isChange);
  }

  @Override
  public void close() {
    if (file != null && !closed.getAndSet(true)) file.close();
  }
}
