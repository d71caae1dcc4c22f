package io.freightsdk.internal.ledger.sqlite;

import io.freightsdk.spend.SpendLedgerException;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A file of SQLite as this process has it: one connection, which is lent to one thread after the
 * other in the order in which they asked. SQLite lets one change the file at a time and turns the
 * others away, so threads that wait in line are never turned away; processes wait for each other.
 *
 * <p>A transaction locks the file when it begins, and is on the disk when its commit returns.
 */
public final class SqliteFile implements DataSource, AutoCloseable {
  private static final int SECONDS_TO_WAIT = 10;
  private static final int BUSY = 5;
  private static final String MILLIS_TO_LOOK_AGAIN = "1";

  /** 32 MB. SQLite's own 2 MB make it read the pages of a large ledger again for each call. */
  private static final String PAGE_CACHE = "-32000";

  /** 16 MB. Of pages that are changed again and again the last state is all that is moved. */
  private static final String PAGES_BEFORE_CHECKPOINT = "4000";

  /** A process that changes the file all the time leaves it to the others so often. */
  private static final long NANOS_WITHOUT_PAUSE = TimeUnit.MILLISECONDS.toNanos(40);

  /** The same, while no other process has changed it since the last pause. */
  private static final long NANOS_ALONE = TimeUnit.MILLISECONDS.toNanos(400);

  private static final int PAUSE_MILLIS = 2;
  private static final String NO_DRIVER = "08001";

  /** The files that are open in this process, by their real paths. Guarded by itself. */
  private static final Map<Path, SqliteFile> OPEN = new HashMap<>();

  private final Path path;
  private final PrivateFolder folder;
  private final ReentrantLock turn = new ReentrantLock(true);

  /** Used by the thread that has the turn; null before the first one, and after a failure. */
  private @Nullable Connection connection;

  /** Of the file that it has open. Used by the same. */
  private @Nullable Object identity;

  /** Whether nobody has it open any more. Used by the same. */
  private boolean isClosed;

  /** The compiled statements that begin and end its transactions, by their texts. */
  private final Map<String, PreparedStatement> compiled = new HashMap<>();

  /**
   * When this process began to change the file without a pause. Used by the thread that has the
   * turn.
   */
  private long busySince;

  /** When its last change ended. Used by the thread that has the turn. */
  private long freeSince;

  /** What SQLite counts of the changes of others, at the last pause. Used by the same. */
  private int othersChanges;

  /** Whether others had changed it before the last pause. Used by the same. */
  private boolean isShared;

  /** How many have opened it and not closed it. Guarded by {@link #OPEN}. */
  private int users;

  private SqliteFile(Path path, PrivateFolder folder) {
    this.path = path;
    this.folder = folder;
  }

  /**
   * Opens a file, which is made with its folder when it is first used. Each caller that opens it
   * closes it.
   *
   * @throws SpendLedgerException if others can change the file or its folder
   */
  public static SqliteFile open(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path name = absolute.getFileName();
    Path parent = absolute.getParent();
    if (name == null || parent == null || absolute.toString().indexOf('?') >= 0) {
      throw new IllegalArgumentException("path: expected a file without ?, got " + file);
    }
    PrivateFolder folder = PrivateFolder.open(parent);
    Path path = folder.path().resolve(name);
    synchronized (OPEN) {
      SqliteFile opened = OPEN.computeIfAbsent(path, unused -> new SqliteFile(path, folder));
      opened.users++;
      return opened;
    }
  }

  /** The last one to close it waits until nobody uses the connection. */
  @Override
  public void close() {
    synchronized (OPEN) {
      if (--users > 0) return;
      OPEN.remove(path);
    }
    turn.lock();
    try {
      isClosed = true;
      drop();
    } finally {
      turn.unlock();
    }
  }

  /** Waits for the turn of this thread; closing the connection gives it to the next. */
  @Override
  public Connection getConnection() throws SQLException {
    boolean mine;
    try {
      mine = turn.tryLock(SECONDS_TO_WAIT, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted while it waited for " + path, e);
    }
    if (!mine) {
      throw new SQLTransientConnectionException(
          path + " was in use by this process for " + SECONDS_TO_WAIT + " s");
    }
    boolean lent = false;
    try {
      Connection real = connection;
      if (real == null || real.isClosed()) {
        real = connect();
      } else {
        refuseAnother();
      }
      connection = real;
      Connection turnOfOne = (Connection) proxy(new Turn(real));
      lent = true;
      return turnOfOne;
    } finally {
      if (!lent) turn.unlock();
    }
  }

  /** What is written to a file without a name is lost with this process. */
  private void refuseAnother() {
    boolean isGone;
    try {
      isGone = !Objects.equals(identity, identity());
    } catch (IOException e) {
      isGone = true;
    }
    if (isGone) {
      throw refused(
          path
              + " was deleted or replaced while it was open; put it back, or stop all programs that use it and start them again",
          null);
    }
  }

  /** The number of the file in its file system; null where there are none. */
  private @Nullable Object identity() throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  private static Object proxy(Turn turn) {
    return Proxy.newProxyInstance(
        SqliteFile.class.getClassLoader(),
        new Class<?>[] {Connection.class},
        (proxy, method, arguments) -> turn.call(method, arguments));
  }

  private Connection connect() throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("journal_mode", "WAL");
    settings.setProperty("synchronous", "FULL");
    settings.setProperty("busy_timeout", MILLIS_TO_LOOK_AGAIN);
    settings.setProperty("cache_size", PAGE_CACHE);
    settings.setProperty("wal_autocheckpoint", PAGES_BEFORE_CHECKPOINT);
    // They would be asked for after each insert.
    settings.setProperty("jdbc.get_generated_keys", "false");
    try {
      folder.file(String.valueOf(path.getFileName()));
      Connection real =
          whenFree(() -> DriverManager.getConnection("jdbc:sqlite:" + path, settings));
      identity = identity();
      return real;
    } catch (IOException e) {
      throw new SQLException("cannot create " + path + ": " + e.getMessage(), e);
    } catch (SQLException | LinkageError e) {
      throw explained(e);
    }
  }

