package io.freightsdk.internal.ledger.jdbc;

import io.freightsdk.internal.ledger.LedgerRows;
import io.freightsdk.internal.ledger.LedgerStorage;
import io.freightsdk.internal.ledger.Micros;
import io.freightsdk.internal.ledger.jdbc.JdbcLedgerRows.ChangedMeanwhile;
import io.freightsdk.internal.ledger.sqlite.SqliteFile;
import io.freightsdk.spend.SpendLedgerException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a relational database, for all processes that open the same one there. A change is a
 * transaction at READ COMMITTED that locks the ledger's row, so changes of one ledger follow each
 * other; one that failed, or whose commit was lost, is made again.
 */
public final class JdbcLedger implements LedgerStorage {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /** Each file has one ledger. */
  private static final String OF_A_FILE = "ledger";

  /**
   * Serialization failure, deadlock, lock not available, lock timeout; of MySQL also deadlock
   * (1213) and lock wait (1205), of MariaDB a row changed since the snapshot (1020), of H2 90131,
   * of SQLite a file that another process has locked (5).
   */
  private static final Set<String> CONFLICTS =
      Set.of("40001", "40P01", "55P03", "HYT00", "1213", "1205", "1020", "90131", "5");

  private static final int MAX_CONFLICTS = 40;

  /** Of any other failure: a broken connection, a server that starts, a session that dies. */
  private static final int MAX_FAILURES = 3;

  /** However little time is left, so much is given to each statement. */
  private static final Duration LEAST = Duration.ofMillis(200);

  private static final long MAX_PAUSE_MILLIS = 250;

  /** Before the next try after a failure. */
  private static final long FAILED_MILLIS = 400;

  private final Jdbi jdbi;
  private final Dialect dialect;
  private final String name;
  private final @Nullable LongSupplier clock;

  /** The file that it opened itself; null in a database of the caller. */
  private final @Nullable SqliteFile file;

  private final AtomicBoolean closed = new AtomicBoolean();

  private JdbcLedger(
      DataSource source, String name, @Nullable Clock clock, @Nullable SqliteFile file) {
    this.jdbi = Jdbi.create(source);
    this.name = name;
    this.clock = clock == null ? null : () -> Micros.of(clock.instant());
    this.file = file;
    this.dialect =
        repeat(
            (handle, mayBeDone) -> {
              try {
                String product = handle.getConnection().getMetaData().getDatabaseProductName();
                return Dialect.of(product);
              } catch (SQLException e) {
                throw new JdbcFailure(e);
              }
            },
            false);
  }

