package io.freightsdk.internal.database;

import io.freightsdk.spend.SpendLedgerException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jdbi.v3.core.statement.TemplateEngine;
import org.jspecify.annotations.Nullable;

/**
 * One thread that works on a database for all callers of this process, over one connection at a
 * time. A caller waits for the result and never for the database: a pool, a driver or a silent
 * server may keep a thread as long as they like, and then they keep this one. An interrupt of the
 * caller does not reach the database; H2 would close its file.
 *
 * <p>Work that fails is tried again, while other work goes on. So it has to look first for what it
 * may have stored already. What must be stored ({@link #end}) goes before what waits otherwise.
 */
public final class DatabaseThread {
  /** The longest pause before work is tried again. */
  public static final Duration PAUSE = Duration.ofMillis(400);

  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /** After this many failures other than conflicts, work that need not be stored is given up. */
  private static final int MAX_FAILURES = 3;

  /**
   * A try of a change that takes longer has met a dead connection, or somebody's forgotten lock.
   */
  private static final Duration LONGEST_TRY = Duration.ofSeconds(5);

  private static final Duration SHORTEST_TRY = Duration.ofMillis(200);

  private static final Duration LATE = Duration.ofSeconds(30);

  /** The thread ends when there was no work for this long. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** What the JDK says, and pools after it. Its message is the URL, which may have a password. */
  private static final String NO_DRIVER = "No suitable driver";

  private static final Pattern DATABASE = Pattern.compile("jdbc:\\w+");

  private final Jdbi jdbi;
  private final TableSet tables;
  private final Duration pause;

  /** How long the end of a call is tried after its caller has stopped waiting. */
  private final Duration late;

  /** Whether it works on a file that this process opened itself, where no statement waits. */
  private final boolean isOfFile;

  /** Whether the thread waits for a connection now. */
  private volatile boolean isConnecting;

  /** Known since the first connection. */
  private volatile @Nullable Database database;

  private final ReentrantLock lock = new ReentrantLock();

  /** There is more work, or work has gone. */
  private final Condition changed = lock.newCondition();

  // Guarded by the lock, like the two below.
  private final Deque<Task<?>> ends = new ArrayDeque<>();
  private final Deque<Task<?>> others = new ArrayDeque<>();
  private @Nullable Thread thread;

  /**
   * A thread for the connections of a data source.
   *
   * @param pause the longest before work is tried again
   */
  public DatabaseThread(DataSource source, TableSet tables, Duration pause) {
    this(source, tables, pause, LATE);
  }

  DatabaseThread(DataSource source, TableSet tables, Duration pause, Duration late) {
    this(Jdbi.create(source), tables, pause, late, false);
  }

  /** A thread for a file of SQLite. */
  public DatabaseThread(ConnectionFactory file, TableSet tables) {
    this(Jdbi.create(file), tables, PAUSE, LATE, true);
  }

  private DatabaseThread(
      Jdbi jdbi, TableSet tables, Duration pause, Duration late, boolean isOfFile) {
    this.jdbi = jdbi;
    this.tables = tables;
    this.pause = pause;
    this.late = late;
    this.isOfFile = isOfFile;
    // A handle would turn autocommit on, which commits what could not be rolled back.
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    // The texts of statements are complete.
    jdbi.getConfig(SqlStatements.class).setTemplateEngine(TemplateEngine.NOP);
    // What is bound to a statement does not belong into a log.
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
  }

  TableSet tables() {
    return tables;
  }

  /** The kind of the database; connects if that was never done. */
  public Database database(Duration atMost) {
    Database known = database;
    return known != null ? known : run(handle -> kindOf(handle.getConnection()), atMost);
  }

  private Database kindOf(Connection connection) {
    Database known = database;
    if (known != null) return known;
    try {
      known = Database.of(connection);
    } catch (SQLException e) {
      throw new DatabaseFailure(e);
    }
    database = known;
    return known;
  }

  // --- the caller's side ---

  /**
   * What a change has become.
   *
   * @param isChanged false to roll it back, because it has written nothing
   */
  public record Change<T extends @Nullable Object>(T result, boolean isChanged) {}