  private interface Step<T> {
    T make() throws SQLException;
  }

  /**
   * Tries while another process has the file. SQLite itself would look for it ever less often, ten
   * times a second in the end, and would not meet the short times in which it is free.
   */
  private static <T> T whenFree(Step<T> step) throws SQLException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_WAIT);
    while (true) {
      try {
        return step.make();
      } catch (SQLException e) {
        if (e.getErrorCode() != BUSY || System.nanoTime() >= end) throw e;
      }
    }
  }

  /** Compiles a statement once; one that failed is compiled again, as it may be unusable. */
  private boolean execute(Connection real, String sql) throws SQLException {
    PreparedStatement kept = compiled.remove(sql);
    PreparedStatement statement = kept == null ? real.prepareStatement(sql) : kept;
    try {
      boolean hasRows = statement.execute();
      compiled.put(sql, statement);
      return hasRows;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  private SQLException explained(Throwable failure) {
    if (failure instanceof SQLException sql && NO_DRIVER.equals(sql.getSQLState())) {
      throw refused(
          "a ledger in a file needs SQLite: add the dependency org.xerial:sqlite-jdbc", failure);
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      boolean unloaded =
          cause instanceof LinkageError
              || cause.getClass().getSimpleName().equals("NativeLibraryNotFoundException");
      if (unloaded) {
        throw refused(
            "the library of SQLite cannot be loaded from the folder for temporary files; set the system property org.sqlite.tmpdir to a folder that this user may write to and run programs from",
            failure);
      }
    }
    return new SQLException(path + ": " + failure.getMessage(), failure);
  }

  private static SpendLedgerException refused(String why, @Nullable Throwable cause) {
    return new SpendLedgerException("ledger: " + why, cause, false);
  }

  private void drop() {
    Connection dropped = connection;
    connection = null;
    compiled.clear();
    try {
      if (dropped != null) dropped.close();
    } catch (SQLException e) {
      System.getLogger("io.freightsdk.spend")
          .log(System.Logger.Level.DEBUG, "a file of SQLite was not closed", e);
    }
  }

  /** The connection while one thread has it. */
  private final class Turn {
    private final Connection real;
    private boolean isOver;
    private boolean inTransaction;

    Turn(Connection real) {
      this.real = real;
    }

    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
      switch (method.getName()) {
        case "close" -> giveBack();
        case "isClosed" -> {
          return isOver || real.isClosed();
        }
        case "getAutoCommit" -> {
          return !inTransaction;
        }
        case "setAutoCommit" -> {
          boolean begins = Boolean.FALSE.equals(arguments[0]);
          if (begins && !inTransaction) begin();
          if (!begins && inTransaction) end("COMMIT");
        }
        case "commit" -> end("COMMIT");
        case "rollback" -> end("ROLLBACK");
        case "abort" -> {
          inTransaction = false;
          drop();
        }
        default -> {
          return passed(method, arguments);
        }
      }
      return null;
    }

    private @Nullable Object passed(Method method, @Nullable Object[] arguments) throws Throwable {
      try {
        return method.invoke(real, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    /** Locks the file. */
    private void begin() throws SQLException {
      pauseForOthers();
      boolean unused = whenFree(() -> execute(real, "BEGIN IMMEDIATE"));
      inTransaction = true;
    }

    /** The driver's own transactions would begin the next one at once. */
    private void end(String statement) throws SQLException {
      boolean unused = execute(real, statement);
      inTransaction = false;
      freeSince = System.nanoTime();
    }

    private void pauseForOthers() throws SQLException {
      long now = System.nanoTime();
      boolean wasFree = now - freeSince >= TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
      if (!wasFree && now - busySince < (isShared ? NANOS_WITHOUT_PAUSE : NANOS_ALONE)) return;
      try {
        if (!wasFree) pause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLTransientConnectionException("interrupted while it waited for " + path, e);
      }
      busySince = System.nanoTime();
    }

    private void pause() throws SQLException, InterruptedException {
      Thread.sleep(PAUSE_MILLIS);
      try (Statement statement = real.createStatement();
          ResultSet row = statement.executeQuery("PRAGMA data_version")) {
        int before = othersChanges;
        othersChanges = row.getInt(1);
        isShared = othersChanges != before;
      }
    }

    private void giveBack() {
      if (isOver) return;
      isOver = true;
      // Nobody may find the transaction of another. A call that ends after the file was closed is
      // recorded all the same, and leaves nothing open.
      if (inTransaction || isClosed) drop();
      turn.unlock();
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("not a wrapper of " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