  /**
   * Opens a ledger in a database, and creates it if it is missing.
   *
   * @param clock null for the database's
   * @throws SpendLedgerException if the database is not reachable, denies access or lacks a table
   */
  public static JdbcLedger open(DataSource source, String name, @Nullable Clock clock) {
    JdbcLedger ledger = new JdbcLedger(source, name, clock, null);
    if (ledger.dialect.makesItsTables()) ledger.createTables();
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
      JdbcLedger ledger = new JdbcLedger(file, OF_A_FILE, clock, file);
      ledger.createTables();
      ledger.begin();
      return ledger;
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  /** Makes the tables that are missing in a database; any number of processes may do so at once. */
  public static void createTables(DataSource source) {
    new JdbcLedger(source, "", null, null).createTables();
  }

  private void createTables() {
    for (String statement : script()) {
      // IF NOT EXISTS does not help who makes a table at the same moment: it may run again.
      int unused = repeat((handle, mayBeDone) -> handle.execute(statement), false);
    }
  }

  private List<String> script() {
    String path = "/io/freightsdk/spend/ledger/" + dialect.folder() + "/R__freight_ledger.sql";
    try (InputStream in = JdbcLedger.class.getResourceAsStream(path)) {
      if (in == null) throw new IllegalStateException("the jar lacks " + path);
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String statements = text.replaceAll("(?m)^--.*\\n", "");
      return Stream.of(statements.split(";\\s*\\n", -1)).filter(one -> !one.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void begin() {
    boolean isThere =
        repeat(
            (handle, mayBeDone) ->
                handle
                    .createQuery("SELECT changes FROM freight_ledger WHERE ledger = :ledger")
                    .bind("ledger", name)
                    .mapTo(Long.class)
                    .findOne()
                    .isPresent(),
            false);
    if (isThere) return;
    String insert =
        "INSERT INTO freight_ledger (ledger, changes, last_id)"
            + " SELECT :ledger, 0, 0 FROM (SELECT 1 AS one) only_one"
            + " WHERE NOT EXISTS (SELECT * FROM freight_ledger WHERE ledger = :ledger)";
    int unused =
        repeat(
            (handle, mayBeDone) -> handle.createUpdate(insert).bind("ledger", name).execute(),
            false);
  }

  @Override
  public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
    return repeat(
        (handle, mayBeDone) -> {
          JdbcLedgerRows rows = new JdbcLedgerRows(handle, dialect, name, clock, true);
          T result = own(work, rows);
          rows.save();
          return result;
        },
        true,
        atMost);
  }

  @Override
  public <T> T read(Function<LedgerRows, T> work) {
    return repeat(
        (handle, mayBeDone) -> own(work, new JdbcLedgerRows(handle, dialect, name, clock, false)),
        false);
  }

  @Override
  public void close() {
    if (file != null && !closed.getAndSet(true)) file.close();
  }

  // --- transactions ---

  private interface Work<T extends @Nullable Object> {
    T on(Handle handle, boolean mayBeDone);
  }

  /** Carries what the rules have thrown past those that look after the database. */
  private static final class Own extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final RuntimeException cause;

    Own(RuntimeException cause) {
      super(cause);
      this.cause = cause;
    }
  }

  /** A failure of the database that did not come from a statement. */
  private static final class JdbcFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    JdbcFailure(SQLException cause) {
      super(cause);
    }
  }

  private static <T> T own(Function<LedgerRows, T> work, JdbcLedgerRows rows) {
    try {
      return work.apply(rows);
    } catch (JdbiException | ChangedMeanwhile failure) {
      throw failure;
    } catch (RuntimeException own) {
      throw new Own(own);
    }
  }

  /**
   * What failures mean differs too much among drivers to decide by it: all that counts is whether
   * the change was not committed, or nobody knows, and then it is made again.
   *
   * <p>An interrupt is hidden from the driver and restored afterwards: drivers lose it, and H2
   * closes its file after one.
   */
  private <T extends @Nullable Object> T repeat(
      Work<T> work, boolean inTransaction, Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    boolean interrupted = false;
    boolean[] mayBeDone = new boolean[1];
    int failures = 0;
    try {
      for (int run = 1; ; run++) {
        interrupted |= Thread.interrupted();
        Throwable failure;
        try (Handle handle = jdbi.open()) {
          return bounded(
              handle,
              end - System.nanoTime(),
              () ->
                  inTransaction ? inTransaction(handle, work, mayBeDone) : work.on(handle, false));
        } catch (Own own) {
          throw own.cause;
        } catch (SpendLedgerException refused) {
          throw refused;
        } catch (Exception e) {
          failure = e;
        }
        boolean isConflict = isConflict(failure);
        if (!isConflict) failures++;
        boolean isInTime = System.nanoTime() < end;
        boolean areFew = isConflict ? run < MAX_CONFLICTS : failures < MAX_FAILURES;
        if (isInTime && areFew) {
          interrupted |= pause(run, isConflict);
          continue;
        }
        String what = mayBeDone[0] ? "commit" : "read or write";
        throw new SpendLedgerException(
            "ledger: cannot %s: %s".formatted(what, root(failure).getMessage()), failure, true);
      }
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  private interface Run<T extends @Nullable Object> {
    T run() throws SQLException;
  }

  /**
   * Gives each statement the time that is left, and the network as much, so that a server that says
   * nothing ends the call too. The connection goes back to its pool as it was.
   */
  private static <T extends @Nullable Object> T bounded(Handle handle, long leftNanos, Run<T> work)
      throws SQLException {
    Connection connection = handle.getConnection();
    long millis = Math.max(LEAST.toMillis(), TimeUnit.NANOSECONDS.toMillis(leftNanos));
    int seconds = (int) Math.max(1, TimeUnit.MILLISECONDS.toSeconds(millis));
    handle.getConfig(SqlStatements.class).setQueryTimeout(seconds);
    int before = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, millis));
    try {
      return work.run();
    } finally {
      unbound(connection, before);
    }
  }

  private static void unbound(Connection connection, int networkTimeout) {
    try {
      if (!connection.isClosed()) connection.setNetworkTimeout(Runnable::run, networkTimeout);
    } catch (SQLException broken) {
      LOG.log(System.Logger.Level.DEBUG, "a connection broke after its work was done", broken);
    }
  }

  private static <T extends @Nullable Object> T inTransaction(
      Handle handle, Work<T> work, boolean[] mayBeDone) throws SQLException {
    Connection connection = handle.getConnection();
    if (!connection.getAutoCommit()) {
      throw new SpendLedgerException(
          "ledger: the data source gave a connection with autocommit off, which may be in a transaction of the application; give the ledger a data source of its own",
          null,
          false);
    }
    int before = connection.getTransactionIsolation();
    boolean isSet = before != Connection.TRANSACTION_READ_COMMITTED;
    // Of the default of MySQL, the sums would be those of before the lock.
    if (isSet) connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    boolean isOver = false;
    try {
      handle.begin();
      T result = work.on(handle, mayBeDone[0]);
      mayBeDone[0] = true;
      handle.commit();
      isOver = true;
      return result;
    } finally {
      if (!isOver) rollBack(handle);
      if (isSet && !connection.isClosed()) connection.setTransactionIsolation(before);
    }
  }

  /** What the connection may still hold must not reach another caller of its pool. */
  private static void rollBack(Handle handle) throws SQLException {
    try {
      handle.rollback();
    } catch (RuntimeException e) {
      handle.getConnection().abort(Runnable::run);
    }
  }

  /** For what is not a call's. */
  private <T extends @Nullable Object> T repeat(Work<T> work, boolean inTransaction) {
    return repeat(work, inTransaction, PATIENCE);
  }

  private static boolean isConflict(Throwable failure) {
    if (failure instanceof ChangedMeanwhile) return true;
    if (!(root(failure) instanceof SQLException sql)) return false;
    String state = sql.getSQLState();
    return (state != null && CONFLICTS.contains(state))
        || CONFLICTS.contains(Integer.toString(sql.getErrorCode()));
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && !(root instanceof SQLException)) root = root.getCause();
    return root;
  }

  /**
   * Of conflicts for a growing, random time, so that processes do not meet again.
   *
   * @return whether the thread was interrupted, which ends nothing
   */
  private static boolean pause(int run, boolean isConflict) {
    long most = isConflict ? Math.min(MAX_PAUSE_MILLIS, 2L << Math.min(run, 10)) : FAILED_MILLIS;
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }
}
