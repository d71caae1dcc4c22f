package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.sql.Database.Change;
import io.freightsdk.internal.sql.DatabaseException;
import io.freightsdk.internal.sql.Tables;
import io.freightsdk.spend.SpendLedgerException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a relational database, for all processes that open the ledger with the same name. A
 * change is a transaction that first increments the count in the ledger's row, so changes of one
 * ledger follow each other. In this process one thread makes changes and another one reads, each
 * over one connection.
 */
public final class SqlStorage implements LedgerStorage {
  /** The name of the only ledger in a file. */
  private static final String FILE_LEDGER = "ledger";

  /** How long closing waits for the outcomes of calls. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  private static final String SELECT_LEDGER =
      "SELECT changes FROM freight_ledger WHERE ledger = :ledger";

  private static final String INSERT_LEDGER =
      "INSERT INTO freight_ledger (ledger, changes) VALUES (:ledger, 0)";

  private static final Tables.Script SCRIPT =
      new Tables.Script(
          "io/freightsdk/spend/ledger/%s/R__freight_ledger.sql",
          path -> SqlStorage.class.getResourceAsStream("/" + path),
          "freight-spend",
          "SpendLedger.createTables");

  private final DatabaseThread writer;
  private final DatabaseThread reader;
  private final String name;
  private final @Nullable Clock clock;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private SqlStorage(
      DatabaseThread writer, DatabaseThread reader, String name, @Nullable Clock clock) {
    this.writer = writer;
    this.reader = reader;
    this.name = name;
    this.clock = clock;
  }

  /**
   * Opens a ledger in a database, and creates it if it is missing.
   *
   * @param clock null for the database's clock
   * @throws SpendLedgerException if the database is not reachable, denies access or lacks a table
   */
  public static SqlStorage open(DataSource source, String name, @Nullable Clock clock) {
    return open(source, name, clock, DatabaseThread.MAX_PAUSE, DatabaseThread.EXTRA_TIME);
  }

  /**
   * Opens a ledger with shorter time limits.
   *
   * @param maxPause maximum pause between two attempts
   * @param extraTime how long the outcome of a call is tried after its caller has left
   */
  public static SqlStorage open(
      DataSource source,
      String name,
      @Nullable Clock clock,
      Duration maxPause,
      Duration extraTime) {
    DatabaseThread writer = new DatabaseThread(source, "writer", maxPause, extraTime);
    DatabaseThread reader = new DatabaseThread(source, "reader", maxPause, extraTime);
    SqlStorage ledger = new SqlStorage(writer, reader, name, clock);
    ofLedger(() -> ledger.initialize(tables(writer)::createOrRequire));
    return ledger;
  }

  /**
   * Opens the ledger in a SQLite file, and creates a missing one.
   *
   * @param clock null for the machine's clock
   * @throws SpendLedgerException if the file cannot be created, read and written
   */
  public static SqlStorage open(Path path, @Nullable Clock clock) {
    return ofLedger(() -> ofFile(path, clock));
  }

  private static SqlStorage ofFile(Path path, @Nullable Clock clock) {
    DatabaseThread writer = new DatabaseThread(SqliteFile.of(path), "writer");
    DatabaseThread reader = new DatabaseThread(SqliteFile.of(path), "reader");
    SqlStorage ledger = new SqlStorage(writer, reader, FILE_LEDGER, clock);
    try {
      boolean unused = ledger.initialize(tables(writer)::create);
      return ledger;
    } catch (Throwable e) {
      ledger.closeFile();
      throw e;
    }
  }

  private void closeFile() {
    writer.closeFile(CLOSE_WAIT);
    reader.closeFile(CLOSE_WAIT);
  }

  /** Creates missing tables in a database. Any number of processes may do so concurrently. */
  public static void createTables(DataSource source) {
    DatabaseThread thread =
        new DatabaseThread(source, "tables", DatabaseThread.MAX_PAUSE, DatabaseThread.EXTRA_TIME);
    ofLedger(() -> thread.run(tables(thread)::create, TIME_LIMIT));
  }

  /** Runs work on the database, and throws its failures as failures of a ledger. */
  private static <T extends @Nullable Object> T ofLedger(Supplier<T> work) {
    try {
      return work.get();
    } catch (DatabaseException failure) {
      throw ofLedger(failure);
    }
  }

  private static SpendLedgerException ofLedger(DatabaseException failure) {
    return new SpendLedgerException(
        failure.option(),
        failure.problem(),
        failure.remedy(),
        failure.getCause(),
        failure.isTransient());
  }

  private static Tables tables(DatabaseThread thread) {
    return new Tables(thread.database(), SCRIPT);
  }

  /** Creates tables and the row of the ledger, and makes a change: a database may be read-only. */
  private boolean initialize(Function<Handle, Boolean> tables) {
    boolean unusedTables = writer.run(tables, TIME_LIMIT);
    int unusedCount = writer.run(this::createRow, TIME_LIMIT);
    return change(rows -> true, TIME_LIMIT);
  }

  /** Two processes that do so concurrently collide, and the second finds the row. */
  private int createRow(Handle handle) {
    boolean exists =
        handle
            .createQuery(SELECT_LEDGER)
            .bind("ledger", name)
            .mapTo(Long.class)
            .findOne()
            .isPresent();
    return exists ? 0 : handle.createUpdate(INSERT_LEDGER).bind("ledger", name).execute();
  }

  @Override
  public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
    return ofLedger(() -> writer.change(changing(work), atMost));
  }

  @Override
  public <T> T storeOutcome(
      Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> onLost) {
    Consumer<Throwable> reported =
        why -> onLost.accept(why instanceof DatabaseException failure ? ofLedger(failure) : why);
    return ofLedger(() -> writer.storeOutcome(changing(work), atMost, reported));
  }

  private <T> Function<Handle, Change<T>> changing(Function<LedgerRows, T> work) {
    return handle -> {
      SqlRows rows = SqlRows.forChange(handle, writer.database().dialect(), name, clock);
      T result = work.apply(rows);
      return new Change<>(result, rows.flush());
    };
  }

  @Override
  public <T> T read(Function<LedgerRows, T> work) {
    return ofLedger(
        () ->
            reader.run(
                handle ->
                    work.apply(SqlRows.forRead(handle, reader.database().dialect(), name, clock)),
                TIME_LIMIT));
  }

  @Override
  public void close() {
    if (isClosed.getAndSet(true)) return;
    writer.awaitOutcomes(CLOSE_WAIT);
    closeFile();
  }
}
