package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Database.Change;
import io.freightsdk.internal.sql.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * A thread that works on a database for the callers of this process, over one connection at a time;
 * a storage has one for changes and one for reads. A caller waits for the result with a time limit,
 * and is never inside a driver or a pool, which may block a thread without limit. An interrupt does
 * not end the wait, and does not reach the database; H2 would close its file.
 *
 * <p>Work that fails is repeated, and other work is done between two attempts. So work must detect
 * that it is already stored. The outcomes of calls ({@link #storeOutcome}) come before all other
 * work. If an outcome is not stored, its price stays reserved; a failed reservation only refuses a
 * call. An executor of the JDK has no such queue.
 */
public final class DatabaseThread {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /** The component that uses the database, in messages and in the thread's name. */
  private static final String COMPONENT = "ledger";

  /** The maximum pause between two attempts. */
  static final Duration MAX_PAUSE = Duration.ofMillis(400);

  /**
   * How long the outcome of a call is tried after its caller has left. Together with the caller's
   * time, this is less than the minute after which the reservation becomes unknown.
   */
  public static final Duration EXTRA_TIME = Duration.ofSeconds(30);

  /** The thread ends after this time without work. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  final ConnectionSource source;
  private final Database database;
  private final String name;
  final Duration maxPause;
  final Duration extraTime;

  private final ReentrantLock lock = new ReentrantLock();

  /** Signals that work was added or has ended. */
  private final Condition changed = lock.newCondition();

  // Guarded by the lock, like the next two fields.
  private final Deque<DatabaseTask<?>> outcomes = new ArrayDeque<>();
  private final Deque<DatabaseTask<?>> others = new ArrayDeque<>();
  private @Nullable Thread thread;

  /**
   * A thread for the connections of a data source.
   *
   * @param role the role of the thread, for its name
   * @param maxPause maximum pause between two attempts
   * @param extraTime how long the outcome of a call is tried after its caller has left
   */
  DatabaseThread(DataSource source, String role, Duration maxPause, Duration extraTime) {
    this(new ConnectionSource(source::getConnection, null), role, maxPause, extraTime);
  }

  /** A thread for a file of SQLite. */
  DatabaseThread(SqliteFile file, String role) {
    this(new ConnectionSource(file, file), role, MAX_PAUSE, EXTRA_TIME);
  }

  private DatabaseThread(
      ConnectionSource source, String role, Duration maxPause, Duration extraTime) {
    this.source = source;
    this.database = new Database(source, COMPONENT);
    this.name = "freight-" + COMPONENT + "-" + role;
    this.maxPause = maxPause;
    this.extraTime = extraTime;
  }

  /** The source of connections, which knows whether the thread is waiting for one. */
  static final class ConnectionSource implements ConnectionFactory {
    private final ConnectionFactory connections;

    /** The file that this process opened itself, in which no statement waits; null for none. */
    final @Nullable SqliteFile file;

    volatile boolean isConnecting;

    ConnectionSource(ConnectionFactory connections, @Nullable SqliteFile file) {
      this.connections = connections;
      this.file = file;
    }

    @Override
    public Connection openConnection() throws SQLException {
      isConnecting = true;
      try {
        return connections.openConnection();
      } finally {
        isConnecting = false;
      }
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
      connections.closeConnection(connection);
    }
  }

  /** The database. Work on this thread may use its dialect. */
  public Database database() {
    return database;
  }

  // --- work of callers ---

  /**
   * Makes a change in one transaction. It does not start or commit after the caller has left. A
   * commit that was sent before may still succeed.
   *
   * @param work its own exceptions reach the caller
   * @throws DatabaseException if the database failed, or the time has passed
   */
  public <T extends @Nullable Object> T change(Function<Handle, Change<T>> work, Duration atMost) {
    return await(work, true, atMost, null);
  }

  /**
   * Stores the outcome of a call, before all other work. Attempts continue for half a minute after
   * its caller has left, after any failure.
   *
   * @param onLost called once if the outcome was not stored
   */
  public <T extends @Nullable Object> T storeOutcome(
      Function<Handle, Change<T>> work, Duration atMost, Consumer<Throwable> onLost) {
    return await(work, true, atMost, onLost);
  }

  /** Runs statements that may be repeated. Each is its own transaction. */
  public <T extends @Nullable Object> T run(Function<Handle, T> statements, Duration atMost) {
    return await(handle -> new Change<>(statements.apply(handle), false), false, atMost, null);
  }

  /** Waits until the outcomes of calls are stored, at most this long. */
  public void awaitOutcomes(Duration atMost) {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (!outcomes.isEmpty() && left > 0) left = changed.awaitNanos(left);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Closes the file of SQLite, if there is one. Its connection is closed after its next use. */
  void closeFile(Duration atMost) {
    if (source.file == null) return;
    source.file.close();
    try {
      run(handle -> handle, atMost);
    } catch (DatabaseException isGone) {
      LOG.log(System.Logger.Level.DEBUG, "the file of a ledger is not closed", isGone);
    }
  }

  private <T extends @Nullable Object> T await(
      Function<Handle, Change<T>> work,
      boolean isChange,
      Duration atMost,
      @Nullable Consumer<Throwable> onLost) {
    DatabaseTask<T> task = new DatabaseTask<>(this, work, isChange, atMost, onLost);
    enqueue(task);
    return task.await();
  }

  private void enqueue(DatabaseTask<?> task) {
    lock.lock();
    try {
      // A thread that ran out of memory has ended.
      if (thread == null || !thread.isAlive()) start();
      queueOf(task).addLast(task);
      changed.signalAll();
    } catch (Throwable noThread) {
      task.fail(
          DatabaseException.transientFailure(
              database.component(), "no thread could be started for its database", null, noThread));
    } finally {
      lock.unlock();
    }
  }

  private Deque<DatabaseTask<?>> queueOf(DatabaseTask<?> task) {
    return task.mustBeStored() ? outcomes : others;
  }

  private void start() {
    Thread created = new Thread(this::workUntilIdle, name);
    created.setDaemon(true);
    created.start();
    thread = created;
  }

  // --- the thread ---

  private void workUntilIdle() {
    while (true) {
      DatabaseTask<?> next = next();
      if (next == null) return;
      if (next.attempt()) remove(next);
    }
  }

  /** The next work that is due; null if there was no work for a while, and the thread may end. */
  private @Nullable DatabaseTask<?> next() {
    lock.lock();
    try {
      long idle = IDLE_NANOS;
      while (true) {
        long now = System.nanoTime();
        DatabaseTask<?> first = null;
        for (Deque<DatabaseTask<?>> queue : List.of(outcomes, others)) {
          for (DatabaseTask<?> task : queue) {
            if (task.dueAt() - now <= 0) return task;
            if (first == null || task.dueAt() - first.dueAt() < 0) first = task;
          }
        }
        if (first != null) {
          changed.awaitNanos(first.dueAt() - now);
          idle = IDLE_NANOS;
        } else if (idle > 0) {
          idle = changed.awaitNanos(idle);
        } else {
          thread = null;
          return null;
        }
      }
    } catch (InterruptedException neverHappens) {
      thread = null;
      return null;
    } finally {
      lock.unlock();
    }
  }

  private void remove(DatabaseTask<?> task) {
    lock.lock();
    try {
      queueOf(task).remove(task);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