  /** What the database or its driver did to a statement, among what rules may throw. */
  public static final class DatabaseFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DatabaseFailure(Throwable cause) {
      super(cause);
    }
  }

  /**
   * Makes a change in one transaction. Nothing is stored after the caller has stopped waiting.
   *
   * @param work throws a {@link DatabaseFailure} if a statement failed; anything else that it
   *     throws reaches the caller
   * @throws SpendLedgerException if the database failed, or the time was over
   */
  public <T extends @Nullable Object> T change(Function<Handle, Change<T>> work, Duration atMost) {
    return await(new Task<>(work, true, atMost, null));
  }

  /**
   * Makes a change that is as true later: it goes before all that waits, and is tried for half a
   * minute after its caller has stopped waiting, whatever fails.
   *
   * @param lost called once if it could not be stored in the end
   */
  public <T extends @Nullable Object> T end(
      Function<Handle, Change<T>> work, Duration atMost, Consumer<Throwable> lost) {
    return await(new Task<>(work, true, atMost, lost));
  }

  /** Reads: like a change in which each statement is a transaction of its own. */
  public <T extends @Nullable Object> T read(Function<Handle, T> work, Duration atMost) {
    return await(
        new Task<>(handle -> new Change<>(work.apply(handle), false), false, atMost, null));
  }

  /** Runs statements that may run again; all that they throw is a failure of the database. */
  public <T extends @Nullable Object> T run(Function<Handle, T> statements, Duration atMost) {
    return read(handle -> marked(() -> statements.apply(handle)), atMost);
  }

  private static <T extends @Nullable Object> T marked(Supplier<T> statements) {
    try {
      return statements.get();
    } catch (SpendLedgerException refused) {
      throw refused;
    } catch (RuntimeException failed) {
      throw new DatabaseFailure(failed);
    }
  }

  /** Waits until the ends of calls are stored, at most this long. */
  public void awaitEnds(Duration atMost) {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (!ends.isEmpty() && left > 0) left = changed.awaitNanos(left);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private <T extends @Nullable Object> T await(Task<T> task) {
    begin(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.answer.get(task.end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          task.isLeft = true;
          throw task.tooLate(e);
        } catch (ExecutionException e) {
          if (e.getCause() instanceof RuntimeException failure) throw failure;
          throw new AssertionError(e);
        }
      }
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  private void begin(Task<?> task) {
    lock.lock();
    try {
      queueOf(task).addLast(task);
      if (thread == null) start();
      changed.signalAll();
    } catch (Throwable noThread) {
      queueOf(task).remove(task);
      throw new SpendLedgerException(
          tables.noun + ": no thread could be started for its database", noThread, true);
    } finally {
      lock.unlock();
    }
  }

  private Deque<Task<?>> queueOf(Task<?> task) {
    return task.isEnd() ? ends : others;
  }

  private void start() {
    Thread made = new Thread(this::workUntilIdle, "freight-" + tables.noun.replace(' ', '-'));
    made.setDaemon(true);
    made.start();
    thread = made;
  }

  // --- the thread ---

  private void workUntilIdle() {
    while (true) {
      Task<?> next = next();
      if (next == null) return;
      boolean isDone = true;
      try {
        isDone = next.tryOnce();
      } catch (Throwable e) {
        // Of a log that cannot be written, for example. All other work needs this thread.
        boolean unused = next.answer.completeExceptionally(next.failed(e));
      }
      if (isDone) remove(next);
    }
  }

  /** The next work that is due; null if there was none for a while, and the thread may end. */
  private @Nullable Task<?> next() {
    lock.lock();
    try {
      long idle = IDLE_NANOS;
      while (true) {
        long now = System.nanoTime();
        Task<?> first = null;
        for (Deque<Task<?>> queue : List.of(ends, others)) {
          for (Task<?> task : queue) {
            if (task.dueAt - now <= 0) return task;
            if (first == null || task.dueAt - first.dueAt < 0) first = task;
          }
        }
        if (first != null) {
          long unused = changed.awaitNanos(first.dueAt - now);
          idle = IDLE_NANOS;
        } else if (idle <= 0) {
          thread = null;
          return null;
        } else {
          idle = changed.awaitNanos(idle);
        }
      }
    } catch (InterruptedException nobodyDoes) {
      thread = null;
      return null;
    } finally {
      lock.unlock();
    }
  }

  private void remove(Task<?> task) {
    lock.lock();
    try {
      queueOf(task).remove(task);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** One piece of work, and the answer to its caller. */
  private final class Task<T extends @Nullable Object> {
    private final Function<Handle, Change<T>> work;
    private final boolean isChange;
    private final Duration atMost;

    /** Of the end of a call: receives why it could not be stored. */
    private final @Nullable Consumer<Throwable> lost;

    private final long end;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /** When it is to be tried. Guarded by the lock. */
    private long dueAt = System.nanoTime();

    /** Whether its caller has stopped waiting. */
    private volatile boolean isLeft;

    private volatile @Nullable Throwable lastFailure;

    /** Whether a commit was sent, so that it may be stored although it failed. */
    private volatile boolean mayBeStored;

    private int failures;
    private int conflicts;

    Task(
        Function<Handle, Change<T>> work,
        boolean isChange,
        Duration atMost,
        @Nullable Consumer<Throwable> lost) {
      this.work = work;
      this.isChange = isChange;
      this.atMost = atMost;
      this.lost = lost;
      this.end = System.nanoTime() + atMost.toNanos();
    }

    boolean isEnd() {
      return lost != null;
    }

    private long leftNanos() {
      return end + (isEnd() ? late.toNanos() : 0) - System.nanoTime();
    }

    private boolean isTooLate() {
      return !isEnd() && (isLeft || leftNanos() <= 0);
    }

    /** Tries it; whether it is done with, for better or for worse. */
    boolean tryOnce() {
      if (isTooLate()) return true;
      Throwable failure;
      try {
        boolean unused = answer.complete(connectedTry());
        return true;
      } catch (Own own) {
        // After a commit without an answer nobody can say that nothing was stored.
        return gaveUp(mayBeStored ? failed(own.cause) : own.cause);
      } catch (SpendLedgerException refused) {
        return gaveUp(refused);
      } catch (Throwable e) {
        failure = e instanceof DatabaseFailure marked ? marked.getCause() : e;
      }
      lastFailure = failure;
      boolean isConflict = root(failure) instanceof SQLException sql && Database.isConflict(sql);
      if (isConflict) conflicts++;
      else failures++;
      boolean isLast = !isEnd() && (failures >= MAX_FAILURES || failure instanceof Error);
      if (isLast || leftNanos() <= 0) return gaveUp(failed(failure));
      pause(isConflict);
      return false;
    }

    private T connectedTry() throws SQLException {
      isConnecting = true;
      try (Handle handle = jdbi.open()) {
        isConnecting = false;
        return bounded(handle);
      } finally {
        isConnecting = false;
      }
    }

    private boolean gaveUp(RuntimeException why) {
      try {
        if (lost != null) lost.accept(why);
      } finally {
        boolean unused = answer.completeExceptionally(why);
      }
      return true;
    }

    /** A short, random pause after a conflict, so that two processes do not meet again. */
    private void pause(boolean isConflict) {
      long most = pause.toNanos();
      if (isConflict) most = Math.min(most, TimeUnit.MILLISECONDS.toNanos(Math.min(conflicts, 20)));
      long nanos = ThreadLocalRandom.current().nextLong(most / 2, most + 1);
      lock.lock();
      try {
        dueAt = System.nanoTime() + nanos;
      } finally {
        lock.unlock();
      }
    }

    /** Gives each statement, and the network, the time of one try. */
    private T bounded(Handle handle) throws SQLException {
      Connection connection = handle.getConnection();
      if (isOfFile) return done(handle);
      refuseOpenTransaction(connection);
      long longest = isChange ? LONGEST_TRY.toNanos() : Long.MAX_VALUE;
      long nanos = Math.max(SHORTEST_TRY.toNanos(), Math.min(longest, leftNanos()));
      int millis = (int) TimeUnit.NANOSECONDS.toMillis(nanos);
      handle.getConfig(SqlStatements.class).setQueryTimeout(Math.max(1, millis / 1000));
      int[] before = new int[1];
      quietly(() -> before[0] = connection.getNetworkTimeout());
      quietly(() -> connection.setNetworkTimeout(Runnable::run, millis));
      try {
        return done(handle);
      } finally {
        quietly(() -> connection.setNetworkTimeout(Runnable::run, before[0]));
      }
    }

    private void refuseOpenTransaction(Connection connection) throws SQLException {
      if (connection.getAutoCommit()) return;
      throw new SpendLedgerException(
          ("%1$s: the data source gave a connection with autocommit off, which may be in a"
                  + " transaction of the application; give the %1$s a data source of its own, with"
                  + " autocommit on")
              .formatted(tables.noun),
          null,
          false);
    }

    private T done(Handle handle) throws SQLException {
      Database kind = kindOf(handle.getConnection());
      return isChange ? inTransaction(handle, kind) : own(handle).result();
    }

    private T inTransaction(Handle handle, Database kind) throws SQLException {
      Connection connection = handle.getConnection();
      int isolation = kind.isolation(connection);
      boolean isBegun = false;
      boolean isOver = false;
      try {
        kind.begin(connection);
        isBegun = true;
        Change<T> change = own(handle);
        if (!change.isChanged()) return change.result();
        if (isTooLate()) throw new SQLException("its time is over", "HYT00");
        mayBeStored = true;
        kind.commit(connection);
        isOver = true;
        return change.result();
      } finally {
        boolean isNothingToEnd = isOver || (!isBegun && kind == Database.SQLITE);
        boolean isClean = isNothingToEnd || quietly(() -> kind.rollback(connection));
        if (isClean) quietly(() -> kind.restore(connection, isolation));
        else drop(connection);
      }
    }

    /** What could not be rolled back must not reach another user of the connection. */
    private void drop(Connection connection) {
      quietly(() -> connection.abort(Runnable::run));
      if (isOfFile) quietly(connection::close);
    }

    /** Marks what the work threw and no statement of it. */
    private Change<T> own(Handle handle) {
      try {
        return work.apply(handle);
      } catch (DatabaseFailure | SpendLedgerException ofDatabase) {
        throw ofDatabase;
      } catch (RuntimeException e) {
        throw new Own(e);
      }
    }

    private SpendLedgerException failed(Throwable failure) {
      Throwable root = root(failure);
      String said = String.valueOf(root.getMessage());
      if (said.startsWith(NO_DRIVER)) {
        Matcher url = DATABASE.matcher(said);
        return new SpendLedgerException(
            "%s: no suitable driver for %s; add the JDBC driver of the database to the class path"
                .formatted(tables.noun, url.find() ? url.group() : "the URL of the data source"),
            null,
            false);
      }
      String kind =
          root instanceof SQLException sql
              ? "SQL state " + sql.getSQLState()
              : root.getClass().getSimpleName();
      String what = mayBeStored ? "commit" : "read or write";
      return new SpendLedgerException(
          "%s: cannot %s (%s): %s".formatted(tables.noun, what, kind, said), failure, true);
    }

    /** Says what failed, or what the work and all before it are waiting for. */
    private SpendLedgerException tooLate(TimeoutException cause) {
      Throwable failure = lastFailure;
      boolean isConflict =
          failure != null && root(failure) instanceof SQLException sql && Database.isConflict(sql);
      boolean isBusyFile = isOfFile && (failure == null || isConflict);
      if (failure != null && !isBusyFile) return failed(failure);
      String seconds = String.format(Locale.ROOT, "%.1f s", atMost.toMillis() / 1e3);
      String why;
      if (isBusyFile) {
        why = "%s: its file was in use for %s by other calls or another program (SQLITE_BUSY)";
      } else if (isConnecting) {
        why =
            "%1$s: the data source gave no connection for %2$s; a paid call inside a database"
                + " transaction holds one and needs another, so give the %1$s a data source of its"
                + " own, or its pool more connections";
      } else {
        why = "%s: the database did not answer for %s";
      }
      return new SpendLedgerException(why.formatted(tables.noun, seconds), cause, true);
    }
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

  private interface Step {
    void run() throws SQLException;
  }

  /** Whether it worked; if not, a statement has failed before it or will. */
  private static boolean quietly(Step step) {
    try {
      step.run();
      return true;
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.DEBUG, "a connection is not as it should be", e);
      return false;
    }
  }

  /** The first failure of SQL among the causes, or else the last of them. */
  static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && !(root instanceof SQLException)) root = root.getCause();
    return root;
  }
}
